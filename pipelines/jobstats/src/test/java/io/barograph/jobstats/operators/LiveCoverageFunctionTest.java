package io.barograph.jobstats.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.flink.state.AvroFormat;
import io.barograph.jobstats.JobIdentity;
import io.barograph.jobstats.JobTraffic;
import io.barograph.jobstats.PollDelta;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TargetRole;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.LiveKind;
import io.barograph.schemas.TalkerRole;
import io.barograph.schemas.TopTalkers;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

class LiveCoverageFunctionTest {
    private static final long FIRST_MINUTE = Math.floorDiv(Polls.millis(0), ServerMinute.MINUTE);
    private static final JobIdentity JOB = JobIdentity.of("4711", null, null);
    private static final JobIdentity OTHER = JobIdentity.of("4712", null, null);

    private static KeyedTwoInputStreamOperatorTestHarness<String, ServerMinuteUpdate, JobWeather, JobWeather> harness()
            throws Exception {
        var harness = new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new LiveCoverageFunction(Polls.CATALOGUE, HistoryPolicy.DEFAULT)),
                ServerMinuteUpdate::fileSystem,
                JobWeather::getFileSystem,
                Types.STRING);
        harness.setup(AvroFormat.typeOf(JobWeather.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    /** One server's minute, all of it covered. */
    private static ServerMinuteUpdate minute(
            TargetRole role, String server, int minute, JobTraffic all, Map<JobIdentity, JobTraffic> jobs) {
        long from = ServerMinute.beginOf(FIRST_MINUTE + minute);
        ServerMinute[] sums = {new ServerMinute()};
        ServerMinute.spread(new PollDelta(from, from + ServerMinute.MINUTE, all, false, jobs), 0, unused -> sums[0]);
        return new ServerMinuteUpdate(
                "scratch", role, server, 30_000, from + ServerMinute.MINUTE + 30_000, FIRST_MINUTE + minute, sums[0]);
    }

    private static ServerMinuteUpdate ost(String server, int minute, long bytes, Map<JobIdentity, JobTraffic> jobs) {
        return minute(TargetRole.OST, server, minute, new JobTraffic(0, bytes, 0), jobs);
    }

    /** Ten operations, seven of them of the job. */
    private static ServerMinuteUpdate metadata(int minute) {
        return minute(
                TargetRole.MDT, "MDT0000", minute, new JobTraffic(0, 0, 10), Map.of(JOB, new JobTraffic(0, 0, 7)));
    }

    private static Map<JobIdentity, JobTraffic> wrote(JobIdentity job, long bytes) {
        return Map.of(job, new JobTraffic(0, bytes, 0));
    }

    private static void process(
            KeyedTwoInputStreamOperatorTestHarness<String, ServerMinuteUpdate, JobWeather, JobWeather> harness,
            ServerMinuteUpdate update)
            throws Exception {
        harness.processElement1(update, ServerMinute.beginOf(update.minute()));
    }

    private static <T> List<T> side(
            KeyedTwoInputStreamOperatorTestHarness<String, ServerMinuteUpdate, JobWeather, JobWeather> harness,
            OutputTag<T> tag) {
        Queue<StreamRecord<T>> records = harness.getSideOutput(tag);
        List<T> values = new ArrayList<>();
        if (records != null) {
            records.forEach(record -> values.add(record.getValue()));
        }
        return values;
    }

    private static double metric(JobWeather weather, WeatherMetric metric) {
        return weather.getMetrics().get(metric.metricName());
    }

    @Test
    void shouldGiveOutEachJobsShareOfTheMinuteAndSinceItsFirst() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, ost("OST0000", 0, 100, wrote(JOB, 50)));
            process(harness, ost("OST0001", 0, 100, wrote(OTHER, 100)));
            process(harness, ost("OST0000", 1, 300, Map.of()));
            process(harness, ost("OST0001", 1, 100, wrote(OTHER, 100)));
            process(harness, ost("OST0000", 2, 200, wrote(JOB, 100)));
            process(harness, ost("OST0001", 2, 200, wrote(OTHER, 200)));
            harness.processBothWatermarks(new Watermark(Polls.millis(3 * 60 + 75)));

            List<LiveCoverage> ofJob = side(harness, LiveCoverageFunction.COVERAGE).stream()
                    .filter(live -> live.getJobId().equals("4711"))
                    .toList();
            assertThat(ofJob).hasSize(2);
            LiveCoverage last = ofJob.get(1);
            assertThat(last.getStart()).isEqualTo(Polls.at(120));
            assertThat(last.getDecidedAt()).isEqualTo(Polls.at(3 * 60 + 75));
            assertThat(last.getCfBw()).isCloseTo(0.5, within(1e-12));
            assertThat(last.getCfBwFs()).isCloseTo(0.25, within(1e-12));
            assertThat(last.getCfRead()).isNull();
            assertThat(last.getCfMetadata()).isNull();
            assertThat(last.getSince()).isEqualTo(Polls.at(0));
            assertThat(last.getCfBwFsSoFar()).isCloseTo(150 / 1_000.0, within(1e-12));
            assertThat(last.getMissingFraction()).isZero();
            assertThat(last.getRemark()).isNull();
        }
    }

    @Test
    void shouldSayThatAShareIsUncertainWhereMuchOfItWasMovedBetweenPollsAcrossTheEndOfTheMinute() throws Exception {
        try (var harness = harness()) {
            harness.open();
            Map<Long, ServerMinute> sums = new TreeMap<>();
            long begin = ServerMinute.beginOf(FIRST_MINUTE);
            // A poll at 60 s was lost: of the job 500 to 1,000 bytes may be of the first minute; the other did nothing
            // then, and 500 more or less of its neighbour is little to it.
            ServerMinute.spread(
                    new PollDelta(
                            begin,
                            begin + 30_000,
                            new JobTraffic(0, 50_500, 0),
                            false,
                            Map.of(JOB, new JobTraffic(0, 500, 0), OTHER, new JobTraffic(0, 50_000, 0))),
                    0,
                    minute -> sums.computeIfAbsent(minute, unused -> new ServerMinute()));
            ServerMinute.spread(
                    new PollDelta(begin + 30_000, begin + 90_000, new JobTraffic(0, 500, 0), false, wrote(JOB, 500)),
                    0,
                    minute -> sums.computeIfAbsent(minute, unused -> new ServerMinute()));
            process(
                    harness,
                    new ServerMinuteUpdate(
                            "scratch",
                            TargetRole.OST,
                            "OST0000",
                            30_000,
                            begin + 90_000,
                            FIRST_MINUTE,
                            sums.get(FIRST_MINUTE)));
            harness.processBothWatermarks(new Watermark(Polls.millis(60 + 75)));

            assertThat(side(harness, LiveCoverageFunction.COVERAGE)).hasSize(2).allSatisfy(live -> assertThat(
                            live.getRemark() != null)
                    .isEqualTo(live.getJobId().equals("4711")));
            assertThat(side(harness, LiveCoverageFunction.COVERAGE).get(0).getRemark())
                    .contains("cfBwFsSoFar")
                    .doesNotContain("cfMetadataFsSoFar");
        }
    }

    @Test
    void shouldSayThatSharesAreUncertainWhileAnOstIsMissingAndMendThemWhenItTells() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            process(harness, ost("OST0000", 0, 100, wrote(JOB, 100)));
            process(harness, ost("OST0001", 0, 100, wrote(OTHER, 100)));
            process(harness, ost("OST0000", 1, 100, wrote(JOB, 100)));
            harness.processBothWatermarks(new Watermark(Polls.millis(2 * 60 + 75)));
            List<LiveCoverage> minutes = side(harness, LiveCoverageFunction.COVERAGE);
            assertThat(minutes.get(minutes.size() - 1).getRemark()).contains("cfBwFsSoFar");
            assertThat(minutes.get(minutes.size() - 1).getCfBwFsSoFar()).isCloseTo(200 / 300.0, within(1e-12));
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            process(restored, ost("OST0001", 1, 150, Map.of(JOB, new JobTraffic(0, 50, 0))));
            process(restored, ost("OST0000", 2, 100, wrote(JOB, 100)));
            process(restored, ost("OST0001", 2, 100, wrote(OTHER, 100)));
            restored.processBothWatermarks(new Watermark(Polls.millis(3 * 60 + 75)));
            LiveCoverage last = side(restored, LiveCoverageFunction.COVERAGE).stream()
                    .filter(live -> live.getJobId().equals("4711"))
                    .findFirst()
                    .orElseThrow();
            assertThat(last.getCfBwFsSoFar()).isCloseTo(350 / 650.0, within(1e-12));
            assertThat(last.getRemark()).isNull();
        }
    }

    @Test
    void shouldNameWhoHitsAMetadataServer() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(
                    harness,
                    minute(
                            TargetRole.MDT,
                            "MDT0000",
                            0,
                            new JobTraffic(0, 0, 1_000),
                            Map.of(JOB, new JobTraffic(0, 0, 900), OTHER, new JobTraffic(0, 0, 50))));
            process(harness, minute(TargetRole.MDT, "MDT0001", 0, new JobTraffic(0, 0, 10), Map.of()));
            harness.processBothWatermarks(new Watermark(Polls.millis(60 + 75)));

            List<TopTalkers> talkers = side(harness, LiveCoverageFunction.TALKERS);
            assertThat(talkers).hasSize(2).allSatisfy(each -> {
                assertThat(each.getRole()).isEqualTo(TalkerRole.MDT);
                assertThat(each.getTalkers().get(0).getJobId()).isEqualTo("4711");
                assertThat(each.getJobs()).isEqualTo(2);
            });
            assertThat(talkers.get(0).getServer()).isNull();
            assertThat(talkers.get(0).getUnattributed()).isEqualTo(60);
            assertThat(talkers.get(1).getServer()).isEqualTo("MDT0000");
            assertThat(talkers.get(1).getTalkers().get(0).getShare()).isCloseTo(0.9, within(1e-12));
            LiveCoverage live = side(harness, LiveCoverageFunction.COVERAGE).get(0);
            assertThat(live.getCfMetadata()).isCloseTo(0.9, within(1e-12));
            assertThat(live.getCfMetadataFs()).isCloseTo(900 / 1_010.0, within(1e-12));
        }
    }

    @Test
    void shouldMarkServersThatTellNothingAndScaleNothing() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, ost("OST0000", 0, 100, wrote(JOB, 50)));
            process(harness, ost("OST0001", 0, 100, Map.of()));
            process(harness, ost("OST0000", 1, 100, wrote(JOB, 50)));
            harness.processBothWatermarks(new Watermark(Polls.millis(2 * 60 + 75)));

            LiveCoverage second = side(harness, LiveCoverageFunction.COVERAGE).get(1);
            assertThat(second.getMissingOsts()).isEqualTo(1);
            assertThat(second.getMissingFraction()).isCloseTo(0.5, within(1e-12));
            assertThat(second.getFileSystemWriteBytes()).isEqualTo(100);
            TopTalkers talkers = side(harness, LiveCoverageFunction.TALKERS).get(1);
            assertThat(talkers.getMissingServers()).isEqualTo(1);
            assertThat(talkers.getServers()).isEqualTo(1);
        }
    }

    private static void fiveMinutes(
            KeyedTwoInputStreamOperatorTestHarness<String, ServerMinuteUpdate, JobWeather, JobWeather> harness,
            int from)
            throws Exception {
        for (int minute = from; minute < from + 5; minute++) {
            process(harness, ost("OST0000", minute, 200, wrote(JOB, 50)));
        }
    }

    @Test
    void shouldCompareTheDecidedRunWithItsLiveShareAcrossASnapshot() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            fiveMinutes(harness, 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(250)));
            harness.processElement2(
                    Polls.decision("4711", 30, 400, 700).setCfBwFs(0.3).build(), Polls.millis(700));
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            fiveMinutes(restored, 5);
            restored.processBothWatermarks(new Watermark(Polls.millis(700) - 1));
            assertThat(restored.extractOutputValues()).isEmpty();
            restored.processBothWatermarks(new Watermark(Polls.millis(700)));

            JobWeather weather = restored.extractOutputValues().get(0);
            assertThat(metric(weather, WeatherMetric.CF_LIVE)).isCloseTo(0.25, within(1e-12));
            assertThat(metric(weather, WeatherMetric.CF_LIVE_DIFFERENCE)).isCloseTo(0.05, within(1e-12));
            assertThat(metric(weather, WeatherMetric.JOB_STATISTICS_WRITE_BYTES))
                    .isEqualTo(7 * 50);
            assertThat(side(restored, LiveCoverageFunction.COVERAGE)).allMatch(live -> live.getKind() == LiveKind.JOB);
        }
    }

    @Test
    void shouldTakeTheMinutesThatWereGivenOutByTheDecisionAlone() throws Exception {
        try (var harness = harness()) {
            harness.open();
            fiveMinutes(harness, 0);
            process(harness, ost("OST0000", 5, 200, wrote(JOB, 200)));
            harness.processElement2(
                    Polls.decision("4711", 0, 360, 395).setCfBwFs(0.5).build(), Polls.millis(395));
            harness.processBothWatermarks(new Watermark(Polls.millis(1_000)));

            JobWeather weather = harness.extractOutputValues().get(0);
            assertThat(metric(weather, WeatherMetric.CF_LIVE)).isCloseTo(0.25, within(1e-12));
            assertThat(weather.getMetrics()).doesNotContainKey(WeatherMetric.JOB_STATISTICS_WRITE_BYTES.metricName());
        }
    }

    @Test
    void shouldCountTheOstsThatAJobMovedBytesOnAcrossASnapshot() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            for (String name : List.of("OST0000", "OST0001", "OST0002")) {
                process(harness, ost(name, 0, 200, wrote(JOB, 50)));
            }
            process(harness, ost("OST0003", 0, 200, Map.of()));
            process(harness, ost("OST0004", 1, 200, wrote(JOB, 50)));
            process(harness, metadata(0));
            harness.processBothWatermarks(new Watermark(Polls.millis(250)));
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement2(Polls.decision("4711", 0, 60, 395).build(), Polls.millis(395));
            restored.processElement2(Polls.decision("4711", 60, 120, 395).build(), Polls.millis(395));
            restored.processElement2(Polls.decision("4711", 70, 110, 396).build(), Polls.millis(396));
            restored.processBothWatermarks(new Watermark(Polls.millis(396)));

            List<JobWeather> runs = restored.extractOutputValues();
            assertThat(metric(runs.get(0), WeatherMetric.JOB_STATISTICS_OSTS)).isEqualTo(3);
            assertThat(metric(runs.get(1), WeatherMetric.JOB_STATISTICS_OSTS)).isEqualTo(1);
            assertThat(metric(runs.get(2), WeatherMetric.JOB_STATISTICS_OSTS))
                    .as("no whole minute")
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldGiveAJobWithoutALogWhatTheServersCountedOfIt() throws Exception {
        try (var harness = harness()) {
            harness.open();
            fiveMinutes(harness, 0);
            process(harness, metadata(2));
            harness.processElement2(
                    Polls.decision("4711", 10, 290, 86_700)
                            .setRecordKind(WeatherRecordKind.NO_DARSHAN)
                            .setExecutable("")
                            .setUser(null)
                            .build(),
                    0);
            harness.processBothWatermarks(new Watermark(Polls.millis(86_700)));

            JobWeather weather = harness.extractOutputValues().get(0);
            assertThat(metric(weather, WeatherMetric.JOB_STATISTICS_READ_BYTES)).isZero();
            assertThat(metric(weather, WeatherMetric.JOB_STATISTICS_WRITE_BYTES))
                    .isEqualTo(250);
            assertThat(metric(weather, WeatherMetric.JOB_STATISTICS_METADATA_OPERATIONS))
                    .isEqualTo(7);
            assertThat(metric(weather, WeatherMetric.CF_LIVE)).isCloseTo(0.25, within(1e-12));
            assertThat(weather.getMetrics()).doesNotContainKey(WeatherMetric.CF_LIVE_DIFFERENCE.metricName());
        }
    }

    @Test
    void shouldFindARunByItsProgramAndUserWhereJobStatisticsHaveNoJobId() throws Exception {
        try (var harness = harness()) {
            harness.open();
            for (int minute = 0; minute < 5; minute++) {
                process(harness, ost("OST0000", minute, 200, wrote(JobIdentity.of("ior.1001", "ior", "1001"), 50)));
            }
            harness.processElement2(Polls.decision("4711", 0, 300, 700).build(), 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(700)));

            assertThat(metric(harness.extractOutputValues().get(0), WeatherMetric.CF_LIVE))
                    .isCloseTo(0.25, within(1e-12));
        }
    }

    @Test
    void shouldCountWhatBecomesKnownLaterForRunsAndChangeNoMinute() throws Exception {
        try (var harness = harness()) {
            harness.open();
            fiveMinutes(harness, 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(600)));
            int minutes = side(harness, LiveCoverageFunction.COVERAGE).size();
            process(harness, ost("OST0001", 2, 200, wrote(JOB, 100)));
            harness.processElement2(Polls.decision("4711", 0, 300, 700).build(), 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(700)));

            assertThat(side(harness, LiveCoverageFunction.COVERAGE)).hasSize(minutes);
            assertThat(metric(harness.extractOutputValues().get(0), WeatherMetric.JOB_STATISTICS_WRITE_BYTES))
                    .isEqualTo(350);
        }
    }

    @Test
    void shouldSayOnceThatThereAreNoJobStatisticsAndAgainWhenTheyWereThereInBetween() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement2(Polls.decision("1", 0, 100, 200).build(), 0);
            harness.processElement2(Polls.decision("2", 0, 100, 210).build(), 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(1_000)));
            assertThat(harness.extractOutputValues()).hasSize(2);
            List<LiveCoverage> said = side(harness, LiveCoverageFunction.COVERAGE);
            assertThat(said).hasSize(1);
            assertThat(said.get(0).getKind()).isEqualTo(LiveKind.NO_JOB_STATS);
            assertThat(said.get(0).getRemark()).contains("lustre-jobstats");

            fiveMinutes(harness, 20);
            harness.processElement2(Polls.decision("3", 1_200, 1_400, 1_600).build(), 0);
            harness.processElement2(Polls.decision("4", 9_000, 9_100, 9_200).build(), 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(10_000)));
            assertThat(side(harness, LiveCoverageFunction.COVERAGE).stream()
                            .filter(live -> live.getKind() == LiveKind.NO_JOB_STATS))
                    .hasSize(2);
        }
    }

    @Test
    void shouldSayThatServersAnswerWithoutAnyJob() throws Exception {
        try (var harness = harness()) {
            harness.open();
            for (int minute = 0; minute < 5; minute++) {
                process(harness, ost("OST0000", minute, 200, Map.of()));
            }
            harness.processElement2(Polls.decision("1", 0, 100, 200).build(), 0);
            harness.processElement2(
                    Polls.decision("2", 0, 100, 250).setFileSystem("projects").build(), 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(1_000)));

            List<LiveCoverage> said = side(harness, LiveCoverageFunction.COVERAGE);
            assertThat(said).hasSize(1);
            assertThat(said.get(0).getRemark()).contains("jobid_var");
        }
    }

    @Test
    void shouldNotTakeTheEndOfTheInputForSilence() throws Exception {
        try (var harness = harness()) {
            harness.open();
            ServerMinuteUpdate whole = ost("OST0000", 0, 200, wrote(JOB, 50));
            process(harness, whole);
            ServerMinuteUpdate begun = ost("OST0000", 1, 100, wrote(JOB, 25));
            process(
                    harness,
                    new ServerMinuteUpdate(
                            begun.fileSystem(),
                            begun.role(),
                            begun.server(),
                            begun.intervalMillis(),
                            Polls.millis(90),
                            begun.minute(),
                            begun.sums()));
            harness.processBothWatermarks(Watermark.MAX_WATERMARK);

            assertThat(side(harness, LiveCoverageFunction.COVERAGE)).hasSize(1);
        }
    }

    @Test
    void shouldForgetJobsTwoDaysAfterTheirLastTraffic() throws Exception {
        try (var harness = harness()) {
            harness.open();
            fiveMinutes(harness, 0);
            harness.processBothWatermarks(new Watermark(Polls.millis(50 * 3_600)));

            // what is left says which minute was emitted last, and that jobs were seen
            assertThat(harness.numKeyedStateEntries()).isEqualTo(1);
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }
}
