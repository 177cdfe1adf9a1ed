package io.barograph.contention.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.contention.EventSentences;
import io.barograph.contention.SimilarEvents;
import io.barograph.contention.event.ServerTraffic;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import io.barograph.schemas.SuspectSource;
import io.barograph.schemas.activity.ActivitySpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventAccountTest {
    private static final long BEGIN = Instant.parse("2026-03-02T10:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;

    /** Ten minutes of writing 600 GB. */
    private static TrackedEvent contention() {
        TrackedEvent event = event(EventKind.CONTENTION, EventType.WRITE, 0, 10);
        event.moved(new ServerTraffic(0, 600e9, 0, 120, 0));
        event.slowed(BEGIN + MINUTE, "DATA_WRITE", 3.4);
        event.loaded(1.2e9);
        return event;
    }

    private static TrackedEvent event(EventKind kind, EventType type, int fromMinute, int toMinute) {
        TrackedEvent event =
                new TrackedEvent(kind, type, "", BEGIN + fromMinute * MINUTE, BEGIN + fromMinute * MINUTE + 30_000);
        event.end(BEGIN + toMinute * MINUTE);
        return event;
    }

    private static List<JobMinuteLoad> minutes(String jobId, int from, int to, long writeBytes) {
        List<JobMinuteLoad> minutes = new ArrayList<>();
        for (int minute = from; minute < to; minute++) {
            minutes.add(new JobMinuteLoad("", jobId, "", "", BEGIN + minute * MINUTE, 5, writeBytes, 0, 0));
        }
        return minutes;
    }

    /** A run of 1 GB/s as a rule that wrote 60 GB from minute to minute, at that many times less. */
    private static KnownRun run(String jobId, int nodes, int from, int to, double timesSlower) {
        long start = (BEGIN + from * MINUTE) * 1000;
        long end = (BEGIN + to * MINUTE) * 1000;
        long bytes = 60_000_000_000L;
        return new KnownRun(
                jobId + "/run",
                jobId,
                "vasp",
                "ada",
                nodes,
                start,
                end,
                0,
                bytes,
                List.of(),
                List.of(new ActivitySpan(start, end, bytes)),
                Double.NaN,
                1e9 / timesSlower,
                1e9);
    }

    private static EventAccount account(
            TrackedEvent event, List<JobMinuteLoad> minutes, List<KnownRun> runs, List<ScheduledJob> jobs) {
        Map<String, ScheduledJob> byId = new HashMap<>();
        jobs.forEach(job -> byId.put(job.jobId(), job));
        return EventAccount.of(event, BEGIN + 20 * MINUTE, minutes, runs, byId, List.of(event));
    }

    @Test
    void shouldNameSuspectsByTheirPartAndLeaveTheRestUnattributed() {
        List<JobMinuteLoad> minutes = new ArrayList<>(minutes("1", -5, 20, 45_000_000_000L));
        minutes.addAll(minutes("2", 0, 10, 6_000_000_000L));
        minutes.sort(Comparator.comparingLong(JobMinuteLoad::begin));
        EventAccount account = account(
                contention(),
                minutes,
                List.of(),
                List.of(new ScheduledJob("1", "bob", 64, BEGIN - MINUTE, TrackedEvent.NONE)));

        assertThat(account.suspects().top()).extracting(LoadSuspect::jobId).containsExactly("1", "2");
        assertThat(account.suspects().top().get(0).share()).isCloseTo(0.75, within(1e-9));
        assertThat(account.suspects().unattributedShare()).isCloseTo(0.15, within(1e-9));
        assertThat(account.known().get("1").nodes()).isEqualTo(64);
        assertThat(account.candidates()).isEmpty();
        assertThat(account.lostNodeHours()).as("no run has been judged").isNaN();
    }

    @Test
    void shouldAskTheServersOfAHotspotWhoseLoadTheyHave() {
        TrackedEvent hotspot =
                new TrackedEvent(EventKind.CONTENTION, EventType.HOTSPOT, "scratch-OST0003", BEGIN, BEGIN);
        hotspot.on(List.of("scratch-OST0003", "scratch-OST0007"));
        hotspot.end(BEGIN + 2 * MINUTE);
        hotspot.moved(new ServerTraffic(10e9, 90e9, 0, 24, 0));
        List<JobMinuteLoad> minutes = new ArrayList<>(minutes("1", 0, 2, 900_000_000_000L));
        for (String server : List.of("OST0003", "OST0007", "OST0001")) {
            minutes.add(new JobMinuteLoad(server, "2", "", "", BEGIN, 0, 40_000_000_000L, 0, 0));
        }
        minutes.add(new JobMinuteLoad("OST0003", "1", "", "", BEGIN, 5_000_000_000L, 0, 0, 0));
        EventAccount account = account(hotspot, minutes, List.of(run("3", 8, 0, 2, 1)), List.of());

        assertThat(account.suspects().top()).extracting(LoadSuspect::jobId).containsExactly("2", "1");
        assertThat(account.suspects().top().get(0).share()).isCloseTo(0.8, within(1e-9));
        assertThat(account.suspects().unattributedShare()).isCloseTo(0.15, within(1e-9));

        EventAccount without = account(hotspot, minutes("1", 0, 2, 900_000_000_000L), List.of(), List.of());
        assertThat(without.suspects().top()).singleElement().satisfies(suspect -> {
            assertThat(suspect.jobId()).isEqualTo("1");
            assertThat(suspect.share()).as("of all servers").isNaN();
        });
    }

    @Test
    void shouldSayThatNoSingleJobExplainsIt() {
        List<JobMinuteLoad> minutes = new ArrayList<>();
        for (int job = 1; job <= 4; job++) {
            EventAccount some = account(contention(), minutes, List.of(), List.of());
            assertThat(EventSentences.of(contention(), some, null))
                    .as("the rest may be of one job")
                    .doesNotContain("No single job");
            minutes.addAll(minutes(Integer.toString(job), 0, 10, 12_000_000_000L));
            minutes.sort(Comparator.comparingLong(JobMinuteLoad::begin));
        }
        EventAccount account = account(contention(), minutes, List.of(), List.of());

        assertThat(EventSentences.of(contention(), account, null))
                .contains(" No single job explains it. Largest part: job 1, 20 %.");
    }

    @Test
    void shouldTakeLogsOfJobsThatJobStatisticsDoNotKnow() {
        EventAccount account = account(contention(), List.of(), List.of(run("3", 8, 0, 10, 1)), List.of());

        assertThat(account.suspects().top()).singleElement().satisfies(suspect -> {
            assertThat(suspect.source()).isEqualTo(SuspectSource.DARSHAN);
            assertThat(suspect.share()).isCloseTo(0.1, within(1e-9));
        });
    }

    @Test
    void shouldOnlyCallThoseCandidatesOfWhichNobodyTells() {
        List<ScheduledJob> jobs = List.of(
                new ScheduledJob("1", "", 10, BEGIN - MINUTE, TrackedEvent.NONE),
                new ScheduledJob("2", "", 20, BEGIN + MINUTE, BEGIN + 2 * MINUTE),
                new ScheduledJob("3", "", 30, BEGIN - MINUTE, BEGIN),
                new ScheduledJob("4", "", 40, BEGIN + 11 * MINUTE, TrackedEvent.NONE),
                new ScheduledJob("5", "", 50, BEGIN, TrackedEvent.NONE));
        EventAccount account = account(contention(), minutes("5", 2, 3, 1), List.of(), jobs);

        assertThat(account.candidates()).extracting(ScheduledJob::jobId).containsExactly("2", "1");
        assertThat(account.candidateJobs()).isEqualTo(2);
    }

    @Test
    void shouldCountWhatVictimsLostButNotWhatTheCulpritDid() {
        List<KnownRun> runs =
                List.of(run("1", 64, 0, 10, 10), run("6", 36, 0, 4, 4), run("7", 4, 0, 10, 1), run("8", 4, 15, 19, 4));
        EventAccount account = account(contention(), minutes("1", 0, 10, 45_000_000_000L), runs, List.of());

        assertThat(account.victims()).singleElement().satisfies(victim -> {
            assertThat(victim.run().jobId()).isEqualTo("6");
            assertThat(victim.loss().lostSeconds()).isCloseTo(180, within(1e-6));
        });
        assertThat(account.lostNodeHours()).isCloseTo(36 * 180 / 3600.0, within(1e-9));
        assertThat(account.lostByApplication()).containsOnlyKeys("vasp");
    }

    @Test
    void shouldPutDownJobsWithoutALogWithAsMuchAsTheOthersLost() {
        List<JobMinuteLoad> minutes = new ArrayList<>(minutes("1", 0, 10, 45_000_000_000L));
        minutes.addAll(minutes("6", 0, 4, 15_000_000_000L));
        minutes.addAll(minutes("9", 4, 12, 1_000_000_000L));
        minutes.addAll(minutes("10", 0, 5, 0));
        minutes.addAll(minutes("11", 0, 5, 1));
        minutes.sort(Comparator.comparingLong(JobMinuteLoad::begin));
        List<KnownRun> runs = List.of(run("1", 64, 0, 10, 10), run("6", 36, 0, 4, 4));
        List<ScheduledJob> jobs = List.of(
                new ScheduledJob("9", "eve", 10, BEGIN, TrackedEvent.NONE),
                new ScheduledJob("10", "eve", 10, BEGIN, TrackedEvent.NONE));
        EventAccount account = account(contention(), minutes, runs, jobs);

        double ofSix = 36 * 180 / 3600.0;
        assertThat(account.victims()).extracting(victim -> victim.run().jobId()).containsExactly("6");
        assertThat(account.otherJobs())
                .as("9; 10 moved 5 bytes a minute; the nodes of 11 are not known")
                .isEqualTo(2);
        double ratio = ofSix / (36 * 4 / 60.0);
        assertThat(account.otherNodeHours()).isCloseTo(ratio * 10 * (6 + 5) / 60, within(1e-9));
        assertThat(account.lostNodeHours()).isCloseTo(ofSix + account.otherNodeHours(), within(1e-9));
        assertThat(account.lostByApplication()).containsOnlyKeys("vasp", "unknown");
        assertThat(EventSentences.of(contention(), account, null))
                .contains(" Job 6 (vasp, 36 nodes) lost 1.8 node-hours. 2 other jobs without a log lost about 1.4.");
    }

    @Test
    void shouldNotPutDownAJobWithMoreThanTheTimeThatItWasAtWork() {
        TrackedEvent storm = event(EventKind.CONTENTION, EventType.METADATA, 0, 4);
        storm.slowed(BEGIN + MINUTE, "CREATE", 4);
        storm.waited(4);
        storm.moved(new ServerTraffic(0, 0, 1_000_000, 48, 0));
        List<JobMinuteLoad> minutes = new ArrayList<>();
        minutes.add(new JobMinuteLoad("", "6", "", "", BEGIN, 0, 0, 10, 0));
        minutes.add(new JobMinuteLoad("", "9", "", "", BEGIN, 0, 0, 100_000, 0));
        KnownRun logged = new KnownRun(
                "6/run",
                "6",
                "mdtest",
                "ada",
                6,
                BEGIN * 1000,
                (BEGIN + 4 * MINUTE) * 1000,
                0,
                0,
                List.of(),
                List.of(),
                240,
                Double.NaN,
                Double.NaN);
        EventAccount account = account(
                storm, minutes, List.of(logged), List.of(new ScheduledJob("9", "", 30, BEGIN, TrackedEvent.NONE)));

        assertThat(account.otherNodeHours()).isCloseTo(30 / 60.0, within(1e-9));
    }

    @Test
    void shouldShareALossAmongEventsOfTheRun() {
        TrackedEvent first = event(EventKind.CONTENTION, EventType.WRITE, 0, 2);
        TrackedEvent second = event(EventKind.DEGRADED, EventType.WRITE, 2, 4);
        KnownRun run = run("6", 36, 0, 4, 4);
        EventAccount account =
                EventAccount.of(second, BEGIN + 20 * MINUTE, List.of(), List.of(run), Map.of(), List.of(first, second));

        assertThat(account.suspects()).isNull();
        assertThat(account.victims().get(0).loss().lostSeconds()).isCloseTo(90, within(1e-6));
    }

    @Test
    void shouldSayWhatHappenedByWhomAndWhatItCost() {
        TrackedEvent event = contention();
        event.show(HarmEvidence.PROBE);
        EventAccount account =
                account(event, minutes("1", 0, 10, 45_000_000_000L), List.of(run("6", 36, 0, 4, 4)), List.of());

        assertThat(EventSentences.of(event, account, new SimilarEvents(12, "ior", 11, List.of())))
                .isEqualTo("Writes of up to 1.20 GB/s made others up to 3.4 times slower for 10 min, from"
                        + " 2026-03-02T10:00:00Z. Largest part: job 1, 75 %. No job is known for 15 %."
                        + " Job 6 (vasp, 36 nodes) lost 1.8 node-hours."
                        + " Like 12 earlier ones, 11 of them by ior.");
    }
}
