package io.barograph.jobstats;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.counters.CounterBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerJobsTest {
    private static final long SECOND = 1_000;
    private static final long HOUR = 3_600 * SECOND;
    private static final long BEGIN = 500_000 * HOUR;

    private final ServerJobs jobs = new ServerJobs(6 * HOUR);

    private static JobPoll.Entry entry(String id, long since, long writeBytes) {
        return new JobPoll.Entry(id, JobIdentity.of(id, null, null), since, new JobTraffic(0, writeBytes, 0));
    }

    private List<PollDelta> poll(long second, long serverBytes, JobPoll.Entry... entries) {
        List<PollDelta> movements = new ArrayList<>();
        JobTraffic server = serverBytes < 0 ? null : new JobTraffic(0, serverBytes, 0);
        jobs.insert(
                new JobPoll(BEGIN + second * SECOND, server, Arrays.asList(entries)),
                CounterBounds.DEFAULT,
                movements::add);
        return movements;
    }

    private static Map<JobIdentity, JobTraffic> written(String id, long bytes) {
        return Map.of(JobIdentity.of(id, null, null), new JobTraffic(0, bytes, 0));
    }

    @Test
    void shouldLeaveWhatAnEntryMovedBeforeItWasWatchedToTheRemainder() {
        assertThat(poll(0, 1_000)).isEmpty();
        PollDelta movement = poll(30, 1_500, entry("old", BEGIN - 1, 900)).get(0);
        assertThat(movement.server().writeBytes()).isEqualTo(500);
        assertThat(movement.jobs()).isEmpty();
        assertThat(poll(60, 1_600, entry("old", BEGIN - 1, 1_000)).get(0).jobs())
                .isEqualTo(written("old", 100));
    }

    @Test
    void shouldTakeAnEntryWithoutABeginForOldWhereItExceedsTwiceWhatTheServerMoved() {
        poll(0, 1_000);
        assertThat(poll(30, 1_500, entry("old", JobPoll.NOT_STATED, 1_001))
                        .get(0)
                        .jobs())
                .isEmpty();
        assertThat(poll(60, 2_000, entry("new", JobPoll.NOT_STATED, 500)).get(0).jobs())
                .isEqualTo(written("new", 500));
    }

    @Test
    void shouldTellANewEntryByItsBeginAlsoWhereItHasMoreThanTheOldOne() {
        poll(0, 1_000, entry("job", BEGIN - 1, 100));
        assertThat(poll(30, 2_000, entry("job", BEGIN + 1, 300)).get(0).jobs()).isEqualTo(written("job", 300));
        assertThat(poll(60, 3_000, entry("job", BEGIN + 1, 200)).get(0).jobs()).isEqualTo(written("job", 200));
    }

    @Test
    void shouldSpreadWhatAMissedPollWouldHaveToldOverTheGap() {
        poll(0, 1_000, entry("job", BEGIN, 100));
        PollDelta movement = poll(90, 2_000, entry("job", BEGIN, 400)).get(0);
        assertThat(movement.from()).isEqualTo(BEGIN);
        assertThat(movement.to()).isEqualTo(BEGIN + 90 * SECOND);
        assertThat(movement.jobs()).isEqualTo(written("job", 300));
    }

    @Test
    void shouldSayNothingOfTheServerWhereItDoesNotReport() {
        poll(0, 1_000);
        assertThat(poll(30, -1, entry("job", BEGIN, 100)).get(0).server()).isNull();
        assertThat(poll(60, 2_000).get(0).server()).isNull();
        assertThat(poll(90, 2_500).get(0).server().writeBytes()).isEqualTo(500);
    }

    @Test
    void shouldTakeTheServersCountersFromWhicheverRecordOfAPollHasThem() {
        poll(0, 1_000);
        assertThat(poll(30, -1, entry("a", BEGIN, 100)).get(0).server()).isNull();
        assertThat(poll(30, 2_000, entry("b", BEGIN, 100)).get(0).server().writeBytes())
                .isEqualTo(1_000);
        assertThat(poll(30, 2_000, entry("c", BEGIN, 100)).get(0).server()).isNull();
        assertThat(poll(60, 2_500).get(0).server().writeBytes()).isEqualTo(500);
    }

    @Test
    void shouldSayThatTheServerStartedAnew() {
        poll(0, 1_000);
        assertThat(poll(30, 1_500).get(0).restarted()).isFalse();
        PollDelta movement = poll(60, 400).get(0);
        assertThat(movement.restarted()).isTrue();
        assertThat(movement.server().writeBytes()).isEqualTo(400);
        assertThat(poll(90, 500).get(0).restarted()).isFalse();
    }

    @Test
    void shouldCountWhatOnlyAPollThatCameTooLateTellsOfAJob() {
        poll(0, 1_000);
        poll(60, 2_000, entry("goes on", BEGIN, 300));
        PollDelta movement = poll(30, 1_500, entry("goes on", BEGIN, 200), entry("is over", BEGIN, 100))
                .get(0);
        assertThat(movement.server()).isNull();
        assertThat(movement.jobs()).isEqualTo(written("is over", 100));
        assertThat(movement.from()).isEqualTo(BEGIN);
        assertThat(movement.to()).isEqualTo(BEGIN + 60 * SECOND);
        assertThat(poll(30, 1_500, entry("is over", BEGIN, 100))).isEmpty();
    }

    @Test
    void shouldCountNothingOfProcessesWithoutAJob() {
        poll(0, 1_000);
        assertThat(poll(30, 2_000, entry("", BEGIN, 100)).get(0).jobs()).isEmpty();
    }

    @Test
    void shouldKeepABoundedNumberOfEntriesAndCountNoneOfThemTwice() {
        poll(0, 0);
        poll(30, 1_000, entry("first", BEGIN + 1, 500));
        JobPoll.Entry[] many = new JobPoll.Entry[ServerJobs.MAX_ENTRIES];
        for (int i = 0; i < many.length; i++) {
            many[i] = entry("job-" + i, BEGIN + 31 * SECOND, 1);
        }
        assertThat(poll(60, 20_000, many).get(0).jobs()).hasSize(many.length);
        assertThat(jobs.size()).isEqualTo(ServerJobs.MAX_ENTRIES);
        assertThat(poll(90, 21_000, entry("first", BEGIN + 1, 600)).get(0).jobs())
                .isEmpty();
    }

    @Test
    void shouldForgetEntriesThatWereNotListedForLong() {
        poll(0, 1_000, entry("job", BEGIN, 100));
        poll(7 * 3_600, 2_000);
        jobs.forget();
        assertThat(jobs.size()).isZero();
        assertThat(poll(7 * 3_600 + 30, 3_000, entry("job", BEGIN, 200)).get(0).jobs())
                .isEmpty();
    }

    @Test
    void shouldNotKnowWhatAServerMovedWhoseCountersAreAtFault() {
        poll(0, 10_000);
        assertThat(poll(30, 0).get(0).restarted()).isTrue();
        assertThat(poll(60, 10_500, entry("job", BEGIN, 100)).get(0).server()).isNull();
        assertThat(poll(90, 10_700).get(0).server().writeBytes()).isEqualTo(200);
        assertThat(poll(120, 900_000_000_000_000_000L).get(0).server()).isNull();
        assertThat(poll(150, 10_900).get(0).server()).isNull();
    }

    @Test
    void shouldNotGiveAJobMoreThanAServerCanMove() {
        poll(0, 0, entry("job", BEGIN, 100));
        assertThat(poll(30, 1_000, entry("job", BEGIN, 900_000_000_000_000_000L))
                        .get(0)
                        .jobs())
                .isEmpty();
    }

    @Test
    void shouldBeginAnewAfterAGapOfAYear() {
        poll(0, 0, entry("job", BEGIN, 100));
        long year = 365 * 86_400;
        assertThat(poll(year, 1_000, entry("job", BEGIN, 200))).isEmpty();
        assertThat(poll(year + 30, 1_500, entry("job", BEGIN, 300)).get(0).jobs())
                .isEqualTo(written("job", 100));
    }
}
