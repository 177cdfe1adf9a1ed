package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runs.JobTimeline.Job;
import io.barograph.servers.counters.BlockStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JobTimelineTest {
    private static final long HOUR = 3_600_000;
    private static final long START = 450_000 * HOUR;

    private final Map<Long, JobHour> hours = new HashMap<>();
    private final Map<Long, JobMinutes> minutes = new HashMap<>();
    private JobTimelineIndex index = new JobTimelineIndex();

    private JobTimeline timeline() {
        return new JobTimeline(store(hours), store(minutes), index);
    }

    private static <B> BlockStore<B> store(Map<Long, B> blocks) {
        return new BlockStore<>() {
            @Override
            public B get(long number) {
                return blocks.get(number);
            }

            @Override
            public void put(long number, B block) {
                blocks.put(number, block);
            }

            @Override
            public void remove(long number) {
                blocks.remove(number);
            }
        };
    }

    private static ConcurrentJobs byDefinition(Iterable<Job> jobs, long from, long to) {
        int count = 0;
        long nodes = 0;
        long nodeMillis = 0;
        for (Job job : jobs) {
            if (job.from() <= to && job.to() >= from) {
                count++;
                nodes += job.nodes();
                nodeMillis += job.nodes() * (Math.min(job.to(), to) - Math.max(job.from(), from));
            }
        }
        return new ConcurrentJobs(count, nodes, (double) nodeMillis / HOUR);
    }

    private static Job job(Random random) {
        long from = START + random.nextLong(10 * HOUR) / 1_000 * 1_000;
        boolean runsOn = random.nextInt(5) == 0;
        return new Job(from, runsOn ? JobTimeline.RUNS_ON : from + random.nextLong(6 * HOUR), random.nextInt(9_000));
    }

    @Test
    void shouldCountTheJobsThatRanAtAnyInstantAndTheirNodeHoursWithinTheRun() {
        JobTimeline timeline = timeline();
        List.of(
                        new Job(START, START + HOUR, 10),
                        new Job(START + 2 * HOUR, JobTimeline.RUNS_ON, 3),
                        new Job(START + HOUR, START + 5 * HOUR, 2),
                        new Job(START + 4 * HOUR, START + 6 * HOUR, 100))
                .forEach(job -> timeline.replace(null, job));
        assertThat(timeline.between(START + HOUR, START + 3 * HOUR, START)).isEqualTo(new ConcurrentJobs(3, 15, 3 + 4));
        assertThat(timeline.between(START - 3 * HOUR, START - HOUR, START - 3 * HOUR))
                .isEqualTo(new ConcurrentJobs(0, 0, 0));
    }

    @Test
    void shouldTakeAJobThatEndsBeforeItStartsAsOneOfNoTime() {
        timeline().replace(null, new Job(START + HOUR, START, 10));
        assertThat(timeline().between(START + HOUR, START + HOUR, START)).isEqualTo(new ConcurrentJobs(1, 10, 0));
        assertThat(timeline().between(START, START + HOUR - 1, START)).isEqualTo(new ConcurrentJobs(0, 0, 0));
    }

    @Test
    void shouldKeepAnHourInThePlaceOfItsSecondsHoweverManyJobsStartInIt() throws IOException {
        JobTimeline timeline = timeline();
        for (int job = 0; job < 280_000; job++) {
            timeline.replace(null, new Job(START + job % 3_600 * 1_000L, JobTimeline.RUNS_ON, 2));
        }
        assertThat(timeline.between(START + HOUR / 2, START + HOUR / 2, START).jobs())
                .isEqualTo(140_478);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        hours.get(START / HOUR).writeTo(new DataOutputStream(bytes));
        assertThat(bytes.size()).isLessThan(64 * 1024);
    }

    @Test
    void shouldAnswerAnEdgeBeforeTheFineHistoryByTheMinuteWhetherItsHourIsFoldedOrNot() {
        JobTimeline timeline = timeline();
        timeline.replace(null, new Job(START - 5 * HOUR, JobTimeline.RUNS_ON, 10));
        timeline.replace(null, new Job(START + 20_000, START + 40_000, 6));
        timeline.replace(null, new Job(START + 130_000, START + HOUR, 100));
        // a run of 30 s in the second half of the first minute
        ConcurrentJobs expected = new ConcurrentJobs(2, 16, (10 + 6 / 3.0) * 30 / 3_600);
        assertThat(timeline.between(START + 30_000, START + 59_000, START).jobs())
                .isEqualTo(2);
        assertThat(timeline.between(START + 45_000, START + 59_000, START).jobs())
                .isEqualTo(1);
        assertThat(timeline.between(START + 25_000, START + 55_000, START + HOUR))
                .isEqualTo(expected);
        timeline.foldHour(START / HOUR);
        assertThat(hours).containsOnlyKeys(START / HOUR + 1);
        assertThat(timeline.between(START + 25_000, START + 55_000, START + HOUR))
                .isEqualTo(expected);
    }

    private static final long MINUTE = 60_000;

    /** What the jobs themselves say of a window whose edges before an instant are answered by the minute. */
    private static ConcurrentJobs byDefinition(Iterable<Job> jobs, long from, long to, long fineSince) {
        if (from >= fineSince) {
            return byDefinition(jobs, from, to);
        }
        long begin = Math.floorDiv(from, MINUTE) * MINUTE;
        boolean coarseEnd = to < fineSince;
        long end = coarseEnd ? (Math.floorDiv(to, MINUTE) + 1) * MINUTE : to;
        int count = 0;
        long nodes = 0;
        long nodeMillis = 0;
        for (Job job : jobs) {
            if ((coarseEnd ? job.from() < end : job.from() <= end) && job.to() >= begin) {
                count++;
                nodes += job.nodes();
                nodeMillis += job.nodes() * Math.max(0, Math.min(job.to(), end) - Math.max(job.from(), begin));
            }
        }
        double nodeHours = (double) nodeMillis / HOUR;
        return new ConcurrentJobs(
                count, nodes, end - begin == to - from ? nodeHours : nodeHours * (to - from) / (end - begin));
    }

    @Property(tries = 100)
    void shouldAnswerAsTheJobsThemselvesWouldHoweverTheyBecameKnown(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Map<Integer, Job> known = new HashMap<>();
        long folded = 0;
        for (int step = 0; step < 300; step++) {
            int id = random.nextInt(100);
            Job now = random.nextInt(10) == 0 ? null : job(random);
            timeline().replace(known.get(id), now);
            known.put(id, now);
            known.remove(id, null);
            if (random.nextInt(50) == 0) {
                folded = Math.max(folded, random.nextInt(7));
                timeline().foldHour(START / HOUR + folded - 1);
            }
        }
        restore();
        long forgotten = 0;
        if (random.nextBoolean()) {
            forgotten = random.nextInt(6);
            timeline().forgetHour(START / HOUR + forgotten - 1);
            restore();
        }
        for (int window = 0; window < 30; window++) {
            long from = START + forgotten * HOUR + random.nextLong((15 - forgotten) * HOUR) / 1_000 * 1_000;
            long to = from + random.nextLong(8 * HOUR) / 1_000 * 1_000;
            long fineSince = START + folded * HOUR + random.nextLong(3 * HOUR);
            assertThat(timeline().between(from, to, fineSince))
                    .isEqualTo(byDefinition(known.values(), from, to, fineSince));
        }
        known.values().forEach(job -> timeline().replace(job, null));
        timeline().forgetHour(START / HOUR + 100);
        assertThat(index.isEmpty()).isTrue();
        assertThat(hours).isEmpty();
        assertThat(minutes).isEmpty();
        index = new JobTimelineIndex();
    }

    private void restore() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        index.writeTo(new DataOutputStream(bytes));
        index = JobTimelineIndex.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        for (Map.Entry<Long, JobHour> block : hours.entrySet()) {
            bytes.reset();
            block.getValue().writeTo(new DataOutputStream(bytes));
            block.setValue(JobHour.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
        }
        for (Map.Entry<Long, JobMinutes> block : minutes.entrySet()) {
            bytes.reset();
            block.getValue().writeTo(new DataOutputStream(bytes));
            block.setValue(JobMinutes.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
        }
    }
}
