package io.barograph.contention.operators;

import io.barograph.contention.cost.EventAccount;
import io.barograph.contention.cost.JobMinuteLoad;
import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.cost.RunVerdict;
import io.barograph.contention.cost.ScheduledJob;
import io.barograph.contention.event.TrackedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The jobs of a file system about the time of its events.
 *
 * <p>State: of each minute of the last hour and of events the {@value #MAX_JOBS} jobs that moved most, some 100 bytes each,
 * at most {@value #MAX_MINUTES} minutes (25 h); runs of the last hour and of events, 2 kB each, at most {@value #MAX_RUNS};
 * the scheduler's jobs until a day after their end, 60 bytes each, at most {@value #MAX_SCHEDULED}. The bounds are
 * enforced every hour.
 */
final class EventJobs {
    static final int MAX_JOBS = 100;
    static final int MAX_MINUTES = 1_500;
    static final int MAX_JOBS_OF_SERVERS = 200;
    static final int MAX_RUNS = 5_000;
    static final int MAX_SCHEDULED = 50_000;

    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long RECENT = Duration.ofHours(1).toMillis();
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long MAX_JOB = Duration.ofDays(30).toMillis();
    private static final long BYTES_OF_AN_OPERATION = 1 << 20;

    private final MapState<Long, List<JobMinuteLoad>> minutes;
    private final MapState<String, KnownRun> runs;
    private final MapState<String, ScheduledJob> scheduled;

    EventJobs(RuntimeContext context) {
        minutes = context.getMapState(
                new MapStateDescriptor<>("job-minutes", Types.LONG, Types.LIST(ContentionFormats.JOB_MINUTE_LOAD)));
        runs = context.getMapState(new MapStateDescriptor<>("runs", Types.STRING, ContentionFormats.KNOWN_RUN));
        scheduled = context.getMapState(
                new MapStateDescriptor<>("scheduled", Types.STRING, ContentionFormats.SCHEDULED_JOB));
    }

    void add(JobMinuteLoad load) throws Exception {
        List<JobMinuteLoad> known = minutes.get(load.begin());
        List<JobMinuteLoad> loads = known == null ? new ArrayList<>() : new ArrayList<>(known);
        loads.add(load);
        boolean ofServer = !load.server().isEmpty();
        List<JobMinuteLoad> alike = loads.stream()
                .filter(each -> each.server().isEmpty() != ofServer)
                .toList();
        if (alike.size() > (ofServer ? MAX_JOBS_OF_SERVERS : MAX_JOBS)) {
            loads.remove(alike.stream()
                    .min(Comparator.comparingDouble(EventJobs::weight)
                            .thenComparing(JobMinuteLoad::jobId, Comparator.reverseOrder())
                            .thenComparing(JobMinuteLoad::server, Comparator.reverseOrder()))
                    .orElseThrow());
        }
        minutes.put(load.begin(), loads);
    }

    private static double weight(JobMinuteLoad load) {
        return (double) load.readBytes() + load.writeBytes() + (double) load.operations() * BYTES_OF_AN_OPERATION;
    }

    void add(KnownRun run) throws Exception {
        runs.put(run.identity(), run);
    }

    /** @return the run, if its log is known */
    KnownRun judge(RunVerdict verdict) throws Exception {
        KnownRun run = runs.get(verdict.identity());
        if (run == null) {
            return null;
        }
        KnownRun judged = run.judged(verdict);
        runs.put(judged.identity(), judged);
        return judged;
    }

    void add(ScheduledJob job) throws Exception {
        ScheduledJob known = scheduled.get(job.jobId());
        scheduled.put(job.jobId(), known == null ? job : known.with(job));
    }

    /** Runs and jobs of the scheduler, read once for all events of a moment. */
    record KnownJobs(List<KnownRun> runs, Map<String, ScheduledJob> scheduled) {}

    KnownJobs known() throws Exception {
        Map<String, ScheduledJob> jobs = new HashMap<>();
        for (ScheduledJob job : scheduled.values()) {
            jobs.put(job.jobId(), job);
        }
        return new KnownJobs(list(runs.values()), jobs);
    }

    EventAccount account(TrackedEvent event, long now, KnownJobs known, List<TrackedEvent> harms) throws Exception {
        long until = event.span(now).toMicros() / 1000;
        List<JobMinuteLoad> loads = new ArrayList<>();
        long first = Math.max(event.start(), until - (MAX_MINUTES + 1) * MINUTE);
        for (long minute = Math.floorDiv(first, MINUTE) * MINUTE; minute < until; minute += MINUTE) {
            List<JobMinuteLoad> ofMinute = minutes.get(minute);
            if (ofMinute != null) {
                loads.addAll(ofMinute);
            }
        }
        return EventAccount.of(event, now, loads, known.runs(), known.scheduled(), harms);
    }

    private static <T> List<T> list(Iterable<T> values) {
        List<T> list = new ArrayList<>();
        values.forEach(list::add);
        return list;
    }

    private static <T> List<T> sorted(Iterable<T> values, Comparator<T> order) {
        List<T> sorted = list(values);
        sorted.sort(order);
        return sorted;
    }

    /** Forgets what no event can need any more. */
    void forget(long now, List<TrackedEvent> events) throws Exception {
        List<Long> oldMinutes = new ArrayList<>();
        for (long minute : minutes.keys()) {
            boolean needed = minute >= now - RECENT
                    || (minute >= now - MAX_MINUTES * MINUTE
                            && events.stream()
                                    .anyMatch(event ->
                                            event.span(now).overlapMicros(minute * 1000, (minute + MINUTE) * 1000)
                                                    > 0));
            if (!needed) {
                oldMinutes.add(minute);
            }
        }
        for (long minute : oldMinutes) {
            minutes.remove(minute);
        }
        List<KnownRun> oldestRuns = sorted(
                runs.values(), Comparator.comparingLong(KnownRun::endMicros).thenComparing(KnownRun::identity));
        int surplus = oldestRuns.size() - MAX_RUNS;
        for (KnownRun run : oldestRuns) {
            boolean needed = run.endMicros() / 1000 >= now - RECENT
                    || events.stream()
                            .anyMatch(event -> event.span(now).overlapMicros(run.startMicros(), run.endMicros()) > 0);
            if (!needed || surplus > 0) {
                runs.remove(run.identity());
                surplus--;
            }
        }
        List<ScheduledJob> oldestJobs = sorted(
                scheduled.values(),
                Comparator.comparingLong(ScheduledJob::start).thenComparing(ScheduledJob::jobId));
        surplus = oldestJobs.size() - MAX_SCHEDULED;
        for (ScheduledJob job : oldestJobs) {
            boolean over = job.end() == TrackedEvent.NONE ? job.start() < now - MAX_JOB : job.end() < now - DAY;
            if (over || surplus > 0) {
                scheduled.remove(job.jobId());
                surplus--;
            }
        }
    }

    void clear() {
        minutes.clear();
        runs.clear();
        scheduled.clear();
    }
}
