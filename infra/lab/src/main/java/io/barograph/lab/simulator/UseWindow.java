package io.barograph.lab.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who moved how much on some servers of a file system while the window was open. The servers must be up to date. */
final class UseWindow {
    private final List<Integer> osts;
    private final List<Integer> mdts;
    private final Map<JobUse, Amount> before = new LinkedHashMap<>();
    private final List<Contender> ended = new ArrayList<>();

    private record Amount(Volume volume, long operations) {
        static final Amount NONE = new Amount(Volume.NONE, 0);
    }

    /**
     * Opens the window.
     *
     * @param osts indices of the OSTs
     * @param mdts indices of the MDTs
     * @param present the accounts of the jobs that are under way
     */
    UseWindow(List<Integer> osts, List<Integer> mdts, Iterable<JobUse> present) {
        this.osts = osts;
        this.mdts = mdts;
        present.forEach(use -> before.put(use, amount(use)));
    }

    /** Takes in what a job that ends has moved. */
    void end(JobUse use) {
        Amount at = before.getOrDefault(use, Amount.NONE);
        before.remove(use);
        Amount now = amount(use);
        Volume volume = now.volume().minus(at.volume());
        long operations = now.operations() - at.operations();
        if (volume.bytes() > 0 || operations > 0) {
            ended.add(new Contender(use.job().plan().jobId(), use.job().plan().executable(), volume, operations));
        }
    }

    /**
     * Closes the window.
     *
     * @param present the accounts of the jobs that are under way
     * @return all jobs that moved something, whoever moved most first
     */
    List<Contender> close(Iterable<JobUse> present) {
        present.forEach(this::end);
        ended.sort(Comparator.comparingLong(
                        (Contender contender) -> contender.volume().bytes() + contender.metadataOperations())
                .reversed()
                .thenComparing(Contender::jobId));
        return List.copyOf(ended);
    }

    private Amount amount(JobUse use) {
        return new Amount(use.movedOn(osts), use.metadataOperationsOn(mdts));
    }
}
