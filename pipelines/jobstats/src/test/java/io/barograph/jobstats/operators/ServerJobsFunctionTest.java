package io.barograph.jobstats.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.jobstats.JobIdentity;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TargetRole;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemKind;
import io.barograph.schemas.JobSamples;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class ServerJobsFunctionTest {
    private static final JobIdentity JOB = JobIdentity.of("4711", null, null);

    private static KeyedOneInputStreamOperatorTestHarness<String, JobStatisticsPoll, ServerMinuteUpdate> harness()
            throws Exception {
        return harness(Polls.CATALOGUE);
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, JobStatisticsPoll, ServerMinuteUpdate> harness(
            FileSystemCatalogue catalogue) throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(new ServerJobsFunction(catalogue, HistoryPolicy.DEFAULT)),
                ServerJobsFunction::key,
                Types.STRING);
    }

    private static void process(
            KeyedOneInputStreamOperatorTestHarness<String, JobStatisticsPoll, ServerMinuteUpdate> harness,
            List<JobSamples> polls)
            throws Exception {
        for (JobSamples poll : polls) {
            harness.processElement(JobStatisticsPoll.of(poll), poll.getTime().toEpochMilli());
        }
    }

    private static List<List<Object>> content(List<ServerMinuteUpdate> updates) {
        return updates.stream()
                .map(update -> List.<Object>of(
                        update.minute(),
                        update.sums().coveredMillis(),
                        update.sums().server(),
                        update.sums().jobs()))
                .toList();
    }

    private static List<ServerMinuteUpdate> minutesOf(List<JobSamples> polls) throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, polls);
            harness.processWatermark(Polls.millis(3_600));
            return harness.extractOutputValues();
        }
    }

    @Test
    void shouldGiveOutAMinuteWhenItsLastPollMustBeThere() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, Polls.steady("scratch-OST0000", 0, 300));
            harness.processWatermark(Polls.millis(60 + 75) - 1);
            assertThat(harness.extractOutputValues()).isEmpty();
            harness.processWatermark(Polls.millis(60 + 75));
            assertThat(harness.extractOutputValues()).hasSize(1);
            ServerMinuteUpdate minute = harness.extractOutputValues().get(0);
            assertThat(minute.fileSystem()).isEqualTo("scratch");
            assertThat(minute.role()).isEqualTo(TargetRole.OST);
            assertThat(minute.server()).isEqualTo("scratch-OST0000");
            assertThat(ServerMinute.beginOf(minute.minute())).isEqualTo(Polls.millis(0));
            assertThat(minute.sums().coveredMillis()).isEqualTo(60_000);
            assertThat(minute.sums().server().bytes()).isEqualTo(6_000);
            assertThat(minute.sums().jobs().get(JOB).bytes()).isEqualTo(2_400);
        }
    }

    @Test
    void shouldNotCountWhatTenTimesTheSpeedOfTheServerCannotMove() throws Exception {
        FileSystemCatalogue slow = new FileSystemCatalogue(List.of(
                new CatalogueFileSystem("scratch", Set.of(), FileSystemKind.LUSTRE, Duration.ofSeconds(5), 0, 10)));
        try (var harness = harness(slow)) {
            harness.open();
            process(
                    harness,
                    List.of(
                            Polls.ost("scratch-OST0000", 0, 0),
                            Polls.ost("scratch-OST0000", 30, 3_000),
                            Polls.ost("scratch-OST0000", 60, 6_001),
                            Polls.ost("scratch-OST0000", 90, 6_001)));
            harness.processWatermark(Polls.millis(60 + 75));
            ServerMinuteUpdate minute = harness.extractOutputValues().get(0);
            assertThat(minute.sums().server().bytes()).isEqualTo(3_000);
            assertThat(minute.sums().coveredMillis()).isEqualTo(30_000);
        }
    }

    @Test
    void shouldGiveTheSameMinutesWhateverTheOrderOfArrivalAndHoweverOftenAPollComes() throws Exception {
        List<JobSamples> polls = Polls.steady("scratch-OST0000", 0, 600);
        List<JobSamples> shuffled = new ArrayList<>(polls);
        shuffled.addAll(polls.subList(3, 9));
        Collections.reverse(shuffled);

        assertThat(content(minutesOf(shuffled))).isEqualTo(content(minutesOf(polls)));
    }

    @Test
    void shouldAddUpARecordThatWasCutInTwo() throws Exception {
        List<JobSamples> whole = Polls.steady("scratch-OST0000", 0, 600);
        List<JobSamples> cut = new ArrayList<>();
        for (JobSamples poll : whole) {
            cut.add(JobSamples.newBuilder(poll)
                    .setJobs(poll.getJobs().subList(0, 1))
                    .build());
            cut.add(JobSamples.newBuilder(poll)
                    .setJobs(poll.getJobs().subList(1, 2))
                    .build());
        }

        assertThat(content(minutesOf(cut))).isEqualTo(content(minutesOf(whole)));
    }

    @Test
    void shouldCountAPollThatWasPublishedLateWhenItWasPublished() throws Exception {
        List<JobSamples> polls = Polls.steady("scratch-OST0000", 0, 300);
        JobSamples late = polls.get(4);
        late.setPublishedAt(Polls.at(120 + 200));
        List<JobSamples> without = new ArrayList<>(polls);
        without.remove(late);

        assertThat(content(minutesOf(polls))).isEqualTo(content(minutesOf(without)));

        List<JobSamples> away = new ArrayList<>(polls.subList(0, 3));
        JobSamples last = Polls.ost("scratch-OST0000", 240, 24_000, Polls.wrote("4711", 9_600));
        last.setPublishedAt(Polls.at(1_000));
        away.add(last);
        Map<Long, Long> sums = minutesOf(away).stream()
                .collect(Collectors.groupingBy(
                        update -> (ServerMinute.beginOf(update.minute()) - Polls.millis(0)) / 60_000,
                        Collectors.summingLong(update -> update.sums().server().bytes())));
        assertThat(sums).isEqualTo(Map.of(0L, 6_000L, 1L, 6_000L, 2L, 6_000L, 3L, 6_000L));
    }

    @Test
    void shouldGoOnFromASnapshotAndKeepNothingOfASilentServer() throws Exception {
        List<JobSamples> polls = Polls.steady("scratch-OST0000", 0, 600);
        OperatorSubtaskState snapshot;
        List<ServerMinuteUpdate> updates = new ArrayList<>();
        try (var harness = harness()) {
            harness.open();
            process(harness, polls.subList(0, 10));
            harness.processWatermark(Polls.millis(200));
            snapshot = harness.snapshot(1, 1);
            updates.addAll(harness.extractOutputValues());
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            process(restored, polls.subList(10, polls.size()));
            restored.processWatermark(Polls.millis(3_600));
            updates.addAll(restored.extractOutputValues());
            assertThat(content(updates)).isEqualTo(content(minutesOf(polls)));
            restored.processWatermark(Polls.millis(8 * 3_600));
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }
}
