package io.barograph.lab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * Processor time at an instant.
 *
 * @param ownSeconds processor time of this process so far
 * @param simulatorSeconds of its own the simulator's, which a real site does not have
 */
record ProcessorTime(long nanoTime, double ownSeconds, double serverSeconds, double simulatorSeconds) {
    /** The thread that {@link io.barograph.lab.simulator.SimulatorCollector} publishes with. */
    private static final String SIMULATOR = "simulator";

    static ProcessorTime now() {
        double servers = ProcessHandle.current()
                        .descendants()
                        .mapToLong(process -> process.info()
                                .totalCpuDuration()
                                .orElse(Duration.ZERO)
                                .toMillis())
                        .sum()
                / 1e3;
        return new ProcessorTime(System.nanoTime(), MachineDescription.processorSeconds(), servers, simulator());
    }

    private static double simulator() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().equals(SIMULATOR)) {
                nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return nanos / 1e9;
    }

    /** @return share of all processors that the jobs had meanwhile, simulator and servers aside */
    double shareOfJobs(ProcessorTime later) {
        return (later.ownSeconds - ownSeconds - (later.simulatorSeconds - simulatorSeconds)) / available(later);
    }

    double shareOfServers(ProcessorTime later) {
        return (later.serverSeconds - serverSeconds) / available(later);
    }

    private double available(ProcessorTime later) {
        return (later.nanoTime - nanoTime) / 1e9 * Runtime.getRuntime().availableProcessors();
    }
}
