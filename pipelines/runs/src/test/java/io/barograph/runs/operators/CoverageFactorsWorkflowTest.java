package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.WeatherRecordKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The whole workflow on a real, small cluster, over bounded streams. */
class CoverageFactorsWorkflowTest {
    private static List<JobWeather> run(List<ServerSample> samples, List<JobSummary> summaries) throws Exception {
        return WorkflowRun.coverage(Site.CATALOGUE, samples, summaries);
    }

    @Test
    void shouldDivideByAllServersOrByTheNamedOnes() throws Exception {
        // Each second OST 0 reads 10 bytes, OST 1 20 bytes, OST 2 30 bytes.
        List<JobWeather> results = run(
                Site.samples(3, 600, second -> 10 * second),
                List.of(Site.summary("all", 100, 195, 3_000), Site.summary("named", 100, 195, 1_000, 0, 2)));
        assertThat(results).extracting(JobWeather::getJobId).containsExactly("all", "named");
        JobWeather all = results.get(0);
        // Labels 100..195: 20 intervals of 5 s.
        assertThat(all.getServerReadBytes()).isEqualTo(20 * 5 * 60L);
        assertThat(all.getCfBw()).isEqualTo(3_000.0 / 6_000);
        assertThat(all.getCfBwFs()).isEqualTo(all.getCfBw());
        assertThat(all.getMissingFraction()).isZero();
        assertThat(all.getQuality()).isEqualTo(Quality.OK);
        assertThat(all.getServers()).isEqualTo(3);
        JobWeather named = results.get(1);
        assertThat(named.getServerReadBytes()).isEqualTo(20 * 5 * 40L);
        assertThat(named.getCfBw()).isEqualTo(1_000.0 / 4_000);
        assertThat(named.getCfBwFs()).isEqualTo(1_000.0 / 6_000);
        assertThat(named.getServers()).isEqualTo(2);
        assertThat(named.getNamedServers()).isTrue();
    }

    @Test
    void shouldDecideWhatWasUsedOfTheCatalogueAndNotWhatMountPointsALogInvents() throws Exception {
        List<ServerSample> samples = Site.samples(3, 600, second -> 10 * second);
        JobSummary honest = Site.summary("job", 100, 195, 3_000);
        List<FileSystemUse> uses = new ArrayList<>(honest.getFileSystems());
        for (int mount = 0; mount < 1_000; mount++) {
            uses.add(FileSystemUse.newBuilder(uses.get(0))
                    .setFileSystem("/invented" + mount)
                    .build());
        }
        JobSummary hostile = JobSummary.newBuilder(honest).setFileSystems(uses).build();
        JobSummary elsewhere = JobSummary.newBuilder(honest)
                .setJobId("elsewhere")
                .setFileSystems(uses.subList(1, 1_001))
                .build();
        List<JobWeather> results = run(samples, List.of(hostile, elsewhere));
        assertThat(results).singleElement().satisfies(weather -> {
            assertThat(weather.getFileSystem()).isEqualTo("scratch");
            assertThat(weather.getCfBw()).isEqualTo(3_000.0 / 6_000);
        });
    }

    @Test
    void shouldDecideTheSameInAnyOrderOfArrivalWithinTheLateness() throws Exception {
        List<ServerSample> samples = Site.samples(4, 900, second -> second * second);
        List<JobSummary> summaries = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            int start = 37 * i % 700;
            summaries.add(
                    Site.summary("job-" + i, start + 0.25, start + 10 + i * 3, 5_000L * i, i % 2 == 0 ? 1 : 2, 3));
        }
        List<JobWeather> inOrder = run(samples, summaries);
        assertThat(inOrder).hasSize(30).allMatch(weather -> weather.getCfBw() != null);
        for (int seed = 1; seed <= 3; seed++) {
            Random random = new Random(seed);
            List<JobSummary> shuffled = new ArrayList<>(summaries);
            shuffled.addAll(summaries.subList(5, 15)); // sent twice
            Collections.shuffle(shuffled, random);
            assertThat(run(displaced(samples, random), shuffled)).isEqualTo(inOrder);
        }
    }

    /** Samples in an order in which none is more than 10 s of event time behind one before it, some of them twice. */
    private static List<ServerSample> displaced(List<ServerSample> samples, Random random) {
        List<ServerSample> displaced = new ArrayList<>(samples);
        for (int i = 0; i < samples.size(); i += 7) {
            displaced.add(samples.get(i));
        }
        List<Long> arrival = new ArrayList<>();
        for (ServerSample sample : displaced) {
            arrival.add(sample.getTime().toEpochMilli() + random.nextInt(10_000));
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < displaced.size(); i++) {
            order.add(i);
        }
        order.sort((a, b) -> Long.compare(arrival.get(a), arrival.get(b)));
        return order.stream().map(displaced::get).toList();
    }

    @Test
    void shouldNotTrustAFactorOverAnIntervalWhoseCountersAreAtFault() throws Exception {
        List<JobSummary> summaries = List.of(
                Site.summary("before", 100, 195, 500),
                Site.summary("met", 205, 300, 500),
                Site.summary("after", 405, 500, 500));
        List<JobWeather> undisturbed = run(Site.samples(1, 900, second -> 10 * second), summaries);
        for (long glitch : new long[] {900_000_000_000_000_000L, -5, 0}) {
            List<ServerSample> samples = new ArrayList<>(Site.samples(1, 900, second -> 10 * second));
            samples.replaceAll(
                    sample -> sample.getTime().equals(Site.at(250)) ? Site.sample(0, 250, glitch, 0) : sample);
            List<JobWeather> results = run(samples, summaries);
            JobWeather met = results.stream()
                    .filter(weather -> weather.getJobId().equals("met"))
                    .findFirst()
                    .orElseThrow();
            assertThat(met.getQuality()).as("a counter of %d", glitch).isEqualTo(Quality.MISSING);
            assertThat(met.getServerReadBytes()).isEqualTo(18 * 50L);
            for (String job : List.of("before", "after")) {
                assertThat(results.stream().filter(weather -> weather.getJobId().equals(job)))
                        .containsExactlyElementsOf(undisturbed.stream()
                                .filter(weather -> weather.getJobId().equals(job))
                                .toList());
            }
        }
    }

    @Test
    void shouldTakeADecisionWithSamplesMissingOnceMore() throws Exception {
        List<ServerSample> samples = new ArrayList<>(Site.samples(2, 1_800, second -> 100 * second));
        // The poll of OST 1 at 200 s is published 60 s late: missing at first, there in the revision.
        samples.removeIf(
                sample -> sample.getServer().endsWith("1") && sample.getTime().equals(Site.at(200)));
        ServerSample late = Site.sample(1, 200, 200 * 200, 60);
        samples.add(samples.size() - 300, late);
        List<JobWeather> results = run(samples, List.of(Site.summary("job", 195, 199, 1_000)));
        assertThat(results).extracting(JobWeather::getRevision).containsExactly(1, 2);
        JobWeather first = results.get(0);
        assertThat(first.getDecidedAt()).isEqualTo(Site.at(199 + 5 + 30));
        assertThat(first.getMissingFraction()).isEqualTo(0.25);
        assertThat(first.getQuality()).isEqualTo(Quality.MISSING);
        assertThat(first.getServerReadBytes()).isEqualTo(2_000);
        JobWeather second = results.get(1);
        assertThat(second.getDecidedAt()).isEqualTo(Site.at(199 + 5 + 30 + 900));
        assertThat(second.getMissingFraction()).isZero();
        assertThat(second.getQuality()).isEqualTo(Quality.EDGES);
        assertThat(second.getServerReadBytes()).isEqualTo(3_000);
    }

    @Test
    void shouldMarkARunWithABurstInAnIntervalThatItsEndCuts() throws Exception {
        // 50 bytes an interval, and 2 kB more in the one that closes at 200 s.
        List<JobWeather> results = run(
                Site.samples(1, 600, second -> 10 * second + (second >= 200 ? 2_000 : 0)),
                List.of(
                        Site.summary("cut", 100, 199, 1_000),
                        Site.summary("named", 100, 199, 1_000, 0),
                        Site.summary("within", 100, 300, 1_000)));
        assertThat(results).extracting(JobWeather::getJobId).startsWith("cut", "named");
        assertThat(results.get(0).getQuality()).isEqualTo(Quality.EDGES);
        assertThat(results.get(0).getCfBw()).isEqualTo(1_000.0 / (21 * 50 + 2_000));
        assertThat(results.get(1).getQuality()).isEqualTo(Quality.EDGES);
        assertThat(results).last().extracting(JobWeather::getQuality).isEqualTo(Quality.OK);
    }

    @Test
    void shouldKeepTheBytesOfAGapAndMarkIt() throws Exception {
        List<ServerSample> samples = new ArrayList<>(Site.samples(1, 600, second -> 10 * second));
        samples.removeIf(sample ->
                sample.getTime().isAfter(Site.at(100)) && sample.getTime().isBefore(Site.at(200)));
        List<JobWeather> results = run(samples, List.of(Site.summary("job", 100, 300, 1_000)));
        assertThat(results.get(0).getServerReadBytes()).isEqualTo(41 * 50);
        assertThat(results.get(0).getMissingFraction()).isEqualTo(19.0 / 41);
        assertThat(results.get(0).getQuality()).isEqualTo(Quality.MISSING);
    }

    @Test
    void shouldSurviveARestartOfAServer() throws Exception {
        List<JobWeather> results = run(
                Site.samples(1, 600, second -> second < 150 ? 1_000_000 + 10 * second : 10 * (second - 145)),
                List.of(Site.summary("job", 140, 155, 100)));
        // Labels 140, 145 close 50 bytes each; 150 restarts at 50; 155 closes 50.
        assertThat(results.get(0).getServerReadBytes()).isEqualTo(200);
        assertThat(results.get(0).getServerRestarts()).isEqualTo(1);
        assertThat(results.get(0).getCfBw()).isEqualTo(0.5);
    }

    @Test
    void shouldNoticeAMissingServer() throws Exception {
        List<ServerSample> samples = new ArrayList<>(Site.samples(2, 600, second -> 10 * second));
        samples.removeIf(
                sample -> sample.getServer().endsWith("1") && sample.getTime().isAfter(Site.at(90)));
        List<JobWeather> results = run(samples, List.of(Site.summary("job", 200, 299, 100)));
        assertThat(results.get(0).getMissingFraction()).isEqualTo(0.5);
        assertThat(results.get(0).getQuality()).isEqualTo(Quality.MISSING);
        assertThat(results.get(0).getServers()).isEqualTo(2);
    }

    @Test
    void shouldMarkAJobThatStartedBeforeTheFirstSample() throws Exception {
        List<JobWeather> results =
                run(Site.samples(1, 600, second -> 10 * second), List.of(Site.summary("job", -100, 95, 100)));
        // Labels -100..95 are expected; the sample at 0 closes an interval of which nothing is known.
        assertThat(results.get(0).getMissingFraction()).isEqualTo(21.0 / 40);
        assertThat(results.get(0).getServerReadBytes()).isEqualTo(19 * 50);
        assertThat(results.get(0).getQuality()).isEqualTo(Quality.MISSING);
    }

    @Test
    void shouldMarkAJobWhoseStartPrecedesTheHistoryAndKeepWhatDarshanSays() throws Exception {
        int hour = 3_600;
        List<ServerSample> samples = new ArrayList<>();
        for (int second = 0; second <= 8 * 24 * hour; second += hour) {
            samples.add(Site.sample(0, second, 20L * second));
        }
        List<JobWeather> results = run(
                samples,
                List.of(
                        Site.summary("within", 2 * 24 * hour, 7.5 * 24 * hour, 1_000),
                        Site.summary("before", 0, 7.5 * 24 * hour, 1_000)));
        Map<String, JobWeather> first = new TreeMap<>();
        results.forEach(weather -> first.putIfAbsent(weather.getJobId(), weather));
        JobWeather before = first.get("before");
        assertThat(before.getQuality()).isEqualTo(Quality.TOO_OLD);
        assertThat(before.getJobReadBytes()).isEqualTo(1_000);
        assertThat(before.getMotif()).isEqualTo("scratch/ior/read/-/-/64");
        assertThat(before.getCfBw()).isNull();
        assertThat(before.getCfBwFs()).isNull();
        assertThat(before.getServerReadBytes())
                .as("what is still known is no volume of the run")
                .isNull();
        assertThat(first.get("within").getServerReadBytes()).isEqualTo(20L * (132 + 1) * hour);
    }

    @Test
    void shouldSayThatAFileSystemHasNoServers() throws Exception {
        JobSummary summary = Site.summary("job", 100, 199, 100);
        summary.getFileSystems().get(0).setFileSystem("/projects");
        List<JobWeather> results = WorkflowRun.coverage(
                new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch"), CatalogueFileSystem.of("projects"))),
                Site.samples(1, 600, second -> 10 * second),
                List.of(summary));
        assertThat(results).hasSize(1);
        assertThat(results.get(0).getFileSystem()).isEqualTo("projects");
        assertThat(results.get(0).getQuality()).isEqualTo(Quality.NO_SERVER_DATA);
        assertThat(results.get(0).getCfBw()).isNull();
        assertThat(results.get(0).getMissingFraction()).isNull();
    }

    @Test
    void shouldKeepAndMarkAnImplausibleFactor() throws Exception {
        List<JobWeather> results =
                run(Site.samples(1, 600, second -> 10 * second), List.of(Site.summary("job", 100, 195, 1_500)));
        assertThat(results.get(0).getCfBw()).isEqualTo(1.5);
        assertThat(results.get(0).getQuality()).isEqualTo(Quality.IMPLAUSIBLE);
    }

    @Test
    void shouldMarkAFactorOfAPartialLogUnlessThereIsWorseToSay() throws Exception {
        List<JobSummary> summaries = new ArrayList<>();
        for (long bytes : new long[] {500, 1_500}) {
            JobSummary summary = Site.summary("job" + bytes, 100, 195, bytes);
            summary.setPartial(true);
            summary.setPartialReason("a count without a name");
            summaries.add(summary);
        }
        List<JobWeather> results = run(Site.samples(1, 600, second -> 10 * second), summaries);
        assertThat(results).extracting(JobWeather::getJobId).containsExactly("job1500", "job500");
        assertThat(results).allMatch(JobWeather::getPartial);
        assertThat(results.get(0).getQuality()).isEqualTo(Quality.IMPLAUSIBLE);
        assertThat(results.get(1).getQuality()).isEqualTo(Quality.PARTIAL);
        assertThat(results.get(1).getCfBw()).isEqualTo(0.5);
    }

    @Test
    void shouldDecideALateSummaryAsIfItHadComeInTime() throws Exception {
        List<ServerSample> samples = Site.samples(2, 7_200, second -> 10 * second);
        JobSummary late = Site.summaryCollectedAt(6_000, "late", 100, 199, 100);
        List<JobWeather> results = run(samples, List.of(Site.summary("early", 100, 199, 100), late));
        assertThat(results).extracting(JobWeather::getJobId).containsExactly("early", "late");
        assertThat(results.get(1).getDecidedAt()).isEqualTo(Site.at(6_000));
        assertThat(results.get(1).getServerReadBytes()).isEqualTo(results.get(0).getServerReadBytes());
    }

    @Test
    void shouldSayWhatTheServersDidJustBeforeARunAndWhileItDidIo() throws Exception {
        List<ServerSample> samples = new ArrayList<>();
        for (int second = 0; second <= 600; second += 5) {
            for (int ost = 0; ost < 3; ost++) {
                // 100 bytes an interval, and 1 kB more in the one before the run; one operation per 50 bytes.
                long bytes = 20L * second + (second >= 195 ? 1_000 : 0);
                ServerSample sample = Site.sample(ost, second, bytes * (ost + 1));
                sample.setReadOperations(bytes * (ost + 1) / 50);
                sample.setWriteOperations(0L);
                sample.setHost("oss" + ost);
                sample.setUsedKibibytes(10L * (ost + 1));
                sample.setFreeKibibytes(100 - 10L * (ost + 1));
                samples.add(sample);
                samples.add(Site.load(ServerKind.OSS, "oss" + ost, second, second == 195 ? 10 * (ost + 1) : 1));
            }
            samples.add(Site.load(ServerKind.MDS, "mds", second, second == 195 ? 7 : 2));
        }
        JobSummary named = Site.summary("named", 200, 395, 600, 1, 2);
        named.getFileSystems().get(0).setReads(12);
        named.getFileSystems()
                .get(0)
                .setIoIntervals(List.of(
                        new IoInterval(IoDirection.READ, 0L, 4_000_000L, 300L),
                        new IoInterval(IoDirection.WRITE, 100_000_000L, 101_000_000L, 300L)));
        JobWeather weather = run(samples, List.of(named)).get(0);
        // 40 intervals of 200 and 300 bytes; of these 0..4 s touches two labels, 100..101 s two.
        assertThat(weather.getCfBw()).isEqualTo(600.0 / (40 * 500));
        assertThat(weather.getCfIops()).isEqualTo(12.0 / (40 * 10));
        assertThat(weather.getCfBwActive()).isEqualTo(600.0 / (4 * 500));
        assertThat(weather.getCfJob()).isEqualTo(600.0 / (40 * 600));
        assertThat(weather.getMetrics())
                .containsEntry("ostBeforeStartBytesPerSecond", (2 * 1_100 + 3 * 1_100) / 2.0 / 5)
                .containsEntry("ossCpuBeforeStartPercent", 25.0)
                .containsEntry("mdsCpuBeforeStartPercent", 7.0)
                .containsEntry("ossCpuMeanPercent", 1.0)
                .containsEntry("mdsCpuMaxPercent", 2.0)
                .containsEntry("serverReadMaxBytesPerSecond", 120.0)
                .containsEntry("zeroWriteFraction", 1.0)
                .containsEntry("ostFullestPercent", 30.0)
                .containsEntry("ostFullnessImbalancePercent", 10.0)
                .containsEntry("overloadedOss", 0.0);
        assertThat(weather.getMotif()).isEqualTo("scratch/ior/read/-/-/64");
        assertThat(weather.getEligible()).isFalse();
    }

    @Test
    void shouldTakeAllLogsOfAJobTogetherInTheOrderOfTheirDecisions() throws Exception {
        List<JobWeather> results = run(
                Site.samples(1, 900, second -> 20 * second),
                List.of(
                        Site.summary("job", 100, 195, 200),
                        Site.summary("job", 150, 245, 300),
                        Site.summary("job", 500, 595, 100)));
        // 20 intervals of 100 bytes; then 30 together; then 20 more.
        assertThat(results).extracting(JobWeather::getCfJob).containsExactly(0.1, 500.0 / 3_000, 600.0 / 5_000);
    }

    @Test
    void shouldTakeTheRatesOfALateSampleIntoTheRevision() throws Exception {
        List<ServerSample> samples = new ArrayList<>(Site.samples(1, 1_800, second -> 20 * second));
        samples.removeIf(sample -> sample.getTime().equals(Site.at(200)));
        samples.add(samples.size() - 100, Site.sample(0, 200, 20 * 200, 60));
        List<JobWeather> results = run(samples, List.of(Site.summary("job", 180, 245, 100)));
        assertThat(results)
                .extracting(weather -> weather.getMetrics().get("serverReadMaxBytesPerSecond"))
                .containsExactly(40.0, 20.0);
    }

    @Test
    void shouldTellTheJobsOfTheTimeAndTheWeatherOfAJobWithoutALog() throws Exception {
        int day = 24 * 3_600;
        List<ServerSample> samples = new ArrayList<>(Site.samples(1, 900, second -> 20 * second));
        samples.add(Site.sample(0, day + 1_000, 20L * (day + 1_000)));
        List<JobWeather> results = WorkflowRun.coverage(
                Site.CATALOGUE,
                samples,
                List.of(Site.summary("logged", 100, 195, 200)),
                List.of(
                        Site.start("logged", 90, 2),
                        Site.start("killed", 120, 6),
                        Site.end("logged", 200, "COMPLETED"),
                        Site.end("killed", 595, "TIMEOUT")));
        assertThat(results).extracting(JobWeather::getJobId).containsExactly("logged", "killed");
        JobWeather logged = results.get(0);
        assertThat(logged.getJobState()).isEqualTo("COMPLETED");
        assertThat(logged.getConcurrentJobs()).isEqualTo(2);
        assertThat(logged.getCfNodehrs()).isEqualTo(2 * 95.0 / (2 * 95 + 6 * 75));
        JobWeather killed = results.get(1);
        assertThat(killed.getRecordKind()).isEqualTo(WeatherRecordKind.NO_DARSHAN);
        assertThat(killed.getDecidedAt()).isEqualTo(Site.at(595 + day));
        assertThat(killed.getJobState()).isEqualTo("TIMEOUT");
        assertThat(killed.getQuality()).isEqualTo(Quality.COARSE);
        assertThat(killed.getCfBw()).isNull();
        assertThat(killed.getCfJob()).isNull();
        // By the minute: [120, 600).
        assertThat(killed.getFileSystemReadBytes()).isEqualTo(20 * 480L);
        assertThat(killed.getMetrics())
                .containsEntry("serverReadMaxBytesPerSecond", 20.0)
                .doesNotContainKey("cfBw");
    }

    @Test
    void shouldNotInferFromTheEndOfARecordingThatALogIsMissing() throws Exception {
        List<JobWeather> results = WorkflowRun.coverage(
                Site.CATALOGUE,
                Site.samples(1, 900, second -> 20 * second),
                List.of(Site.summary("logged", 100, 195, 200)),
                List.of(Site.start("job", 90, 2), Site.end("job", 200, "COMPLETED")));
        assertThat(results).extracting(JobWeather::getJobId).containsExactly("logged");
    }

    @Test
    void shouldAnswerALogThatComesManyHoursLateAndAJobLongerThanTheFineHistoryByTheMinute() throws Exception {
        int hour = 3_600;
        // Polled every 60 s after the first hour; 100 bytes every 5 s, and 5 kB more at 605 s.
        List<ServerSample> samples =
                new ArrayList<>(Site.samples(1, hour, second -> 20 * second + (second >= 605 ? 5_000 : 0)));
        for (int second = hour + 60; second <= 9 * hour; second += 60) {
            samples.add(Site.sample(0, second, 20L * second + 5_000));
        }
        List<JobWeather> results = run(
                samples,
                List.of(
                        Site.summary("long", 30, 7 * hour, 1_000),
                        Site.summaryCollectedAt(8 * hour, "late", 615, 1_000, 1_000)));
        JobWeather late = results.stream()
                .filter(weather -> weather.getJobId().equals("late") && weather.getRevision() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(late.getQuality()).isEqualTo(Quality.COARSE);
        // [600, 960): the minute that the run began in counts whole, and with it the peak before the start.
        assertThat(late.getFileSystemReadBytes()).isEqualTo(20 * 360 + 5_000);
        assertThat(late.getMetrics())
                .containsEntry("serverReadMaxBytesPerSecond", 5_100 / 5.0)
                .doesNotContainKey("ostBeforeStartBytesPerSecond");
        JobWeather longer = results.stream()
                .filter(weather -> weather.getJobId().equals("long") && weather.getRevision() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(longer.getFileSystemReadBytes()).isEqualTo(20L * 7 * hour + 5_000);
        assertThat(longer.getMetrics())
                .containsEntry("serverReadMinBytesPerSecond", 20.0)
                .containsEntry("serverReadMaxBytesPerSecond", 1_020.0);
    }
}
