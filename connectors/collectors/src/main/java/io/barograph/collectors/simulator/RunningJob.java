package io.barograph.collectors.simulator;

import io.barograph.collectors.simulator.JobPlan.Darshan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A job on its way through its phases. */
final class RunningJob {
    private final JobPlan plan;
    private final long startMicros;
    private final Map<String, JobUse> uses = new LinkedHashMap<>();
    private final List<Flow> flows = new ArrayList<>();
    private int phase = -1;
    private long phaseStartMicros;
    private long computeEndMicros;

    /**
     * Opens the job's accounts and begins its first phase.
     *
     * @param plan the job
     * @param startMicros now, microseconds since the epoch
     * @param fileSystems the site's file systems by name
     */
    RunningJob(JobPlan plan, long startMicros, Map<String, SimulatedFileSystem> fileSystems) {
        this.plan = plan;
        this.startMicros = startMicros;
        Map<String, TreeSet<Integer>> osts = new LinkedHashMap<>();
        for (Phase.Transfer transfer : plan.transfers()) {
            osts.computeIfAbsent(transfer.fileSystem(), name -> new TreeSet<>()).addAll(transfer.osts());
        }
        osts.forEach((name, indices) -> {
            SimulatedFileSystem fileSystem = fileSystems.get(name);
            uses.put(name, new JobUse(fileSystem, ostsNamed() ? List.copyOf(indices) : fileSystem.allOsts()));
        });
        begin(0, startMicros);
    }

    JobPlan plan() {
        return plan;
    }

    long startMicros() {
        return startMicros;
    }

    boolean ostsNamed() {
        return plan.darshan() == Darshan.LOG_WITH_OSTS;
    }

    /** @return the job's accounts, one per file system, in the order of first use */
    Collection<JobUse> uses() {
        return uses.values();
    }

    boolean isOver() {
        return phase == plan.phases().size();
    }

    /** Ends the phases that are over and begins those that follow. */
    void proceed(long nowMicros) {
        while (!isOver() && isPhaseOver(nowMicros)) {
            if (plan.phases().get(phase) instanceof Phase.Transfer transfer) {
                uses.get(transfer.fileSystem()).bookTime(transfer.direction(), nowMicros - phaseStartMicros);
                flows.clear();
            }
            begin(phase + 1, nowMicros);
        }
    }

    /** @return the instant at which, at the current rates, a flow or a phase ends next */
    long nextChangeMicros(long nowMicros) {
        if (plan.phases().get(phase) instanceof Phase.Compute) {
            return computeEndMicros;
        }
        long micros = Long.MAX_VALUE - nowMicros;
        for (Flow flow : flows) {
            if (!flow.isDone()) {
                micros = Math.min(micros, flow.microsToEnd());
            }
        }
        return nowMicros + micros;
    }

    private boolean isPhaseOver(long nowMicros) {
        return plan.phases().get(phase) instanceof Phase.Compute
                ? nowMicros >= computeEndMicros
                : flows.stream().allMatch(Flow::isDone);
    }

    private void begin(int next, long nowMicros) {
        phase = next;
        phaseStartMicros = nowMicros;
        if (isOver()) {
            return;
        }
        Phase begun = plan.phases().get(phase);
        if (begun instanceof Phase.Compute compute) {
            computeEndMicros = nowMicros + compute.micros();
        } else if (begun instanceof Phase.Transfer transfer) {
            JobUse use = uses.get(transfer.fileSystem());
            for (int i = 0; i < transfer.osts().size(); i++) {
                int ost = transfer.osts().get(i);
                Flow flow =
                        new Flow(use, transfer.direction(), ost, transfer.bytesAt(i), transfer.bytesPerSecondAndOst());
                flows.add(flow);
                use.fileSystem().osts().get(ost).add(flow);
            }
        }
    }
}
