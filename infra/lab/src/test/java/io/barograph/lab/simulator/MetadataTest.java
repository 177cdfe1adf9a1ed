package io.barograph.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.JobSource;
import io.barograph.lab.simulator.plan.MetadataKind;
import io.barograph.lab.simulator.plan.MetadataMix;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.PoissonArrivals;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MetadataTest {
    private static final Instant START = Recording.START;

    private static SiteConfiguration home(int mdts) {
        return SiteConfiguration.calm(new FileSystemModel("home", "/home", 2, 1, 1_000_000_000, 1L << 30, mdts, 1000))
                .withJobs(JobLoad.NONE)
                .withObservation(new MonitoringSettings(
                        CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL,
                        true,
                        0,
                        Duration.ofSeconds(30),
                        CollectionDisturbances.NONE));
    }

    private static JobPhase opens(long cycles, long operationsPerSecond) {
        MetadataMix mix = new MetadataMix(Map.of(MetadataKind.OPEN, 1));
        return new JobPhase.Metadata("home", 0, mix, cycles, operationsPerSecond * MetadataKind.WORK_OF_ONE_OPERATION);
    }

    @Test
    void shouldQueueMetadataBehindOtherMetadata() {
        Recording alone =
                new ScriptedSite(home(1)).start(1, "1", opens(8000, 800)).run(60);
        Recording shared = new ScriptedSite(home(1))
                .start(1, "1", opens(8000, 800))
                .start(1, "2", opens(4000, 800))
                .run(60);

        assertThat(alone.all.get(0).ioSeconds()).isCloseTo(10, within(1e-5));
        // 500 a second each for 8 s; then 4000 are left, at 800 a second.
        assertThat(shared.all).extracting(JobTruth::jobId).containsExactly("2", "1");
        assertThat(shared.all.get(0).ioSeconds()).isCloseTo(8, within(1e-5));
        assertThat(shared.all.get(1).ioSeconds()).isCloseTo(13, within(1e-5));
        assertThat(shared.all.get(1).unhinderedIoSeconds()).isCloseTo(10, within(1e-5));
        assertThat(shared.summaries.get(1).getFileSystems().get(0).getMetadataSeconds())
                .isCloseTo(32 * 13, within(1e-3));
        assertThat(shared.summaries.get(1).getModules().get(0).getPerformanceBytesPerSecond())
                .isZero();
    }

    @Test
    void shouldShowOperationsByKindWithTheLoadOfTheMds() {
        MetadataMix mix = new MetadataMix(Map.of(MetadataKind.MKNOD, 3, MetadataKind.UNLINK, 1));
        // 7.5 operations' work a cycle: 40 cycles are 300 of 1000.
        Recording recording = new ScriptedSite(home(1))
                .start(5, "1", new JobPhase.Metadata("home", 0, mix, 400, 300_000))
                .run(30);

        List<ServerSample> mdt = recording.samples.stream()
                .filter(sample -> sample.getKind() == ServerKind.MDT)
                .toList();
        Map<String, Long> growth = new TreeMap<>();
        mdt.get(mdt.size() - 1)
                .getMetadataOperations()
                .forEach((kind, count) -> growth.put(
                        kind, count - mdt.get(0).getMetadataOperations().get(kind)));
        growth.values().removeIf(count -> count == 0);
        assertThat(growth).containsExactly(entry("mknod", 1200L), entry("unlink", 400L));
        assertThat(mdt.get(mdt.size() - 1).getUsedInodes() - mdt.get(0).getUsedInodes())
                .isEqualTo(800);
        assertThat(recording.samples)
                .filteredOn(sample -> sample.getKind() == ServerKind.MDS)
                .filteredOn(sample -> sample.getTime().equals(START.plusSeconds(10)))
                .singleElement()
                .satisfies(sample -> assertThat(sample.getCpuPercent()).isBetween(4 + 24 - 2.0, 4 + 24 + 2.0));
    }

    /** Bytes, requests and operations: what the finished jobs did is what the counters gained. */
    @Property(tries = 10)
    void shouldCountEveryOperationOfEveryJobOnce(@ForAll long seed) {
        SiteConfiguration configuration = SiteConfiguration.calm(FileSystemModel.of("home", 8, 2))
                .withJobs(JobLoad.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(90), 0.4, 1));
        ScriptedSite scripted = new ScriptedSite(configuration);
        PoissonArrivals arrivals =
                new PoissonArrivals(configuration, new java.util.SplittableRandom(seed), MicroTime.micros(START));
        for (int i = 0; i < 30; i++) {
            JobSource.Arrival arrival = arrivals.next();
            scripted.start((arrival.micros() - MicroTime.micros(START)) / 1e6, arrival.plan());
        }
        Recording recording = scripted.run(3600);

        assertThat(recording.all.stream().map(JobTruth::jobId).distinct()).hasSize(30);
        long[] byJobs = new long[5];
        for (JobTruth truth : recording.all) {
            byJobs[0] += truth.job().readBytes();
            byJobs[1] += truth.job().writeBytes();
            byJobs[2] += truth.readOperations();
            byJobs[3] += truth.writeOperations();
            byJobs[4] += truth.metadataOperations();
        }
        assertThat(growth(recording)).isEqualTo(byJobs);
        assertThat(byJobs[4]).isPositive();
    }

    private static long[] growth(Recording recording) {
        Map<String, ServerSample> first = new HashMap<>();
        Map<String, ServerSample> last = new HashMap<>();
        for (ServerSample sample : recording.samples) {
            first.putIfAbsent(sample.getServer(), sample);
            last.put(sample.getServer(), sample);
        }
        long[] growth = new long[5];
        last.forEach((server, sample) -> {
            long[] at = counters(sample);
            long[] before = counters(first.get(server));
            for (int i = 0; i < growth.length; i++) {
                growth[i] += at[i] - before[i];
            }
        });
        return growth;
    }

    private static long[] counters(ServerSample sample) {
        return switch (sample.getKind()) {
            case OST ->
                new long[] {
                    sample.getReadBytes(),
                    sample.getWriteBytes(),
                    sample.getReadOperations(),
                    sample.getWriteOperations(),
                    0
                };
            case MDT ->
                new long[] {
                    0,
                    0,
                    0,
                    0,
                    sample.getMetadataOperations().values().stream()
                            .mapToLong(Long::longValue)
                            .sum()
                };
            default -> new long[5];
        };
    }

    @Test
    void shouldPollJobStatisticsThatAddUpToTheServersOwnCounters() {
        JobPhase write =
                new JobPhase.Transfer("home", DemandKind.WRITE, List.of(0, 1), 60_000_000_000L, 500_000_000, 1 << 20);
        JobPhase read =
                new JobPhase.Transfer("home", DemandKind.READ, List.of(0), 10_000_000_000L, 100_000_000, 1 << 20);
        Recording recording = new ScriptedSite(home(1))
                .start(7, "1", opens(1000, 800), write)
                .start(40, "2", read)
                .run(600);

        Map<String, Long> byServer = new TreeMap<>();
        Map<String, Long> own = new TreeMap<>();
        Map<String, Map<String, Long>> last = new HashMap<>();
        recording.jobSamples.forEach(polled -> {
            own.merge(polled.getServer() + "/first", bytes(polled.getReadBytes(), polled.getWriteBytes()), Math::min);
            own.merge(polled.getServer() + "/last", bytes(polled.getReadBytes(), polled.getWriteBytes()), Math::max);
            for (JobUse use : polled.getJobs()) {
                last.computeIfAbsent(polled.getServer(), server -> new HashMap<>())
                        .put(use.getJobId(), bytes(use.getReadBytes(), use.getWriteBytes()));
            }
        });
        last.forEach((server, byJob) -> byServer.put(
                server, byJob.values().stream().mapToLong(Long::longValue).sum()));
        assertThat(byServer).containsOnlyKeys("home-OST0000", "home-OST0001", "home-MDT0000");
        assertThat(byServer)
                .containsEntry("home-OST0000", 40_000_000_000L)
                .containsEntry("home-OST0001", 30_000_000_000L);
        for (String ost : List.of("home-OST0000", "home-OST0001")) {
            assertThat(own.get(ost + "/last") - own.get(ost + "/first")).isEqualTo(byServer.get(ost));
        }
        assertThat(recording.jobSamples)
                .filteredOn(polled -> polled.getServer().equals("home-MDT0000"))
                .flatMap(polled -> polled.getJobs())
                .extracting(use -> use.getMetadataOperations().get("open"))
                .containsExactly(1000L);
    }

    private static long bytes(Long read, Long written) {
        return (read == null ? 0 : read) + (written == null ? 0 : written);
    }

    @Test
    void shouldDropEntriesThatDoNotChangeAndBeginThemAnew() {
        JobPhase write =
                new JobPhase.Transfer("home", DemandKind.WRITE, List.of(0), 1_000_000_000L, 500_000_000, 1 << 20);
        Recording recording = new ScriptedSite(home(0))
                .start(5, "1", write, new JobPhase.Compute(900_000_000), write)
                .run(1200);

        assertThat(recording.jobSamples)
                .filteredOn(polled -> !polled.getJobs().isEmpty())
                .flatExtracting(polled -> polled.getJobs())
                .extracting(JobUse::getWriteBytes, JobUse::getEntrySince)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(1_000_000_000L, START.plusSeconds(5)),
                        org.assertj.core.api.Assertions.tuple(1_000_000_000L, START.plusSeconds(907)));
    }

    @Test
    void shouldEndJobsAtTheirWalltimeWithoutALog() {
        JobPhase write =
                new JobPhase.Transfer("home", DemandKind.WRITE, List.of(0), 20_000_000_000L, 500_000_000, 1 << 20);
        Recording recording = new ScriptedSite(home(0))
                .start(5, ScriptedSite.plan("1", 10_000_000, write))
                .start(5, ScriptedSite.plan("2", 60_000_000, write))
                .run(120);

        assertThat(recording.all)
                .extracting(JobTruth::jobId, JobTruth::state, JobTruth::logged)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple("1", "TIMEOUT", false),
                        org.assertj.core.api.Assertions.tuple("2", "COMPLETED", true));
        assertThat(recording.all.get(0).job()).isEqualTo(new ByteVolume(0, 5_000_000_000L));
        assertThat(recording.summaries).hasSize(1);
        assertThat(recording.events)
                .extracting(event -> event.getState())
                .containsExactlyInAnyOrder("RUNNING", "RUNNING", "TIMEOUT", "COMPLETED");
    }

    @Test
    void shouldCheckpointByTheClock() {
        List<JobPhase> phases = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            phases.add(new JobPhase.WaitUntil(600_000_000L * i));
            phases.add(new JobPhase.Transfer(
                    "home", DemandKind.WRITE, List.of(0, 1), 36_000_000_000L, 600_000_000, 1 << 20));
        }
        Recording recording = new ScriptedSite(home(1))
                .start(120, "1", phases.toArray(JobPhase[]::new))
                .run(3 * 3600);

        assertThat(recording.all).singleElement().satisfies(truth -> {
            assertThat(truth.intervals()).hasSize(12);
            for (int i = 0; i < 12; i++) {
                assertThat(truth.intervals().get(i).start()).isEqualTo(START.plusSeconds(120 + 600L * (i + 1)));
                assertThat(truth.intervals().get(i).seconds()).isCloseTo(60, within(1e-3));
            }
        });
    }

    @Test
    void shouldPurgeAFileSystemThatIsNearlyFullAndSaySo() {
        FileSystemModel small = new FileSystemModel("home", "/home", 2, 1, 1_000_000_000, 200_000_000, 0, 0);
        JobPhase write = new JobPhase.Transfer(
                "home", DemandKind.WRITE, List.of(0, 1), 300_000_000_000L, 1_000_000_000, 1 << 20);
        Recording recording = new ScriptedSite(SiteConfiguration.calm(small)
                        .withJobs(JobLoad.NONE)
                        .withObservation(MonitoringSettings.SAMPLES_AND_LOGS))
                .start(5, "1", write)
                .run(400);

        List<PublishedRecord<?>> purges = recording.published.stream()
                .filter(published -> published.record() instanceof io.barograph.schemas.SiteEvent)
                .toList();
        assertThat(purges).hasSizeBetween(1, 3);
        double fullest = recording.samples.stream()
                .filter(sample -> sample.getKind() == ServerKind.OST)
                .mapToDouble(sample -> (double) sample.getUsedKibibytes() / sample.getTotalKibibytes())
                .max()
                .orElseThrow();
        assertThat(fullest).isBetween(0.8, 0.97);
    }
}
