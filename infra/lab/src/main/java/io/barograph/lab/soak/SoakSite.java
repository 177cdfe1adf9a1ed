package io.barograph.lab.soak;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The simulated site of a soak run, and how its time passes.
 *
 * @param seed what all chance of it comes from
 * @param speed how many times faster than the clock on the wall it passes
 */
record SoakSite(int osts, long seed, Instant from, Duration length, double speed) {
    static final String FILE_SYSTEM = "sim-scratch";

    /** What is decided in the time that is compared, is decided by then. */
    static final Duration AFTERWARDS = Duration.ofMinutes(25);

    /** The time afterwards passes as fast as the tests have it. */
    private static final double SPEED_AFTERWARDS = 60;

    /** Of the time afterwards that is decided, too, before anything is compared. */
    private static final Duration DECIDED_AFTERWARDS = AFTERWARDS.dividedBy(2);

    private static final Duration TROUBLE_INTERVAL = Duration.ofMinutes(45);

    /** @return the site: everything is watched, and each three quarters of an hour there is trouble in the file system */
    SiteConfiguration configuration() {
        List<SimulatedFault> faults = new ArrayList<>();
        for (Duration after = Duration.ofMinutes(15);
                after.compareTo(length) < 0;
                after = after.plus(TROUBLE_INTERVAL)) {
            faults.add(
                    switch (faults.size() % 3) {
                        case 0 ->
                            SimulatedFault.contention(FILE_SYSTEM, DemandKind.READ, after, Duration.ofMinutes(6), 4);
                        case 1 ->
                            SimulatedFault.degraded(FILE_SYSTEM, DemandKind.WRITE, after, Duration.ofMinutes(12), 4);
                        default ->
                            SimulatedFault.contention(
                                    FILE_SYSTEM, DemandKind.METADATA, after, Duration.ofMinutes(5), 4);
                    });
        }
        return SiteConfiguration.calm(FileSystemModel.of(FILE_SYSTEM, osts, 1))
                .withJobs(JobLoad.of(Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofMinutes(6), 0.1, 1))
                .withoutContenders()
                .withFaults(faults);
    }

    /** @return end of the time that is compared */
    Instant to() {
        return from.plus(length);
    }

    /** @return time of a decision after which all of the time that is compared are taken */
    Instant decided() {
        return to().plus(DECIDED_AFTERWARDS);
    }

    Instant end() {
        return to().plus(AFTERWARDS);
    }

    /** @return time on the wall until {@link #to} */
    Duration wallLength() {
        return Duration.ofMillis((long) (length.toMillis() / speed));
    }

    Instant at(Duration passed) {
        Duration beyond = passed.minus(wallLength());
        return beyond.isNegative()
                ? from.plusMillis((long) (passed.toMillis() * speed))
                : to().plusMillis((long) (beyond.toMillis() * SPEED_AFTERWARDS));
    }
}
