package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SimulatedFault.Kind;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

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
            .withoutContenders();

    private static final Duration MIN_PAUSE = Duration.ofMinutes(12);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(20);
    private static final Duration MIN_LOAD = Duration.ofSeconds(60);
    private static final Duration MAX_LOAD = Duration.ofMinutes(15);
    private static final Duration MIN_DEFECT = Duration.ofMinutes(8);
    private static final Duration MAX_DEFECT = Duration.ofMinutes(20);
    private static final Duration FILLING = Duration.ofMinutes(30);
    private static final Duration AFTERWARDS = Duration.ofMinutes(45);

    /** Faults of a calm site whose times are to be set, in an order that chance decides. */
    private static final List<Function<SplittableRandom, SimulatedFault>> ROUND = List.of(
            random -> job(DemandKind.READ, random),
            random -> job(DemandKind.READ, random),
            random -> job(DemandKind.WRITE, random),
            random -> job(DemandKind.WRITE, random),
            random -> job(DemandKind.METADATA, random),
            random -> job(DemandKind.METADATA, random),
            random -> overloaded(random.nextInt(OSTS), 1, loadLasting(random), random),
            random -> degraded(DemandKind.WRITE, random),
            random -> degraded(DemandKind.METADATA, random),
            random -> SimulatedFault.slowHost(
                    FILE_SYSTEM,
                    random.nextInt(MonitoringSettings.EVERYTHING.probeHosts()),
                    Duration.ZERO,
                    defectLasting(random),
                    defectFactor(random)),
            random -> onOsts(Kind.CAPACITY, FILLING, random.nextDouble(0.92, 0.98), random.nextInt(OSTS), 1));

    /** A larger site with more and more uneven load, on which what is published is lost, late and wrong by the clock. */
    private static final int ROUGH_OSTS = 48;

    private static final int OSTS_PER_HOST = 8;

    private static final SiteConfiguration ROUGH = SiteConfiguration.calm(
                    FileSystemModel.of(FILE_SYSTEM, ROUGH_OSTS, 1))
            .withJobs(JobLoad.of(Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofMinutes(8), 0.2, 1))
            .withDisturbances(CollectionDisturbances.ROUGH)
            .withoutContenders();

    private static final Duration SHORT_LOAD = Duration.ofMinutes(2);

    /** A rough round: faults of the whole file system, of a third of it, of one host and of one OST. */
    private static final List<Function<SplittableRandom, SimulatedFault>> ROUGH_ROUND = List.of(
            random -> job(DemandKind.READ, random),
            random -> job(DemandKind.WRITE, random),
            random -> job(DemandKind.METADATA, random),
            random -> wide(random),
            random -> wide(random),
            random -> overloaded(random.nextInt(ROUGH_OSTS), 1, loadLasting(random), random),
            random -> overloaded(random.nextInt(ROUGH_OSTS), 1, evenly(SHORT_LOAD, MIN_DEFECT, random), random),
            random -> slow(0, ROUGH_OSTS, random),
            random -> slow(0, ROUGH_OSTS, random),
            random -> slow(OSTS_PER_HOST * random.nextInt(ROUGH_OSTS / OSTS_PER_HOST), OSTS_PER_HOST, random),
            random -> slow(random.nextInt(ROUGH_OSTS), 1, random),
            random -> degraded(DemandKind.METADATA, random),
            random -> burst(DemandKind.READ, random),
            random -> burst(DemandKind.WRITE, random));

    private static SimulatedFault job(DemandKind load, SplittableRandom random) {
        return SimulatedFault.contention(FILE_SYSTEM, load, Duration.ZERO, loadLasting(random), loadFactor(random));
    }

    private static SimulatedFault degraded(DemandKind operations, SplittableRandom random) {
        return SimulatedFault.degraded(
                FILE_SYSTEM, operations, Duration.ZERO, defectLasting(random), defectFactor(random));
    }

    private static SimulatedFault burst(DemandKind load, SplittableRandom random) {
        return SimulatedFault.contention(
                FILE_SYSTEM, load, Duration.ZERO, loadLasting(random), random.nextDouble(1.15, 1.35));
    }

    private static SimulatedFault wide(SplittableRandom random) {
        int third = ROUGH_OSTS / 3;
        return overloaded(third * random.nextInt(3), third, loadLasting(random), random);
    }

    private static SimulatedFault overloaded(int first, int osts, Duration lasting, SplittableRandom random) {
        return onOsts(Kind.HOTSPOT, lasting, loadFactor(random), first, osts);
    }

    private static SimulatedFault slow(int first, int osts, SplittableRandom random) {
        return onOsts(Kind.DEGRADED, defectLasting(random), defectFactor(random), first, osts);
    }

    private static SimulatedFault onOsts(Kind kind, Duration lasting, double factor, int first, int count) {
        List<Integer> osts = IntStream.range(first, first + count).boxed().toList();
        return new SimulatedFault(kind, FILE_SYSTEM, DemandKind.WRITE, Duration.ZERO, lasting, factor, osts);
    }

    static ContentionScenario withFaults(long seed, Duration warmUp) {
        return withFaults(seed, warmUp, CALM, ROUND);
    }

    /** @return a site whose load varies, whose records are lost and late, with faults of parts of it as well */
    static ContentionScenario rough(long seed, Duration warmUp) {
        return withFaults(seed, warmUp, ROUGH, ROUGH_ROUND);
    }

    private static ContentionScenario withFaults(
            long seed,
            Duration warmUp,
            SiteConfiguration site,
            List<Function<SplittableRandom, SimulatedFault>> round) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Function<SplittableRandom, SimulatedFault>> left = new ArrayList<>(round);
        List<SimulatedFault> faults = new ArrayList<>();
        Duration after = warmUp;
        while (!left.isEmpty()) {
            SimulatedFault drawn = left.remove(random.nextInt(left.size())).apply(random);
            faults.add(drawn.at(after));
            after = after.plus(drawn.lasting()).plus(evenly(MIN_PAUSE, MAX_PAUSE, random));
        }
        return new ContentionScenario(
                seed, site.withFaults(faults), BEGIN, BEGIN.plus(after).plus(AFTERWARDS));
    }

    /** @return a site on which nothing goes wrong */
    static ContentionScenario quiet(long seed, Duration length, boolean isRough) {
        return new ContentionScenario(seed, isRough ? ROUGH : CALM, BEGIN, BEGIN.plus(length));
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
