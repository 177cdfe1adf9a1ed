package io.barograph.lab.simulator.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who moved how much on some servers of a file system while the window was open. The servers must be up to date. */
public final class UseWindow {
    private final List<Integer> osts;
    private final List<Integer> mdts;
    private final Map<SimulatedJobUse, Amount> before = new LinkedHashMap<>();
    private final List<CompetingJob> ended = new ArrayList<>();

    private record Amount(ByteVolume volume, long operations) {
        static final Amount NONE = new Amount(ByteVolume.NONE, 0);
    }

    public UseWindow(List<Integer> osts, List<Integer> mdts, Iterable<SimulatedJobUse> present) {
        this.osts = osts;
        this.mdts = mdts;
        present.forEach(use -> before.put(use, amount(use)));
    }

    /** Takes in what a job that ends has moved. */
    public void end(SimulatedJobUse use) {
        Amount at = before.getOrDefault(use, Amount.NONE);
        before.remove(use);
        Amount now = amount(use);
        ByteVolume volume = now.volume().minus(at.volume());
        long operations = now.operations() - at.operations();
        if (volume.bytes() > 0 || operations > 0) {
            ended.add(
                    new CompetingJob(use.job().plan().jobId(), use.job().plan().executable(), volume, operations));
        }
    }

    public List<CompetingJob> close(Iterable<SimulatedJobUse> present) {
        present.forEach(this::end);
        ended.sort(Comparator.comparingLong(
                        (CompetingJob contender) -> contender.volume().bytes() + contender.metadataOperations())
                .reversed()
                .thenComparing(CompetingJob::jobId));
        return List.copyOf(ended);
    }

    private Amount amount(SimulatedJobUse use) {
        return new Amount(use.movedOn(osts), use.metadataOperationsOn(mdts));
    }
}
