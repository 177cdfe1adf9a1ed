package io.barograph.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.JobPlan.Darshan;
import io.barograph.lab.simulator.plan.JobSource;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.PoissonArrivals;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.lab.simulator.server.FairShare;
import io.barograph.lab.simulator.server.PhaseFlow;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.lab.simulator.server.SimulatedJobUse;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SimulatedSiteTest {
    private static final Instant START = Recording.START;
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    @Test
    void shouldGiveTheSameRecordsForTheSameSeed() {
        Recording first = Recording.ofSmallSite(7, 300);
        Recording second = Recording.ofSmallSite(7, 300);
        Recording other = Recording.ofSmallSite(8, 300);

        assertThat(second.samples).isEqualTo(first.samples);
        assertThat(second.summaries).isEqualTo(first.summaries).isNotEmpty();
        assertThat(second.truths).isEqualTo(first.truths).isNotEmpty();
        assertThat(other.samples).isNotEqualTo(first.samples);
        assertThat(other.summaries).isNotEqualTo(first.summaries);
    }

    @Property(tries = 20)
    void shouldGiveTheSameRecordsHoweverItIsStepped(@ForAll long seed) {
        Recording stepped = new Recording();
        SimulatedSite site = new SimulatedSite(Recording.smallSite(), seed, START);
        SplittableRandom steps = new SplittableRandom(seed);
        for (Instant now = START;
                now.isBefore(START.plusSeconds(120));
                now = now.plusNanos(steps.nextLong(200_000_000))) {
            site.advanceTo(now, stepped.observer);
        }
        site.advanceTo(START.plusSeconds(120), stepped.observer);

        Recording whole = Recording.ofSmallSite(seed, 120);
        assertThat(stepped.samples).isEqualTo(whole.samples);
        assertThat(stepped.summaries).isEqualTo(whole.summaries);
        assertThat(stepped.truths).isEqualTo(whole.truths);
    }

    @Test
    void shouldNotGoBackInTime() {
        SimulatedSite site = new SimulatedSite(Recording.smallSite(), 1, START);
        site.advanceTo(START.plusSeconds(10), new Recording().observer);

        assertThatThrownBy(() -> site.advanceTo(START.plusSeconds(9), new Recording().observer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot go back");
    }

    /** What all jobs moved, neighbours included, is what the counters gained: byte for byte on every OST. */
    @Property(tries = 20)
    void shouldCountEveryByteOfEveryJobOnce(@ForAll long seed) {
        List<JobPlan> planned = new ArrayList<>();
        SimulatedSite site = new SimulatedSite(
                Recording.smallSite(), new SplittableRandom(seed), START, (configuration, random, startMicros) -> {
                    JobSource arrivals = new PoissonArrivals(configuration, random, startMicros);
                    return () -> {
                        JobSource.Arrival arrival = arrivals.next();
                        planned.add(arrival.plan());
                        return arrival;
                    };
                });
        Map<SimulatedServer, ByteVolume> atStart = new HashMap<>();
        allOsts(site).forEach(ost -> atStart.put(ost, ost.moved().volume()));

        SplittableRandom pauses = new SplittableRandom(seed);
        for (int i = 0; i < 20; i++) {
            site.advanceTo(site.now().plusNanos(1000 * pauses.nextLong(1, 15_000_000)), new Recording().observer);
            Map<SimulatedServer, ByteVolume> byJobs = movedByJobs(site, planned.subList(0, planned.size() - 1));
            for (SimulatedServer ost : allOsts(site)) {
                assertThat(ost.moved().volume().minus(atStart.get(ost)))
                        .as("%s at %s", ost.name(), site.now())
                        .isEqualTo(byJobs.getOrDefault(ost, ByteVolume.NONE));
            }
        }
        assertThat(planned).extracting(JobPlan::darshan).contains(Darshan.NO_LOG);
    }

    /** From the plans for jobs that have ended, from their accounts for those under way. */
    private static Map<SimulatedServer, ByteVolume> movedByJobs(SimulatedSite site, List<JobPlan> started) {
        Map<SimulatedServer, ByteVolume> moved = new HashMap<>();
        Set<String> underWay = new HashSet<>();
        for (RunningJob job : site.running()) {
            underWay.add(job.plan().jobId());
            for (SimulatedJobUse use : job.uses()) {
                for (int index : use.fileSystem().allOsts()) {
                    moved.merge(use.fileSystem().osts().get(index), use.movedOn(List.of(index)), ByteVolume::plus);
                }
            }
        }
        for (JobPlan plan : started) {
            if (!underWay.contains(plan.jobId())) {
                for (JobPhase.Transfer transfer : transfers(plan)) {
                    for (int i = 0; i < transfer.servers().size(); i++) {
                        SimulatedServer ost = site.fileSystem(transfer.fileSystem())
                                .osts()
                                .get(transfer.servers().get(i));
                        long bytes = transfer.bytesAt(i);
                        moved.merge(
                                ost,
                                transfer.load() == DemandKind.READ
                                        ? new ByteVolume(bytes, 0)
                                        : new ByteVolume(0, bytes),
                                ByteVolume::plus);
                    }
                }
            }
        }
        return moved;
    }

    private static List<JobPhase.Transfer> transfers(JobPlan plan) {
        return plan.phases().stream()
                .filter(JobPhase.Transfer.class::isInstance)
                .map(JobPhase.Transfer.class::cast)
                .toList();
    }

    @Property(tries = 20)
    void shouldUseEachOstUpToItsBandwidthAndNoFurther(@ForAll long seed) {
        SimulatedSite site = new SimulatedSite(Recording.smallSite(), seed, START);
        for (int i = 1; i <= 200; i++) {
            site.advanceTo(START.plusMillis(777L * i), new Recording().observer);
            for (FileSystemModel model : Recording.smallSite().fileSystems()) {
                for (SimulatedServer ost : site.fileSystem(model.name()).osts()) {
                    long demanded = sum(ost.flows().stream().mapToLong(PhaseFlow::maximumPerSecond));
                    assertThat(sum(ost.flows().stream().mapToLong(PhaseFlow::perSecond)))
                            .isEqualTo(Math.min(demanded, model.ostBytesPerSecond()));
                }
            }
        }
    }

    /** Rates are changed one by one where that is enough; they are those that sharing anew would give. */
    @Property(tries = 20)
    void shouldShareEachOstAsIfAllItsFlowsHadJustBegun(@ForAll long seed) {
        SimulatedSite site = new SimulatedSite(Recording.smallSite(), seed, START);
        int crowded = 0;
        for (int i = 1; i <= 200; i++) {
            site.advanceTo(START.plusMillis(777L * i), new Recording().observer);
            for (SimulatedServer ost : allOsts(site)) {
                long[] demands = ost.flows().stream()
                        .mapToLong(PhaseFlow::maximumPerSecond)
                        .toArray();
                long[] shares = new long[demands.length];
                FairShare.of(ost.capacityPerSecond(), demands, demands.length, shares);
                assertThat(ost.flows().stream().mapToLong(PhaseFlow::perSecond))
                        .containsExactly(Arrays.stream(shares).boxed().toArray(Long[]::new));
                crowded += Arrays.stream(demands).sum() > ost.capacityPerSecond() ? 1 : 0;
            }
        }
        assertThat(crowded).isPositive();
    }

    /** Looks when something is published: then the servers stand at different instants. */
    @Property(tries = 20)
    void shouldKnowWhatAnOstHasMovedBeforeItsCountersDo(@ForAll long seed) {
        SimulatedSite site = new SimulatedSite(SiteConfiguration.calm(FileSystemModel.of("home", 8, 1)), seed, START);
        long[] ahead = new long[1];
        SiteObserver looking = new SiteObserver(
                published -> {
                    for (SimulatedServer ost : site.fileSystem("home").osts()) {
                        ByteVolume known = ost.movedUntilNow();
                        ahead[0] += known.minus(ost.moved().volume()).bytes();
                        ost.advance();
                        assertThat(ost.moved().volume()).as(ost.name()).isEqualTo(known);
                    }
                },
                truth -> {},
                fault -> {});
        site.advanceTo(START.plusSeconds(600), looking);
        assertThat(ahead[0]).isPositive();
    }

    @Test
    void shouldSlowJobsThatShareAnOst() {
        OneOst site = new OneOst();
        site.start(1, writer("a", 4_000_000, 1_000_000));
        site.start(1, writer("b", 2_000_000, 1_000_000));
        Recording recording = site.run(20);

        // Half the bandwidth each until b is done after 4 s, then all of it for the 2 MB that a has left.
        assertThat(recording.summaries)
                .extracting(JobSummary::getJobId, JobSummary::getRunTimeSeconds)
                .containsExactlyInAnyOrder(tuple("a", 6.0), tuple("b", 4.0));
    }

    /** A run that starts and ends at sampling instants: both of their samples belong to it (docs/coverage.md, volume of a run). */
    @Test
    void shouldKnowTheTruthOfARunThatStartsAndEndsAtSamplingInstants() {
        OneOst site = new OneOst();
        site.start(2.5, neighbour("n", 2_500_000, 500_000));
        site.start(5, writer("a", 3_750_000, 1_000_000));
        Recording recording = site.run(20);

        assertThat(recording.truths).singleElement().satisfies(truth -> {
            assertThat(truth.startTime()).isEqualTo(START.plusSeconds(5));
            assertThat(truth.endTime()).isEqualTo(START.plusSeconds(10));
            assertThat(truth.job()).isEqualTo(new ByteVolume(0, 3_750_000));
            assertThat(truth.exact()).isEqualTo(new ByteVolume(1_250_000, 3_750_000));
            assertThat(truth.wholeIntervals()).isEqualTo(new ByteVolume(2_500_000, 3_750_000));
            assertThat(truth.exactCoverageFactor()).isEqualTo(0.75);
            assertThat(truth.wholeIntervalCoverageFactor()).isEqualTo(0.6);
        });
        assertWholeIntervalTruths(recording);
    }

    @Property(tries = 20)
    void shouldKnowWhatThePublishedSamplesSayOfEachJob(@ForAll long seed) {
        Recording recording = Recording.ofSmallSite(seed, 300);

        assertThat(recording.truths).hasSizeGreaterThan(10);
        assertWholeIntervalTruths(recording);
    }

    /** Sums the differences whose closing sample t satisfies start <= t < end + interval. */
    private static void assertWholeIntervalTruths(Recording recording) {
        Map<String, JobSummary> summaries = new HashMap<>();
        recording.summaries.forEach(summary -> summaries.put(summary.getJobId(), summary));
        Map<String, List<NavigableMap<Instant, Long>>> curvesOf = new HashMap<>();
        for (JobTruth truth : recording.truths) {
            JobSummary summary = summaries.get(truth.jobId());
            if (summary == null) {
                assertThat(truth.endTime().plusSeconds(4))
                        .isAfter(last(recording.samples).getTime());
                continue;
            }
            FileSystemUse use = summary.getFileSystems().stream()
                    .filter(each -> each.getFileSystem().equals(truth.fileSystem()))
                    .findFirst()
                    .orElseThrow();
            List<NavigableMap<Instant, Long>> curves = curvesOf.computeIfAbsent(truth.fileSystem(), recording::curves);
            Iterable<Integer> osts = use.getOstsComplete()
                    ? use.getOsts()
                    : LongStream.range(0, curves.size())
                            .mapToObj(Math::toIntExact)
                            .toList();
            long volume = 0;
            for (int ost : osts) {
                NavigableMap<Instant, Long> curve = curves.get(ost);
                for (Instant t : curve.subMap(
                                summary.getStartTime(), summary.getEndTime().plus(INTERVAL))
                        .keySet()) {
                    volume += curve.get(t) - curve.lowerEntry(t).getValue();
                }
            }
            long moved = use.getReadBytes() + use.getWriteBytes();
            assertThat(truth.job()).isEqualTo(new ByteVolume(use.getReadBytes(), use.getWriteBytes()));
            assertThat(truth.wholeIntervals().bytes()).isEqualTo(volume);
            assertThat(truth.wholeIntervalCoverageFactor()).isEqualTo((double) moved / volume);
            assertThat(truth.osts()).containsExactlyElementsOf(osts);
            assertThat(truth.ostsNamed()).isEqualTo(use.getOstsComplete());
            assertThat(truth.exactCoverageFactor()).isBetween(truth.wholeIntervalCoverageFactor(), 1.0);
        }
    }

    @Test
    void shouldLoseLittleToWholeIntervalsOverLongJobs() {
        SiteConfiguration small = Recording.smallSite();
        JobLoad ofSmall = small.jobs();
        SiteConfiguration longJobs = small.withJobs(new JobLoad(
                Duration.ofMinutes(2),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10),
                Duration.ofMinutes(15),
                ofSmall.shortestNeighbour(),
                ofSmall.longestNeighbour(),
                ofSmall.leastDemand(),
                ofSmall.greatestDemand(),
                ofSmall.computeShare(),
                0,
                false));
        Recording recording = new Recording();
        new SimulatedSite(longJobs, 3, START).advanceTo(START.plusSeconds(6 * 3600), recording.observer);

        List<JobTruth> ofLongJobs = recording.truths.stream()
                .filter(truth ->
                        Duration.between(truth.startTime(), truth.endTime()).toSeconds() > 300)
                .toList();
        assertThat(ofLongJobs).hasSizeGreaterThan(50).allSatisfy(truth -> assertThat(
                        truth.wholeIntervalCoverageFactor() / truth.exactCoverageFactor())
                .isCloseTo(1, within(0.05)));
    }

    @Property(tries = 20)
    void shouldLeaveASummarySomeSecondsAfterTheEnd(@ForAll long seed) {
        Recording recording = Recording.ofSmallSite(seed, 120);

        assertThat(recording.summaries)
                .isSortedAccordingTo(Comparator.comparing(JobSummary::getCollectedAt))
                .allSatisfy(summary -> {
                    assertThat(summary.getStartTime()).isAfter(START);
                    assertThat(summary.getEndTime()).isAfter(summary.getStartTime());
                    assertThat(Duration.between(summary.getEndTime(), summary.getCollectedAt()))
                            .isBetween(Duration.ofSeconds(1), Duration.ofMillis(3001));
                    assertThat(summary.getCollectedAt()).isBeforeOrEqualTo(START.plusSeconds(120));
                });
    }

    private static long bytes(FileSystemUse use, IoDirection direction) {
        return use.getIoIntervals().stream()
                .filter(interval -> interval.getDirection() == direction)
                .mapToLong(io.barograph.schemas.IoInterval::getBytes)
                .sum();
    }

    @Test
    void shouldSummariseAJobAsDarshanDoes() {
        Recording recording = Recording.ofSmallSite(5, 1800);

        assertThat(recording.summaries).allSatisfy(summary -> {
            assertThat(summary.getRunTimeSeconds())
                    .isEqualTo(Duration.between(summary.getStartTime(), summary.getEndTime())
                                    .toNanos()
                            / 1e9);
            ModuleUse posix = summary.getModules().get(0);
            long read = sum(summary.getFileSystems().stream().mapToLong(FileSystemUse::getReadBytes));
            long written = sum(summary.getFileSystems().stream().mapToLong(FileSystemUse::getWriteBytes));
            assertThat(summary.getModules()).hasSize(1);
            assertThat(posix.getModule()).isEqualTo("POSIX");
            assertThat(new ByteVolume(posix.getReadBytes(), posix.getWriteBytes()))
                    .isEqualTo(new ByteVolume(read, written));
            assertThat(posix.getSlowestRankSeconds()).isBetween(0.1, summary.getRunTimeSeconds());
            assertThat(posix.getPerformanceBytesPerSecond())
                    .isEqualTo((read + written) / posix.getSlowestRankSeconds());
            assertThat(posix.getReadSeconds() + posix.getWriteSeconds())
                    .isCloseTo(posix.getSlowestRankSeconds() * summary.getProcesses(), within(1e-6));
            assertThat(summary.getFileSystems())
                    .allSatisfy(use -> assertThat(use.getOsts() != null).isEqualTo(use.getOstsComplete()))
                    .allSatisfy(use -> assertThat(bytes(use, IoDirection.READ)).isEqualTo(use.getReadBytes()))
                    .allSatisfy(use -> assertThat(bytes(use, IoDirection.WRITE)).isEqualTo(use.getWriteBytes()));
            double seconds = summary.getFileSystems().stream()
                    .flatMap(use -> use.getIoIntervals().stream())
                    .mapToDouble(interval -> (interval.getEndMicros() - interval.getStartMicros()) / 1e6)
                    .sum();
            assertThat(seconds)
                    .as("nothing but reads and writes takes time on a site without MDTs")
                    .isCloseTo(posix.getSlowestRankSeconds(), within(1e-6));
        });
        assertThat(recording.summaries)
                .anyMatch(summary -> summary.getFileSystems().size() == 2)
                .anyMatch(summary -> summary.getFileSystems().get(0).getOstsComplete())
                .anyMatch(summary -> !summary.getFileSystems().get(0).getOstsComplete());
        assertThat(recording.summaries).extracting(JobSummary::getJobId).doesNotHaveDuplicates();
        assertThat(recording.summaries).extracting(JobSummary::getExecutable).doesNotContain("uninstrumented");
    }

    @Test
    void shouldSampleEveryServerAtEveryMultipleOfTheInterval() {
        Recording recording = new Recording();
        SimulatedSite site = new SimulatedSite(Recording.smallSite(), 9, START.plusMillis(3210));
        site.advanceTo(START.plusSeconds(600), recording.observer);

        Map<String, List<ServerSample>> byServer = new HashMap<>();
        recording.samples.forEach(sample -> byServer.computeIfAbsent(sample.getServer(), name -> new ArrayList<>())
                .add(sample));
        assertThat(byServer).hasSize(8 + 4 + 4 + 2);
        assertThat(byServer).containsKeys("sim-scratch-OST0007", "sim-projects-OST0003", "sim-oss01", "sim-oss06");
        byServer.values().forEach(samples -> {
            assertThat(samples).hasSize(121);
            for (int i = 0; i < samples.size(); i++) {
                assertThat(samples.get(i).getTime()).isEqualTo(START.plusSeconds(5L * i));
                assertThat(samples.get(i).getIntervalMillis()).isEqualTo(5000);
            }
        });
        assertThat(recording.samples).isSortedAccordingTo(Comparator.comparing(ServerSample::getTime));
    }

    @Test
    void shouldCountUpwardsFromARunningStart() {
        Recording recording = Recording.ofSmallSite(11, 3600);

        Map<String, ServerSample> before = new HashMap<>();
        for (ServerSample sample : recording.samples) {
            if (sample.getKind() == ServerKind.OST) {
                ServerSample earlier = before.put(sample.getServer(), sample);
                assertThat(sample.getReadBytes()).isGreaterThanOrEqualTo(earlier == null ? 1 : earlier.getReadBytes());
                assertThat(sample.getWriteBytes())
                        .isGreaterThanOrEqualTo(earlier == null ? 1 : earlier.getWriteBytes());
                if (earlier != null) {
                    assertThat(sample.getUsedKibibytes() + sample.getFreeKibibytes())
                            .isEqualTo(earlier.getUsedKibibytes() + earlier.getFreeKibibytes());
                    assertThat(sample.getFreeKibibytes()).isPositive();
                }
            }
        }
        assertThat(before).hasSize(12);
    }

    @Test
    void shouldShowLoadOnTheProcessorsOfTheHosts() {
        OneOst site = new OneOst();
        site.start(5, writer("a", 10_000_000, 1_000_000));
        Recording recording = site.run(30);

        assertThat(recording.samples)
                .filteredOn(sample -> sample.getKind() == ServerKind.OSS)
                .hasSize(7)
                .allSatisfy(sample -> {
                    Instant t = sample.getTime();
                    boolean busy = t.isAfter(START.plusSeconds(5)) && !t.isAfter(START.plusSeconds(15));
                    assertThat(sample.getCpuPercent()).isBetween(busy ? 80.0 : 0.0, busy ? 90.0 : 10.0);
                });
    }

    @Test
    void shouldShowFinishedJobsSoonAndOftenOnTheSmallSite() {
        List<Double> coverageFactors = new ArrayList<>();
        for (long seed = 0; seed < 50; seed++) {
            Recording recording = new Recording();
            Instant from = START.plusMillis(97 * seed);
            new SimulatedSite(Recording.smallSite(), seed, from).advanceTo(from.plusSeconds(120), recording.observer);

            assertThat(recording.summaries).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(8);
            assertThat(recording.summaries.get(0).getCollectedAt())
                    .as("seed %d", seed)
                    .isBefore(from.plusSeconds(30));
            recording.truths.forEach(truth -> coverageFactors.add(truth.wholeIntervalCoverageFactor()));
        }
        coverageFactors.sort(null);
        assertThat(coverageFactors.get(coverageFactors.size() / 10)).isLessThan(0.15);
        assertThat(coverageFactors.get(coverageFactors.size() * 9 / 10)).isGreaterThan(0.5);
    }

    private static List<SimulatedServer> allOsts(SimulatedSite site) {
        return Recording.smallSite().fileSystems().stream()
                .flatMap(model -> site.fileSystem(model.name()).osts().stream())
                .toList();
    }

    private static long sum(LongStream values) {
        return values.sum();
    }

    private static ServerSample last(List<ServerSample> samples) {
        return samples.get(samples.size() - 1);
    }

    private static JobPlan writer(String jobId, long bytes, long bytesPerSecond) {
        return plan(jobId, Darshan.LOG, DemandKind.WRITE, bytes, bytesPerSecond);
    }

    private static JobPlan neighbour(String jobId, long bytes, long bytesPerSecond) {
        return plan(jobId, Darshan.NO_LOG, DemandKind.READ, bytes, bytesPerSecond);
    }

    private static JobPlan plan(String jobId, Darshan darshan, DemandKind direction, long bytes, long bytesPerSecond) {
        return new JobPlan(
                jobId,
                "amara",
                "ior",
                32,
                1,
                false,
                darshan,
                0,
                0,
                List.of(new JobPhase.Transfer("home", direction, List.of(0), bytes, bytesPerSecond, 1 << 20)));
    }

    /** A site of one OST that moves 1 MB/s, with jobs as planned. */
    private static final class OneOst {
        private final List<JobSource.Arrival> arrivals = new ArrayList<>();

        void start(double second, JobPlan plan) {
            arrivals.add(new JobSource.Arrival(MicroTime.micros(START) + Math.round(second * 1e6), plan));
        }

        Recording run(long seconds) {
            SiteConfiguration configuration = SiteConfiguration.calm(
                            new FileSystemModel("home", "/home", 1, 1, 1_000_000, 1_000_000, 0, 0))
                    .withObservation(MonitoringSettings.SAMPLES_AND_LOGS);
            Iterator<JobSource.Arrival> each = arrivals.iterator();
            JobSource.Arrival never = new JobSource.Arrival(Long.MAX_VALUE, null);
            Recording recording = new Recording();
            new SimulatedSite(
                            configuration,
                            new SplittableRandom(1),
                            START,
                            (ignored, random, startMicros) -> () -> each.hasNext() ? each.next() : never)
                    .advanceTo(START.plusSeconds(seconds), recording.observer);
            return recording;
        }
    }
}
