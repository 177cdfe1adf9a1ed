package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A simulated site on which nothing happens until climates and baselines are there; then one fault after the other, with
 * pauses long enough for what has piled up to be worked off.
 *
 * <p>Contention and hotspots: factor 2 to 8 and 60 s to 15 min, both evenly by their logarithm. Slow servers and hosts:
 * factor 2.5 to 6 and 8 to 20 min. An OST fills to 92 to 98 %.
 *
 * @param to its end, long enough after the last fault for the jobs under way to end and their runs to be decided
 */
record ContentionScenario(long seed, SiteConfiguration site, Instant from, Instant to) {
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
    private static final String FILE_SYSTEM = "sim-scratch";
    private static final int OSTS = 16;

    /** Short jobs, many of them: each application has run often enough on the same number of nodes within hours. */
    private static final JobLoad JOBS =
            JobLoad.of(Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofMinutes(8), 0.1, 1);

    private static final SiteConfiguration CALM = SiteConfiguration.calm(FileSystemModel.of(FILE_SYSTEM, OSTS, 1))
            .withJobs(JOBS)
            .withObservation(MonitoringSettings.EVERYTHING)
            .withoutContenders();

    private static final Duration MIN_PAUSE = Duration.ofMinutes(12);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(20);
    private static final Duration MIN_LOAD = Duration.ofSeconds(60);
    private static final Duration MAX_LOAD = Duration.ofMinutes(15);
    private static final Duration MIN_DEFECT = Duration.ofMinutes(8);
    private static final Duration MAX_DEFECT = Duration.ofMinutes(20);
    private static final Duration FILLING = Duration.ofMinutes(30);
    private static final Duration AFTERWARDS = Duration.ofMinutes(45);

    /** What a round consists of, in an order that chance decides. */
    private static final List<FaultClass> ROUND = List.of(
            FaultClass.READ,
            FaultClass.READ,
            FaultClass.WRITE,
            FaultClass.WRITE,
            FaultClass.METADATA,
            FaultClass.METADATA,
            FaultClass.HOTSPOT,
            FaultClass.DEGRADED_DATA,
            FaultClass.DEGRADED_METADATA,
            FaultClass.SLOW_HOST,
            FaultClass.CAPACITY);

    static ContentionScenario withFaults(long seed, Duration warmUp) {
        SplittableRandom random = new SplittableRandom(seed);
        List<FaultClass> left = new ArrayList<>(ROUND);
        List<SimulatedFault> faults = new ArrayList<>();
        Duration after = warmUp;
        while (!left.isEmpty()) {
            SimulatedFault fault = fault(left.remove(random.nextInt(left.size())), after, random);
            faults.add(fault);
            after = after.plus(fault.lasting()).plus(evenly(MIN_PAUSE, MAX_PAUSE, random));
        }
        return new ContentionScenario(
                seed, CALM.withFaults(faults), BEGIN, BEGIN.plus(after).plus(AFTERWARDS));
    }

    /** @return a site on which nothing goes wrong */
    static ContentionScenario quiet(long seed, Duration length) {
        return new ContentionScenario(seed, CALM, BEGIN, BEGIN.plus(length));
    }

    private static SimulatedFault fault(FaultClass wanted, Duration after, SplittableRandom random) {
        return switch (wanted) {
            case READ, WRITE, METADATA ->
                SimulatedFault.contention(
                        FILE_SYSTEM, DemandKind.valueOf(wanted.name()), after, loadLasting(random), loadFactor(random));
            case HOTSPOT ->
                SimulatedFault.hotspot(
                        FILE_SYSTEM, random.nextInt(OSTS), after, loadLasting(random), loadFactor(random));
            case DEGRADED_DATA ->
                SimulatedFault.degraded(
                        FILE_SYSTEM, DemandKind.WRITE, after, defectLasting(random), defectFactor(random));
            case DEGRADED_METADATA ->
                SimulatedFault.degraded(
                        FILE_SYSTEM, DemandKind.METADATA, after, defectLasting(random), defectFactor(random));
            case SLOW_HOST ->
                SimulatedFault.slowHost(
                        FILE_SYSTEM,
                        random.nextInt(MonitoringSettings.EVERYTHING.probeHosts()),
                        after,
                        defectLasting(random),
                        defectFactor(random));
            case CAPACITY ->
                new SimulatedFault(
                        SimulatedFault.Kind.CAPACITY,
                        FILE_SYSTEM,
                        DemandKind.WRITE,
                        after,
                        FILLING,
                        random.nextDouble(0.92, 0.98),
                        List.of(random.nextInt(OSTS)));
        };
    }

    private static Duration loadLasting(SplittableRandom random) {
        double seconds = evenlyByLogarithm(MIN_LOAD.toMillis() / 1e3, MAX_LOAD.toMillis() / 1e3, random);
        return Duration.ofMillis(Math.round(seconds * 1e3));
    }

    private static double loadFactor(SplittableRandom random) {
        return evenlyByLogarithm(2, 8, random);
    }

    private static Duration defectLasting(SplittableRandom random) {
        return evenly(MIN_DEFECT, MAX_DEFECT, random);
    }

    private static double defectFactor(SplittableRandom random) {
        return evenlyByLogarithm(2.5, 6, random);
    }

    private static Duration evenly(Duration least, Duration most, SplittableRandom random) {
        return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis()));
    }

    private static double evenlyByLogarithm(double least, double most, SplittableRandom random) {
        return least * StrictMath.pow(most / least, random.nextDouble());
    }
}
