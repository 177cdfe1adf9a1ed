package io.barograph.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.lab.simulator.server.CompetingJob;
import io.barograph.lab.simulator.server.PhaseFlow;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {
    private static final Instant START = Recording.START;
    private static final FileSystemModel HOME = FileSystemModel.of("home", 4, 1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final Set<ProbeOperation> ON_MDT =
            EnumSet.of(ProbeOperation.CREATE, ProbeOperation.STAT, ProbeOperation.READ, ProbeOperation.DELETE);

    private static SiteConfiguration idle(SimulatedFault... faults) {
        return SiteConfiguration.calm(HOME)
                .withJobs(JobLoad.NONE)
                .withObservation(new MonitoringSettings(
                        CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL,
                        true,
                        3,
                        Duration.ofSeconds(30),
                        CollectionDisturbances.NONE))
                .withFaults(List.of(faults));
    }

    @Test
    void shouldSlowTheMetadataOperationsOfProbesTenfoldAndNoOthers() {
        Recording recording = Recording.of(
                idle(SimulatedFault.contention("home", DemandKind.METADATA, Duration.ofMinutes(10), FIVE_MINUTES, 10)),
                3,
                1500);

        for (ProbeOperation operation : ON_MDT) {
            assertThat(ratio(recording, operation, any -> true))
                    .as("%s", operation)
                    .isCloseTo(10, within(0.5));
        }
        for (ProbeOperation operation : List.of(ProbeOperation.DATA_READ, ProbeOperation.DATA_WRITE)) {
            assertThat(ratio(recording, operation, any -> true))
                    .as("%s", operation)
                    .isCloseTo(1, within(0.05));
        }
    }

    /** Somewhat more than tenfold, because jobs that take longer are under way together with more others. */
    @Test
    void shouldSlowProbesTenfoldOnALoadedSiteToo() {
        SiteConfiguration loaded = SiteConfiguration.calm(HOME)
                .withFaults(List.of(SimulatedFault.contention(
                        "home", DemandKind.METADATA, Duration.ofMinutes(10), FIVE_MINUTES, 10)));
        Recording with = Recording.of(loaded, 3, 1500);
        Recording without = Recording.of(loaded.withFaults(List.of()), 3, 1500);

        for (ProbeOperation operation : ON_MDT) {
            double slow = median(with, operation, any -> true, 600, 900);
            double fast = median(without, operation, any -> true, 600, 900);
            assertThat(slow / fast).as("%s", operation).isBetween(9.5, 11.5);
        }
    }

    /** Of an OST that is half in use a newcomer gets half. */
    @Test
    void shouldTellHowLongOthersWaitedForAMinuteOnHalfOfTheServers() {
        SimulatedFault fault =
                SimulatedFault.contention("home", DemandKind.WRITE, Duration.ofMinutes(10), FIVE_MINUTES, 3);
        assertThat(waited(fault)).isEqualTo(3);
        assertThat(waited(fault, writing(0, 1, 2, 3))).isCloseTo(6, within(1e-6));
        assertThat(waited(fault, writing(0))).isEqualTo(3);
        assertThat(waited(fault, new JobPhase.Compute(850_000_000), writing(0, 1, 2, 3)))
                .as("forty seconds are less than a minute")
                .isEqualTo(3);
        assertThat(waited(SimulatedFault.slowHost("home", 1, Duration.ofMinutes(10), FIVE_MINUTES, 5)))
                .isNaN();
    }

    private static double waited(SimulatedFault fault, JobPhase... phases) {
        ScriptedSite site = new ScriptedSite(idle(fault));
        if (phases.length > 0) {
            site.start(10, "1", phases);
        }
        return site.run(1200).faults.get(0).waited();
    }

    private static JobPhase writing(Integer... osts) {
        return new JobPhase.Transfer(
                "home", DemandKind.WRITE, List.of(osts), 100_000_000_000_000L, 500_000_000L * osts.length, 1 << 20);
    }

    @Test
    void shouldSlowOneProbingHost() {
        Recording recording = Recording.of(
                idle(SimulatedFault.slowHost("home", 1, Duration.ofMinutes(10), FIVE_MINUTES, 5)), 3, 1500);

        String slow = recording.faults.get(0).servers().get(0);
        for (ProbeOperation operation : EnumSet.complementOf(EnumSet.of(ProbeOperation.UNKNOWN))) {
            assertThat(ratio(recording, operation, timing -> timing.getHost().equals(slow)))
                    .as("%s", operation)
                    .isCloseTo(5, within(0.35));
            assertThat(ratio(recording, operation, timing -> !timing.getHost().equals(slow)))
                    .as("%s", operation)
                    .isCloseTo(1, within(0.06));
        }
        assertThat(recording.timings).extracting(ProbeTiming::getHost).contains(slow);
        assertThat(recording.faults.get(0).lostNodeHours()).isZero();
    }

    @Test
    void shouldSlowOneOstByAHotspot() {
        Recording recording =
                Recording.of(idle(SimulatedFault.hotspot("home", 2, Duration.ofMinutes(10), FIVE_MINUTES, 4)), 3, 1500);

        String hot = "home-OST0002";
        assertThat(ratio(recording, ProbeOperation.DATA_WRITE, on(hot))).isCloseTo(4, within(0.4));
        assertThat(ratio(recording, ProbeOperation.DATA_WRITE, on(hot).negate()))
                .isCloseTo(1, within(0.05));
        FaultTruth truth = recording.faults.get(0);
        assertThat(truth.servers()).containsExactly(hot);
        assertThat(truth.culpritShare()).isEqualTo(1);
    }

    @Test
    void shouldDegradeServersWithoutLoad() {
        Recording recording = Recording.of(
                idle(SimulatedFault.degraded("home", DemandKind.READ, Duration.ofMinutes(10), FIVE_MINUTES, 3)),
                3,
                1500);

        assertThat(ratio(recording, ProbeOperation.DATA_READ, any -> true)).isCloseTo(3, within(0.15));
        assertThat(recording.samples)
                .filteredOn(sample -> sample.getServer().equals("home-OST0000"))
                .extracting(ServerSample::getWriteBytes)
                .containsOnly(recording.samples.get(0).getWriteBytes());
        assertThat(recording.faults).singleElement().satisfies(truth -> {
            assertThat(truth.culprit()).isNull();
            assertThat(truth.culpritShare()).isNaN();
            assertThat(truth.suspects()).isEmpty();
        });
    }

    @Test
    void shouldFillOstsAndFreeThemAgain() {
        Recording recording = Recording.of(
                idle(SimulatedFault.capacity("home", Duration.ofMinutes(10), FIVE_MINUTES, 0.95)), 3, 1500);

        Map<Instant, Double> fullness = new TreeMap<>();
        recording.samples.stream()
                .filter(sample -> sample.getServer().equals("home-OST0003"))
                .forEach(sample -> fullness.put(
                        sample.getTime(), (double) sample.getUsedKibibytes() / sample.getTotalKibibytes()));
        double before = fullness.get(START.plusSeconds(600));
        assertThat(before).isBetween(0.4, 0.6);
        assertThat(fullness.get(START.plusSeconds(675))).isCloseTo((before + 0.95) / 2, within(1e-6));
        assertThat(fullness.get(START.plusSeconds(750))).isCloseTo(0.95, within(1e-6));
        assertThat(fullness.get(START.plusSeconds(895))).isCloseTo(0.95, within(1e-6));
        assertThat(fullness.get(START.plusSeconds(900))).isEqualTo(before);
    }

    /** The victim ends later by exactly what the fault is said to have cost it. */
    @Test
    void shouldKnowWhatAFaultCost() {
        JobPhase write =
                new JobPhase.Transfer("home", DemandKind.WRITE, List.of(0, 1), 40_000_000_000L, 200_000_000, 1 << 20);
        SimulatedFault fault = SimulatedFault.contention("home", DemandKind.READ, Duration.ofSeconds(100), MINUTE, 3);
        Recording with = new ScriptedSite(idle(fault)).start(10, "1", write).run(900);
        Recording without = new ScriptedSite(idle()).start(10, "1", write).run(900);

        JobTruth slowed = truth(with, "1");
        JobTruth unhindered = truth(without, "1");
        double later = Duration.between(unhindered.endTime(), slowed.endTime()).toNanos() / 1e9;
        assertThat(later).isCloseTo(40, within(1e-5));
        assertThat(slowed.faultLosses()).singleElement().satisfies(loss -> {
            assertThat(loss.fault()).isZero();
            assertThat(loss.seconds()).isCloseTo(later, within(1e-5));
        });
        assertThat(unhindered.ioSeconds()).isCloseTo(unhindered.unhinderedIoSeconds(), within(1e-5));
        assertThat(slowed.ioSeconds() - slowed.unhinderedIoSeconds()).isCloseTo(later, within(1e-5));
        assertThat(slowed.lostNodeHours()).isCloseTo(4 * later / 3600, within(1e-6));
        FaultTruth truth = with.faults.get(0);
        assertThat(truth.victims()).extracting(FaultTruth.Victim::jobId).containsExactly("1");
        assertThat(truth.lostNodeHours()).isCloseTo(4 * later / 3600, within(1e-6));
        assertThat(truth.onset()).isEqualTo(START.plusSeconds(100));
        assertThat(truth.end()).isEqualTo(START.plusSeconds(160));
    }

    @Test
    void shouldNameTheCulpritAndItsShare() {
        JobPhase write = new JobPhase.Transfer(
                "home", DemandKind.WRITE, List.of(0, 1, 2, 3), 400_000_000_000L, 400_000_000, 1 << 20);
        Recording recording = new ScriptedSite(
                        idle(SimulatedFault.contention("home", DemandKind.READ, Duration.ofSeconds(100), MINUTE, 3)))
                .start(10, "1", write)
                .run(2000);

        FaultTruth truth = recording.faults.get(0);
        JobTruth culprit = truth(recording, truth.culprit());
        // The culprit takes two thirds of 4 GB/s; the other job has a third of its 400 MB/s left.
        assertThat(culprit.job().readBytes()).isCloseTo(160_000_000_000L, within(1000L));
        assertThat(culprit.startTime()).isEqualTo(START.plusSeconds(100));
        assertThat(culprit.endTime()).isEqualTo(START.plusSeconds(160));
        assertThat(truth.suspects()).extracting(CompetingJob::jobId).containsExactly(truth.culprit(), "1");
        assertThat(truth.culpritShare()).isCloseTo(160 / 168.0, within(1e-6));
        assertThat(truth(recording, "1").contenders()).singleElement().satisfies(contender -> {
            assertThat(contender.jobId()).isEqualTo(truth.culprit());
            assertThat(contender.volume()).isEqualTo(culprit.job());
        });
        assertThat(recording.events)
                .filteredOn(event -> event.getJobId().equals(truth.culprit()))
                .hasSize(2);
    }

    @Test
    void shouldNeverExceedTheCapacityOfAServer() {
        SiteConfiguration busy = SiteConfiguration.calm(HOME)
                .withJobs(JobLoad.of(Duration.ofSeconds(10), MINUTE, FIVE_MINUTES, 0.9, 1))
                .withFaults(List.of(
                        SimulatedFault.contention("home", DemandKind.READ, Duration.ofMinutes(4), FIVE_MINUTES, 7),
                        SimulatedFault.contention("home", DemandKind.WRITE, Duration.ofMinutes(6), FIVE_MINUTES, 2),
                        SimulatedFault.degraded("home", DemandKind.READ, Duration.ofMinutes(8), FIVE_MINUTES, 1.5),
                        SimulatedFault.contention(
                                "home", DemandKind.METADATA, Duration.ofMinutes(5), FIVE_MINUTES, 4)));
        SimulatedSite site = new SimulatedSite(busy, 5, START);
        Recording recording = new Recording();
        double busiest = 0;
        for (int second = 1; second < 1200; second++) {
            site.advanceTo(START.plusSeconds(second), recording.observer);
            for (DemandKind load : List.of(DemandKind.READ, DemandKind.METADATA)) {
                for (SimulatedServer server : site.fileSystem("home").servers(load)) {
                    double rates = 0;
                    for (PhaseFlow flow : server.flows()) {
                        rates += flow.perSecond();
                    }
                    for (PhaseFlow flow : server.hammering()) {
                        rates += flow.perSecond();
                    }
                    assertThat(rates).isLessThanOrEqualTo((double) server.capacityPerSecond());
                    busiest = Math.max(busiest, rates / server.capacityPerSecond());
                }
            }
        }
        assertThat(busiest).isGreaterThan(0.85);
        recording.samples.stream()
                .filter(sample -> sample.getKind() == ServerKind.OSS)
                .forEach(sample -> assertThat(sample.getCpuPercent()).isBetween(0.0, 90.0));
    }

    @Test
    void shouldGiveProbesUpAfterTheTimeOutAndSayWhichSlotsWereBlocked() {
        MonitoringSettings observation = new MonitoringSettings(
                Duration.ofSeconds(5),
                false,
                1,
                Duration.ofSeconds(1),
                Duration.ofMillis(2500),
                Duration.ZERO,
                CollectionDisturbances.NONE);
        Recording recording = Recording.of(
                SiteConfiguration.calm(HOME)
                        .withJobs(JobLoad.NONE)
                        .withObservation(observation)
                        .withFaults(List.of(SimulatedFault.slowHost("home", 0, MINUTE, MINUTE, 1000))),
                3,
                300);

        Map<ProbeOutcome, List<ProbeTiming>> byOutcome =
                recording.timings.stream().collect(java.util.stream.Collectors.groupingBy(ProbeTiming::getOutcome));
        assertThat(byOutcome.get(ProbeOutcome.TIMEOUT))
                .isNotEmpty()
                .allSatisfy(timing -> assertThat(timing.getSeconds()).isEqualTo(2.5));
        assertThat(byOutcome.get(ProbeOutcome.OK))
                .allSatisfy(timing -> assertThat(timing.getSeconds()).isBetween(0.0, 2.5));
        assertThat(byOutcome.get(ProbeOutcome.BLOCKED))
                .allSatisfy(timing -> assertThat(timing.getSeconds()).isNull());
        long slots = recording.timings.stream()
                .filter(timing -> timing.getOutcome() != ProbeOutcome.BLOCKED)
                .filter(timing -> timing.getOperation() == ProbeOperation.DELETE)
                .count();
        assertThat(slots + byOutcome.get(ProbeOutcome.BLOCKED).size()).isBetween(299L, 300L);
    }

    private static JobTruth truth(Recording recording, String jobId) {
        return recording.all.stream()
                .filter(truth -> truth.jobId().equals(jobId))
                .findFirst()
                .orElseThrow();
    }

    private static Predicate<ProbeTiming> on(String server) {
        return timing -> timing.getServer().equals(server);
    }

    /** Median in the five minutes of the fault, by the median of the ten minutes before. */
    private static double ratio(Recording recording, ProbeOperation operation, Predicate<ProbeTiming> which) {
        return median(recording, operation, which, 600, 900) / median(recording, operation, which, 0, 600);
    }

    private static double median(
            Recording recording, ProbeOperation operation, Predicate<ProbeTiming> which, int from, int to) {
        double[] seconds = recording.timings.stream()
                .filter(timing -> timing.getOperation() == operation)
                .filter(which)
                .filter(timing -> !timing.getTime().isBefore(START.plusSeconds(from))
                        && timing.getTime().isBefore(START.plusSeconds(to)))
                .mapToDouble(ProbeTiming::getSeconds)
                .sorted()
                .toArray();
        return seconds[seconds.length / 2];
    }
}
