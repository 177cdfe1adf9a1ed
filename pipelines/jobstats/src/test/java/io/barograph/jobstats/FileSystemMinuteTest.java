package io.barograph.jobstats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FileSystemMinuteTest {
    private static final long MINUTE = 25_000_000;
    private static final long FROM = ServerMinute.beginOf(MINUTE);

    private static final JobIdentity A = JobIdentity.of("1", null, null);
    private static final JobIdentity B = JobIdentity.of("2", null, null);

    private final FileSystemMinute sums = new FileSystemMinute();

    private static ServerMinute ost(long seconds, long bytes, Map<JobIdentity, JobTraffic> jobs) {
        ServerMinute[] one = {new ServerMinute()};
        ServerMinute.spread(
                new PollDelta(FROM, FROM + seconds * 1_000, new JobTraffic(bytes, 0, 0), false, jobs),
                0,
                minute -> one[0]);
        return one[0];
    }

    private static Map<JobIdentity, JobTraffic> read(JobIdentity job, long bytes) {
        return Map.of(job, new JobTraffic(bytes, 0, 0));
    }

    @Test
    void shouldTakeAJobsShareOfTheServersThatItUsedAndOfAll() {
        sums.put(TargetRole.OST, "OST0000", ost(60, 100, read(A, 60)));
        sums.put(TargetRole.OST, "OST0001", ost(60, 100, read(A, 20)));
        sums.put(TargetRole.OST, "OST0002", ost(60, 200, read(B, 200)));

        JobMinute job = sums.jobs().stream()
                .filter(each -> each.job().equals(A))
                .findFirst()
                .orElseThrow();
        assertThat(job.moved().bytes()).isEqualTo(80);
        assertThat(job.used().bytes()).isEqualTo(200);
        assertThat(job.servers()).isEqualTo(2);
        assertThat(sums.total().bytes()).isEqualTo(400);
    }

    @Test
    void shouldMarkWhatIsMissingAndScaleNothing() {
        sums.put(TargetRole.OST, "OST0000", ost(60, 100, read(A, 100)));
        sums.put(TargetRole.OST, "OST0001", ost(30, 50, read(A, 50)));
        Set<String> expected = Set.of("OST0000", "OST0001", "OST0002");

        assertThat(sums.missingServers(TargetRole.OST, expected)).isEqualTo(2);
        assertThat(sums.missingMillis(TargetRole.OST, expected)).isEqualTo(90_000);
        assertThat(sums.total(TargetRole.OST).bytes()).isEqualTo(150);
        assertThat(sums.missingServers(TargetRole.MDT, Set.of())).isZero();
    }

    @Test
    void shouldNameTheLargestJobsAndTheRemainder() {
        sums.put(
                TargetRole.OST,
                "OST0000",
                ost(60, 100, Map.of(A, new JobTraffic(10, 20, 0), B, new JobTraffic(50, 0, 0))));

        TalkerRanking talkers = sums.talkers(TargetRole.OST, 1);
        assertThat(talkers.total()).isEqualTo(100);
        assertThat(talkers.jobs()).isEqualTo(2);
        assertThat(talkers.top()).hasSize(1);
        assertThat(talkers.top().get(0).job()).isEqualTo(B);
        assertThat(talkers.top().get(0).share()).isCloseTo(0.5, within(1e-12));
        assertThat(talkers.others()).isEqualTo(30);
        assertThat(talkers.unattributed()).isEqualTo(20);
    }

    @Test
    void shouldNameAServerThatHasFarMoreThanItsEvenShare() {
        for (int ost = 0; ost < 16; ost++) {
            sums.put(TargetRole.OST, "OST00" + ost, ost(60, 100, read(A, 100)));
        }
        assertThat(sums.dominant(TargetRole.OST)).isNull();
        sums.put(TargetRole.OST, "OST005", ost(0, 0, Map.of()));
        sums.put(TargetRole.OST, "OST0016", ost(60, 500, read(B, 500)));
        assertThat(sums.dominant(TargetRole.OST)).isEqualTo("OST0016");
        assertThat(sums.talkers(TargetRole.OST, "OST0016", 10).top()).hasSize(1);
    }

    @Test
    void shouldCallServersBusyThatHaveTwiceTheMedian() {
        for (int ost = 0; ost < 8; ost++) {
            sums.put(TargetRole.OST, "OST000" + ost, ost(60, 100 + 60 * ost, read(A, 100)));
        }
        assertThat(sums.busy(TargetRole.OST, 10)).as("median 280").isEmpty();
        sums.put(TargetRole.OST, "OST0008", ost(60, 900, read(B, 900)));
        sums.put(TargetRole.OST, "OST0009", ost(60, 700, read(B, 700)));
        assertThat(sums.busy(TargetRole.OST, 10)).as("median 340").containsExactly("OST0008", "OST0009");
        assertThat(sums.busy(TargetRole.OST, 1)).containsExactly("OST0008");
        assertThat(sums.busy(TargetRole.MDT, 10)).isEmpty();
    }

    @Test
    void shouldNotTakeTheOnlyServerForADominantOne() {
        sums.put(TargetRole.OST, "OST0000", ost(60, 100, read(A, 100)));
        assertThat(sums.dominant(TargetRole.OST)).isNull();
        assertThat(sums.dominant(TargetRole.MDT)).isNull();
    }
}
