package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SimulatedFault.Kind;
import io.barograph.lab.simulator.server.CompetingJob;
import io.barograph.lab.simulator.server.FaultLoss;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.lab.simulator.server.SimulatedFileSystem;
import io.barograph.lab.simulator.server.SimulatedJobUse;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.lab.simulator.server.UseWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A fault of the configuration on its way: not yet, under way, over, and its consequences over. */
final class InjectedFault {
    final int number;
    final SimulatedFault fault;
    final SimulatedFileSystem fileSystem;
    final List<Integer> servers;
    final long onsetMicros;
    final long endMicros;

    /** Id of the job that causes it; null if none does. */
    String culprit;

    private final List<String> serverNames;
    private final List<FaultTruth.Victim> victims = new ArrayList<>();
    private final Set<RunningJob> slowed = new HashSet<>();
    /** At each sampling instant the middle one of its servers. */
    private final List<Double> responseFactors = new ArrayList<>();

    private UseWindow window;
    private List<CompetingJob> suspects = List.of();
    private boolean over;

    InjectedFault(
            int number,
            SimulatedFault fault,
            SimulatedFileSystem fileSystem,
            List<Integer> servers,
            List<String> serverNames,
            long siteStartMicros) {
        this.number = number;
        this.fault = fault;
        this.fileSystem = fileSystem;
        this.servers = servers;
        this.serverNames = serverNames;
        this.onsetMicros = siteStartMicros + MicroTime.micros(fault.after());
        this.endMicros = onsetMicros + MicroTime.micros(fault.lasting());
    }

    boolean hasBegun() {
        return window != null;
    }

    /** From now on it is watched who loads the servers. */
    void begin() {
        boolean metadata = fault.load() == DemandKind.METADATA;
        boolean hosts = fault.kind() == Kind.SLOW_HOST;
        fileSystem.advance();
        window = new UseWindow(
                metadata || hosts ? List.of() : servers, metadata && !hosts ? servers : List.of(), fileSystem.uses());
        fileSystem.windows().add(window);
    }

    /** Takes note of how slow its servers are while it is under way. */
    void observe() {
        if (hasBegun() && !over && fault.kind() != Kind.SLOW_HOST) {
            List<SimulatedServer> all = fileSystem.servers(fault.load());
            double[] factors = servers.stream()
                    .mapToDouble(index -> all.get(index).responseFactor())
                    .sorted()
                    .toArray();
            responseFactors.add(factors[factors.length / 2]);
        }
    }

    private double waited(int samples) {
        return responseFactors.stream()
                .sorted(Comparator.reverseOrder())
                .limit(samples)
                .reduce((larger, smaller) -> smaller)
                .orElse(Double.NaN);
    }

    /** The fault is over; the jobs that are under way may still learn what it cost them. */
    void end() {
        fileSystem.advance();
        fileSystem.windows().remove(window);
        suspects = window.close(fileSystem.uses());
        fileSystem.uses().forEach(use -> slowed.add(use.job()));
        over = true;
    }

    /**
     * @return time that the phase lost by the fault, seconds: of a time in which the server was k times slower, all but
     *     one k-th
     */
    double lossSeconds(SimulatedJobUse use, DemandKind load, long fromMicros, long toMicros, SimulatedServer critical) {
        boolean slowsServers = fault.kind() != Kind.SLOW_HOST && fault.kind() != Kind.CAPACITY;
        boolean sameServers = use.fileSystem() == fileSystem
                && (load == DemandKind.METADATA) == (fault.load() == DemandKind.METADATA)
                && servers.contains(critical.index());
        if (!slowsServers || !sameServers || use.job().plan().jobId().equals(culprit)) {
            return 0;
        }
        long overlap = Math.min(toMicros, endMicros) - Math.max(fromMicros, onsetMicros);
        return Math.max(0, overlap) / 1e6 * (1 - 1 / fault.factor());
    }

    /** Takes note of a job that is over. */
    void end(RunningJob job) {
        slowed.remove(job);
        double seconds = 0;
        for (SimulatedJobUse use : job.uses()) {
            for (FaultLoss loss : use.losses()) {
                seconds += loss.fault() == number ? loss.seconds() : 0;
            }
        }
        if (seconds > 0) {
            JobPlan plan = job.plan();
            victims.add(new FaultTruth.Victim(plan.jobId(), plan.executable(), plan.nodes(), seconds));
        }
    }

    /** @return true if nothing can be added any more */
    boolean isSettled() {
        return over && slowed.isEmpty();
    }

    /** @param samplesOfMinute how often it was observed in a minute */
    FaultTruth truth(int samplesOfMinute) {
        return new FaultTruth(
                number,
                fault,
                MicroTime.instant(onsetMicros),
                MicroTime.instant(endMicros),
                serverNames,
                waited(samplesOfMinute),
                culprit,
                suspects,
                victims);
    }
}
