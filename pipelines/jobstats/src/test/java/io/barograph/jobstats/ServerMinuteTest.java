package io.barograph.jobstats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServerMinuteTest {
    private static final long MINUTE = 25_000_000;
    private static final long BEGIN = ServerMinute.beginOf(MINUTE);
    private static final long TOLERANCE = 3_000;
    private static final JobIdentity JOB = JobIdentity.of("1", null, null);

    private final Map<Long, ServerMinute> minutes = new TreeMap<>();

    private void moved(double from, double to, long bytes) {
        moved(from, to, bytes, false);
    }

    private void moved(double from, double to, long bytes, boolean restarted) {
        JobTraffic traffic = new JobTraffic(bytes, 0, 0);
        ServerMinute.spread(
                new PollDelta(
                        BEGIN + Math.round(1_000 * from),
                        BEGIN + Math.round(1_000 * to),
                        traffic,
                        restarted,
                        Map.of(JOB, traffic)),
                TOLERANCE,
                minute -> minutes.computeIfAbsent(minute - MINUTE, unused -> new ServerMinute()));
    }

    private MinuteBoundaryTraffic crossing(long minute) {
        Map<JobIdentity, MinuteBoundaryTraffic> crossings = new HashMap<>();
        minutes.get(minute).forEachJob((job, moved, crossing) -> crossings.put(job, crossing));
        return crossings.get(JOB);
    }

    @Test
    void shouldCountAPollNearTheBeginOfAMinuteAsOneAtIt() {
        moved(-2, 28, 30);
        moved(28, 62.5, 70);
        moved(62.5, 91, 500);

        assertThat(minutes).containsOnlyKeys(0L, 1L);
        assertThat(minutes.get(0L).server().bytes()).isEqualTo(100);
        assertThat(minutes.get(0L).jobs().get(JOB).bytes()).isEqualTo(100);
        assertThat(minutes.get(0L).coveredMillis()).isEqualTo(ServerMinute.MINUTE);
        assertThat(minutes.get(1L).coveredMillis()).isEqualTo(31_000);
    }

    @Test
    void shouldSpreadEvenlyWhatWasMovedBetweenPollsThatLieAcrossAMinute() {
        moved(50, 75, 250);

        assertThat(minutes.get(0L).server().bytes()).isEqualTo(100);
        assertThat(minutes.get(1L).server().bytes()).isEqualTo(150);
        assertThat(crossing(0))
                .isEqualTo(new MinuteBoundaryTraffic(new JobTraffic(100, 0, 0), new JobTraffic(150, 0, 0)));
        assertThat(minutes.get(0L).crossing()).isEqualTo(crossing(0));
        assertThat(crossing(1)).isEqualTo(MinuteBoundaryTraffic.NONE);
    }

    @Test
    void shouldGiveWhatWasMovedBetweenTwoPollsThatCountAsOneToTheMinuteBefore() {
        moved(30, 59, 10);
        moved(59, 62, 7);
        moved(62, 92, 20);

        assertThat(minutes.get(0L).server().bytes()).isEqualTo(17);
        assertThat(minutes.get(0L).coveredMillis()).isEqualTo(30_000);
        assertThat(minutes.get(1L).server().bytes()).isEqualTo(20);
        assertThat(minutes.get(1L).coveredMillis()).isEqualTo(32_000);
    }

    @Test
    void shouldLeaveOpenWhatIsMovedAtTheMeanRateBetweenTheEndOfAMinuteAndThePollThatCountsAsOneAtIt() {
        moved(30, 62, 3_200);

        assertThat(crossing(0)).isEqualTo(new MinuteBoundaryTraffic(new JobTraffic(200, 0, 0), JobTraffic.NONE));
        moved(92, 119, 2_700);

        assertThat(minutes.get(1L).crossing())
                .isEqualTo(new MinuteBoundaryTraffic(JobTraffic.NONE, new JobTraffic(100, 0, 0)));
    }

    @Test
    void shouldTakeTheTimeInWhichAServerStartedAnewForMissing() {
        moved(0, 30, 100);
        moved(30, 60, 40, true);

        assertThat(minutes.get(0L).coveredMillis()).isEqualTo(30_000);
        assertThat(minutes.get(0L).server().bytes()).isEqualTo(140);
    }

    @Test
    void shouldGoOnFromItsBinaryForm() throws IOException {
        moved(50, 75, 250);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        minutes.get(0L).writeTo(new DataOutputStream(bytes));
        ServerMinute read = ServerMinute.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(read).usingRecursiveComparison().isEqualTo(minutes.get(0L));
    }
}
