package io.barograph.lab.simulator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.Recording;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.TargetKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each disturbance by itself: how often and how much. */
class CollectionDisturbancesTest {
    private static final Instant START = Recording.START;
    private static final int SECONDS = 2 * 3600;
    private static final int POLLS = SECONDS / 5 + 1;
    private static final FileSystemModel HOME = FileSystemModel.of("home", 16, 1);
    private static final int SERVERS = 16 + 2 + 1 + 1;

    private static SiteConfiguration site(CollectionDisturbances disturbances) {
        return SiteConfiguration.calm(HOME)
                .withJobs(JobLoad.of(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(300), 0.2, 1))
                .withObservation(new MonitoringSettings(Duration.ofSeconds(5), true, 0, Duration.ZERO, disturbances));
    }

    private static Recording record(CollectionDisturbances disturbances) {
        return Recording.of(site(disturbances), 17, SECONDS);
    }

    private static CollectionDisturbances samples(
            double lost, Duration jitter, double late, double duplicates, double restarts, Duration skew) {
        return new CollectionDisturbances(
                lost,
                jitter,
                late,
                Duration.ofMinutes(2),
                duplicates,
                restarts,
                skew,
                Duration.ZERO,
                0,
                Duration.ZERO,
                0,
                false);
    }

    private static CollectionDisturbances logs(Duration skew, double late, double missing, boolean wholeSeconds) {
        return new CollectionDisturbances(
                0,
                Duration.ZERO,
                0,
                Duration.ZERO,
                0,
                0,
                Duration.ZERO,
                skew,
                late,
                Duration.ofHours(1),
                missing,
                wholeSeconds);
    }

    @Test
    void shouldLoseSamples() {
        Recording recording = record(samples(0.05, Duration.ZERO, 0, 0, 0, Duration.ZERO));
        Recording undisturbed = record(CollectionDisturbances.NONE);

        assertThat(undisturbed.samples).hasSize(POLLS * SERVERS);
        assertThat(1 - (double) recording.samples.size() / undisturbed.samples.size())
                .isCloseTo(0.05, within(0.005));
        assertThat(undisturbed.samples).containsAll(recording.samples.subList(0, 200));
    }

    /** What goes wrong on the way changes nothing of what the jobs do. */
    @Test
    void shouldLeaveTheTruthAsItIs() {
        Recording rough = record(CollectionDisturbances.ROUGH);
        Recording undisturbed = record(CollectionDisturbances.NONE);

        assertThat(rough.all).hasSameSizeAs(undisturbed.all);
        for (int i = 0; i < rough.all.size(); i++) {
            JobTruth expected = undisturbed.all.get(i);
            assertThat(rough.all.get(i))
                    .usingRecursiveComparison()
                    .ignoringFields("logged")
                    .isEqualTo(expected);
        }
    }

    @Test
    void shouldAskHostsSomewhatLater() {
        Recording recording = record(samples(0, Duration.ofSeconds(1), 0, 0, 0, Duration.ZERO));

        List<Long> delays = recording.samples.stream()
                .map(sample -> sample.getTime().toEpochMilli() % 5000)
                .toList();
        assertThat(delays).allSatisfy(delay -> assertThat(delay).isBetween(0L, 1000L));
        assertThat(delays.stream().mapToLong(Long::longValue).average().orElseThrow())
                .isCloseTo(500, within(20.0));
        assertThat(recording.samples.stream()
                        .collect(Collectors.groupingBy(
                                sample -> sample.getHost() + sample.getTime().toEpochMilli() / 5000,
                                Collectors.mapping(ServerSample::getTime, Collectors.toSet())))
                        .values())
                .as("targets of one host")
                .allSatisfy(times -> assertThat(times).hasSize(1));
    }

    @Test
    void shouldPublishSamplesLate() {
        Recording recording = record(samples(0, Duration.ZERO, 0.02, 0, 0, Duration.ZERO));

        long late = recording.samples.stream()
                .filter(sample -> sample.getPublishedAt().isAfter(sample.getTime()))
                .count();
        assertThat((double) late / recording.samples.size()).isCloseTo(0.02, within(0.004));
        assertThat(recording.samples)
                .isSortedAccordingTo(java.util.Comparator.comparing(ServerSample::getPublishedAt))
                .allSatisfy(sample -> assertThat(Duration.between(sample.getTime(), sample.getPublishedAt()))
                        .isBetween(Duration.ZERO, Duration.ofMinutes(2)));
    }

    @Test
    void shouldPublishSamplesTwice() {
        Recording recording = record(samples(0, Duration.ZERO, 0, 0.03, 0, Duration.ZERO));

        Map<String, List<ServerSample>> byIdentity = new LinkedHashMap<>();
        recording.samples.forEach(sample -> byIdentity
                .computeIfAbsent(sample.getServer() + sample.getTime(), identity -> new ArrayList<>())
                .add(sample));
        List<List<ServerSample>> twice =
                byIdentity.values().stream().filter(same -> same.size() == 2).toList();
        assertThat((double) twice.size() / byIdentity.size()).isCloseTo(0.03, within(0.004));
        assertThat(twice).allSatisfy(same -> {
            assertThat(same.get(1).getReadBytes()).isEqualTo(same.get(0).getReadBytes());
            assertThat(same.get(1).getPublishedAt()).isAfter(same.get(0).getPublishedAt());
        });
    }

    @Test
    void shouldRestartHostsAtZero() {
        // 3 hosts, each 48 times a day: 12 restarts in two hours are to be expected.
        Recording recording = record(samples(0, Duration.ZERO, 0, 0, 48, Duration.ZERO));
        Recording undisturbed = record(CollectionDisturbances.NONE);

        Map<String, Long> before = new HashMap<>();
        Map<String, Long> base = new HashMap<>();
        Map<String, ServerSample> truth = undisturbed.samples.stream()
                .collect(Collectors.toMap(sample -> sample.getServer() + sample.getTime(), sample -> sample));
        Set<String> restarts = new HashSet<>();
        for (ServerSample sample : recording.samples) {
            if (sample.getKind() == ServerKind.OST) {
                long moved = sample.getReadBytes() + sample.getWriteBytes();
                ServerSample expected = truth.get(sample.getServer() + sample.getTime());
                long missing = expected.getReadBytes() + expected.getWriteBytes() - moved;
                if (moved < before.getOrDefault(sample.getServer(), 0L)) {
                    restarts.add(sample.getHost() + sample.getTime());
                    base.put(sample.getServer(), missing);
                }
                assertThat(missing).isEqualTo(base.getOrDefault(sample.getServer(), 0L));
                before.put(sample.getServer(), moved);
            }
        }
        assertThat(restarts).hasSizeBetween(3, 18);
    }

    @Test
    void shouldSetTheClocksOfHostsWrong() {
        Recording recording = record(samples(0, Duration.ZERO, 0, 0, 0, Duration.ofSeconds(2)));

        Map<String, Set<Long>> skews = new TreeMap<>();
        recording.samples.forEach(sample -> skews.computeIfAbsent(sample.getHost(), host -> new HashSet<>())
                .add(Duration.between(sample.getPublishedAt(), sample.getTime()).toMillis()));
        assertThat(skews).hasSize(3);
        assertThat(skews.values())
                .allSatisfy(ofHost -> assertThat(ofHost).singleElement().satisfies(skew -> assertThat(skew)
                        .isBetween(-2000L, 2000L)));
        assertThat(skews.values().stream().distinct()).hasSizeGreaterThan(1);
    }

    private static Recording polled(CollectionDisturbances disturbances) {
        return Recording.of(
                site(disturbances)
                        .withObservation(new MonitoringSettings(
                                CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL,
                                false,
                                0,
                                Duration.ofSeconds(30),
                                disturbances)),
                17,
                SECONDS);
    }

    /** What each server showed last of each job whose last change lies before that instant. */
    private static Map<String, Long> lastShown(Recording recording, Instant before) {
        Map<String, Long> last = new TreeMap<>();
        Map<String, Instant> changed = new HashMap<>();
        for (JobSamples poll : recording.jobSamples) {
            if (poll.getKind() == TargetKind.OST) {
                for (io.barograph.schemas.JobUse use : poll.getJobs()) {
                    String entry = poll.getServer() + ' ' + use.getJobId();
                    last.put(entry, use.getReadBytes() + use.getWriteBytes());
                    changed.put(entry, poll.getTime());
                }
            }
        }
        last.keySet().removeIf(entry -> !changed.get(entry).isBefore(before));
        return last;
    }

    @Test
    void shouldLosePollsOfJobStatisticsButNothingOfWhatTheyTell() {
        Recording recording = polled(samples(0.2, Duration.ZERO, 0, 0, 0, Duration.ZERO));
        Recording undisturbed = polled(CollectionDisturbances.NONE);

        assertThat(1 - (double) recording.jobSamples.size() / undisturbed.jobSamples.size())
                .isCloseTo(0.2, within(0.02));
        Map<String, Long> expected = lastShown(undisturbed, START.plusSeconds(SECONDS - 600));
        assertThat(expected).hasSizeGreaterThan(1_000);
        assertThat(lastShown(recording, START.plusSeconds(SECONDS))).containsAllEntriesOf(expected);
    }

    @Test
    void shouldPollJobStatisticsByTheClockOfTheHostAndSomewhatLater() {
        Recording recording = polled(samples(0, Duration.ofSeconds(1), 0, 0.1, 0, Duration.ofSeconds(2)));

        Map<String, Long> skews = new TreeMap<>();
        for (ServerSample sample : recording.samples) {
            long skew =
                    Duration.between(sample.getPublishedAt(), sample.getTime()).toMillis();
            skews.merge(sample.getHost(), skew, Math::max); // one that is published twice comes later
        }
        Map<String, Set<Instant>> times = new HashMap<>();
        int twice = 0;
        Set<String> seen = new HashSet<>();
        for (JobSamples poll : recording.jobSamples) {
            long trueMillis = poll.getTime().toEpochMilli() - skews.get(poll.getHost());
            assertThat(Math.floorMod(trueMillis, 30_000L)).isBetween(0L, 1_000L);
            times.computeIfAbsent(poll.getHost() + trueMillis / 30_000, unused -> new HashSet<>())
                    .add(poll.getTime());
            twice += seen.add(poll.getServer() + poll.getTime()) ? 0 : 1;
            for (io.barograph.schemas.JobUse use : poll.getJobs()) {
                assertThat(use.getEntrySince()).isBeforeOrEqualTo(poll.getTime());
            }
        }
        assertThat(times.values()).as("targets of one host").allSatisfy(ofHost -> assertThat(ofHost)
                .hasSize(1));
        assertThat((double) twice / seen.size()).isCloseTo(0.1, within(0.03));
    }

    @Test
    void shouldSetDarshansClockWrongAndRoundItsTimes() {
        Recording recording = record(logs(Duration.ofMillis(1500), 0, 0, true));

        Map<String, JobTruth> truths =
                recording.truths.stream().collect(Collectors.toMap(JobTruth::jobId, truth -> truth, (a, b) -> a));
        assertThat(recording.summaries).hasSizeGreaterThan(100).allSatisfy(summary -> {
            JobTruth truth = truths.get(summary.getJobId());
            if (truth != null) {
                assertThat(summary.getStartTime())
                        .isEqualTo(summary.getStartTime().truncatedTo(ChronoUnit.SECONDS));
                assertThat(Duration.between(
                                summary.getStartTime(), truth.startTime().plusMillis(1500)))
                        .isBetween(Duration.ZERO, Duration.ofNanos(999_999_999));
                assertThat(Duration.between(
                                summary.getEndTime(), truth.endTime().plusMillis(1500)))
                        .isBetween(Duration.ZERO, Duration.ofNanos(999_999_999));
            }
            assertThat(summary.getRunTimeSeconds())
                    .isEqualTo(1.0
                            + Duration.between(summary.getStartTime(), summary.getEndTime())
                                    .toSeconds());
        });
    }

    @Test
    void shouldLoseLogsAndDeliverOthersLate() {
        Recording recording = record(logs(Duration.ZERO, 0.1, 0.2, false));
        Recording undisturbed = record(CollectionDisturbances.NONE);

        long completed =
                undisturbed.truths.stream().map(JobTruth::jobId).distinct().count();
        long logged = recording.truths.stream().map(JobTruth::jobId).distinct().count();
        assertThat(1 - (double) logged / completed).isCloseTo(0.2, within(0.06));
        Map<String, Instant> ends =
                undisturbed.truths.stream().collect(Collectors.toMap(JobTruth::jobId, JobTruth::endTime, (a, b) -> a));
        // In the first half, so that late ones are in too.
        List<JobSummary> early = recording.summaries.stream()
                .filter(summary -> summary.getEndTime().isBefore(START.plusSeconds(SECONDS / 2)))
                .toList();
        long late = early.stream()
                .filter(summary -> Duration.between(ends.get(summary.getJobId()), summary.getCollectedAt())
                                .toSeconds()
                        > 3)
                .count();
        assertThat((double) late / early.size()).isCloseTo(0.1, within(0.05));
        assertThat(early).extracting(JobSummary::getCollectedAt).isSorted();
    }

    @Test
    void shouldTellOfFailedJobs() {
        Recording recording = record(CollectionDisturbances.NONE);

        Map<String, Long> states =
                recording.all.stream().collect(Collectors.groupingBy(JobTruth::state, Collectors.counting()));
        assertThat(states.getOrDefault("FAILED", 0L)).isBetween(1L, 30L);
        Set<String> failed = recording.all.stream()
                .filter(truth -> !truth.state().equals("COMPLETED"))
                .map(JobTruth::jobId)
                .collect(Collectors.toSet());
        assertThat(recording.summaries).extracting(JobSummary::getJobId).doesNotContainAnyElementsOf(failed);
    }
}
