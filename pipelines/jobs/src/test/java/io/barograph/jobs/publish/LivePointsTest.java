package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.jobs.publish.ResultPoints.LiveCoveragePoints;
import io.barograph.jobs.publish.ResultPoints.TopTalkersPoints;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.LiveKind;
import io.barograph.schemas.Talker;
import io.barograph.schemas.TalkerRole;
import io.barograph.schemas.TopTalkers;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LivePointsTest {
    private static final Instant START = Instant.parse("2026-03-02T00:10:00Z");
    private static final long START_NANOS = START.toEpochMilli() * 1_000_000;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    static {
        AvroCodec.of(LiveCoverage.class); // makes Avro trust the records
        AvroCodec.of(TopTalkers.class);
    }

    private static LiveCoverage.Builder live(String jobId) {
        return LiveCoverage.newBuilder()
                .setKind(LiveKind.JOB)
                .setFileSystem("scratch")
                .setJobId(jobId)
                .setStart(START)
                .setDecidedAt(START.plusSeconds(135))
                .setReadBytes(40)
                .setCfBwFs(0.4);
    }

    @Test
    void shouldKeepTheJobsOfAMinuteApartAndWithinIt() {
        Set<Long> places = new HashSet<>();
        for (int job = 0; job < 5_000; job++) {
            InfluxPoint point = new LiveCoveragePoints()
                    .convert(live(Integer.toString(job)).build())
                    .get(0);
            assertThat(point.timestampNanos()).isBetween(START_NANOS, START_NANOS + MINUTE_NANOS - 1);
            places.add(point.timestampNanos());
        }
        assertThat(places).hasSize(5_000);
    }

    @Test
    void shouldTagAMinuteByItsFileSystemAloneAndMarkWhatIsNotKnown() {
        InfluxPoint point = ResultPoints.tagged(new LiveCoveragePoints(), "r1")
                .convert(live("4711").build())
                .get(0);

        assertThat(point.measurement()).isEqualTo("live_coverage");
        assertThat(point.tags()).isEqualTo(Map.of("fs", "scratch", "replay", "r1"));
        assertThat(point.fields())
                .containsEntry("job_id", "4711")
                .containsEntry("read_bytes", 40L)
                .containsEntry("cf_bw_fs", 0.4)
                .containsEntry("cf_metadata", -1.0)
                .containsEntry("user_id", "")
                .containsEntry("remark", "");
    }

    @Test
    void shouldSayWhyThereIsNothing() {
        LiveCoverage off = live("").setKind(LiveKind.NO_JOB_STATS)
                .setRemark("no server tells of jobs")
                .build();
        InfluxPoint point = new LiveCoveragePoints().convert(off).get(0);

        assertThat(point.measurement()).isEqualTo("live_coverage_remark");
        assertThat(point.fields()).isEqualTo(Map.of("remark", "no server tells of jobs"));
        assertThat(new LiveCoveragePoints()
                        .convert(live("1").setKind(LiveKind.UNKNOWN).build()))
                .isEmpty();
    }

    private static TopTalkers.Builder talkers() {
        return TopTalkers.newBuilder()
                .setFileSystem("scratch")
                .setRole(TalkerRole.MDT)
                .setStart(START)
                .setDecidedAt(START.plusSeconds(135))
                .setTotal(1_000)
                .setJobs(12)
                .setOthers(30)
                .setUnattributed(70)
                .setServers(1)
                .setMissingServers(0)
                .setTalkers(List.of(talker("4711", 600), talker("4712", 300)));
    }

    private static Talker talker(String jobId, long amount) {
        return Talker.newBuilder()
                .setJobId(jobId)
                .setAmount(amount)
                .setShare(amount / 1_000.0)
                .setMetadataOperations(amount)
                .build();
    }

    @Test
    void shouldGiveARankToEachTalkerAndSharesThatMakeTheWhole() {
        List<InfluxPoint> points = new TopTalkersPoints().convert(talkers().build());

        assertThat(points)
                .extracting(point -> point.tags().get("rank"))
                .containsExactly("1", "2", "others", "unattributed");
        assertThat(points.get(0).tags()).isEqualTo(Map.of("fs", "scratch", "role", "MDT", "rank", "1"));
        assertThat(points.get(0).fields()).containsEntry("job_id", "4711").containsEntry("operations", 600L);
        assertThat(points.stream()
                        .mapToDouble(point -> (double) point.fields().get("share"))
                        .sum())
                .isEqualTo(1);
        assertThat(points).allMatch(point -> point.timestampNanos() == START_NANOS);
    }

    @Test
    void shouldNameTheServerThatARecordIsOf() {
        TopTalkers ofServer = talkers()
                .setRole(TalkerRole.OST)
                .setServer("scratch-OST0007")
                .setTotal(0)
                .build();
        InfluxPoint point = new TopTalkersPoints().convert(ofServer).get(0);

        assertThat(point.tags()).containsEntry("server", "scratch-OST0007");
        assertThat(point.fields()).containsEntry("bytes", 600L).containsEntry("share", -1.0);
    }
}
