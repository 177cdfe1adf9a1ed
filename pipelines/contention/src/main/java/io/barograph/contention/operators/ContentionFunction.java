package io.barograph.contention.operators;

import io.barograph.contention.EventMemory;
import io.barograph.contention.EventSignature;
import io.barograph.contention.FileSystemWatch;
import io.barograph.contention.SimilarEvents;
import io.barograph.contention.capacity.SpaceSample;
import io.barograph.contention.cost.EventAccount;
import io.barograph.contention.cost.EventCost;
import io.barograph.contention.cost.JobMinuteLoad;
import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.cost.PastEvents;
import io.barograph.contention.cost.RunVerdict;
import io.barograph.contention.cost.ScheduledJob;
import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.contention.load.LoadSample;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.slowdown.SlidingSlowdown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Watches each file system. Keyed by file system.
 *
 * <p>Inputs wait until event time has passed theirs by one sampling interval, since the weather of an interval is known
 * only then, and are taken in the order of their time, kind and identity, so that their order of arrival does not matter.
 * Load and slowness that come later than that are left out and counted; jobs count from when they come.
 *
 * <p>An event is emitted when it begins and ends, every minute while it lasts, and in any minute in which more of its jobs
 * has become known, until {@link ContentionPolicy#keptAfterEnd} after its end. The end of the input ends no event.
 *
 * <p>State: {@link FileSystemWatch}, {@link EventJobs}, {@link EventMemory}, at most {@value PastEvents#MAX} events that
 * are over, 400 bytes each, and the inputs that wait. All of it ends 90 to 91 days after the last input of the file
 * system, unless an event is open.
 */
final class ContentionFunction extends KeyedProcessFunction<String, ContentionInput, ContentionEvent> {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long DAY = Duration.ofDays(1).toMillis();

    /** A file system that has been silent for so long has left the site; a long shutdown takes weeks. */
    static final long FORGET_SILENT_MILLIS = Duration.ofDays(90).toMillis();

    private final FileSystemCatalogue catalogue;
    private final ContentionPolicy policy;
    private transient ValueState<FileSystemWatch> watch;
    private transient ValueState<EventMemory> memory;
    private transient ValueState<PastEvents> past;
    private transient ValueState<Long> latest;
    private transient MapState<Long, List<ContentionInput>> waiting;
    private transient EventJobs jobs;
    private transient Counter late;

    ContentionFunction(FileSystemCatalogue catalogue, ContentionPolicy policy) {
        this.catalogue = catalogue;
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        watch = runtime.getState(new ValueStateDescriptor<>("watch", ContentionFormats.FILE_SYSTEM_WATCH));
        memory = runtime.getState(new ValueStateDescriptor<>("memory", ContentionFormats.EVENT_MEMORY));
        past = runtime.getState(new ValueStateDescriptor<>("past", ContentionFormats.PAST_EVENTS));
        latest = runtime.getState(new ValueStateDescriptor<>("latest", Types.LONG));
        waiting =
                runtime.getMapState(new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(ContentionInput.TYPE)));
        jobs = new EventJobs(runtime);
        late = runtime.getMetricGroup().counter("lateContentionInputs");
    }

    @Override
    public void processElement(ContentionInput input, Context context, Collector<ContentionEvent> out)
            throws Exception {
        long interval = intervalMillis(input.fileSystem());
        TimerService timers = context.timerService();
        noteLatest(input, timers);
        if (input.time() + interval > timers.currentWatermark()) {
            List<ContentionInput> known = waiting.get(input.time());
            List<ContentionInput> inputs = known == null ? new ArrayList<>() : known;
            inputs.add(input);
            waiting.put(input.time(), inputs);
            timers.registerEventTimeTimer(input.time() + interval);
        } else if (input.isOfJobs()) {
            Moment now = new Moment(input.fileSystem(), timers.currentWatermark() - interval, timers, out);
            now.take(input);
            now.end();
        } else {
            late.inc();
        }
    }

    private void noteLatest(ContentionInput input, TimerService timers) throws Exception {
        Long known = latest.value();
        if (known == null || input.time() > known) {
            latest.update(input.time());
            if (known == null || Math.floorDiv(input.time(), DAY) > Math.floorDiv(known, DAY)) {
                timers.registerEventTimeTimer(forgottenAt(input.time()));
            }
        }
    }

    /** A day later than a file system may be silent, so that the timer of its last day finds it so. */
    private static long forgottenAt(long time) {
        return (Math.floorDiv(time, DAY) + 1) * DAY + FORGET_SILENT_MILLIS;
    }

    /** True if the file system is gone: it has been silent for long, and nothing waits or is open. */
    private boolean forget(long due) throws Exception {
        Long known = latest.value();
        FileSystemWatch watched = watch.value();
        boolean isOpen = watched != null && !watched.open().isEmpty();
        if (known == null || known > due - FORGET_SILENT_MILLIS || isOpen || !waiting.isEmpty()) {
            return false;
        }
        watch.clear();
        memory.clear();
        past.clear();
        latest.clear();
        jobs.clear();
        return true;
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    @Override
    public void onTimer(long due, OnTimerContext context, Collector<ContentionEvent> out) throws Exception {
        String fileSystem = context.getCurrentKey();
        if (forget(due) || latest.value() == null) {
            return;
        }
        Moment now = new Moment(fileSystem, due - intervalMillis(fileSystem), context.timerService(), out);
        now.takeWaiting();
        if (Math.floorMod(now.time, MINUTE) == 0) {
            now.update();
        }
        now.end();
    }

    /** All that happens at one instant of event time. */
    private final class Moment {
        private final String fileSystem;
        private final long time;
        private final TimerService timers;
        private final Collector<ContentionEvent> out;
        private final FileSystemWatch watched;
        private final EventMemory remembered;
        private final PastEvents over;
        private final List<TrackedEvent> begunOrEnded = new ArrayList<>();

        Moment(String fileSystem, long time, TimerService timers, Collector<ContentionEvent> out) throws Exception {
            this.fileSystem = fileSystem;
            this.time = time;
            this.timers = timers;
            this.out = out;
            FileSystemWatch knownWatch = watch.value();
            EventMemory knownMemory = memory.value();
            PastEvents knownPast = past.value();
            watched = knownWatch == null ? new FileSystemWatch() : knownWatch;
            remembered = knownMemory == null ? new EventMemory() : knownMemory;
            over = knownPast == null ? new PastEvents() : knownPast;
        }

        void takeWaiting() throws Exception {
            List<ContentionInput> inputs = waiting.get(time);
            if (inputs == null) {
                return;
            }
            waiting.remove(time);
            LoadSample load = null;
            List<SlidingSlowdown> slowdowns = new ArrayList<>();
            List<ContentionInput> others = new ArrayList<>();
            for (ContentionInput input : inputs) {
                if (input.value() instanceof LoadSample sample) {
                    load = sample;
                } else if (input.value() instanceof SlidingSlowdown live) {
                    slowdowns.add(live);
                } else {
                    others.add(input);
                }
            }
            if (load != null || !slowdowns.isEmpty()) {
                watched.step(time, load, slowdowns, policy, begunOrEnded::add);
            }
            others.sort(Comparator.comparing(ContentionInput::order));
            for (ContentionInput input : others) {
                take(input);
            }
        }

        void take(ContentionInput input) throws Exception {
            if (input.value() instanceof SpaceSample space) {
                watched.step(space, policy, begunOrEnded::add);
            } else if (input.value() instanceof JobMinuteLoad minute) {
                jobs.add(minute);
                change(minute.begin() * 1000, (minute.begin() + MINUTE) * 1000);
            } else if (input.value() instanceof KnownRun run) {
                jobs.add(run);
                change(run.startMicros(), run.endMicros());
            } else if (input.value() instanceof RunVerdict verdict) {
                judge(verdict);
            } else if (input.value() instanceof ScheduledJob job) {
                jobs.add(job);
            }
        }

        private void judge(RunVerdict verdict) throws Exception {
            KnownRun run = jobs.judge(verdict);
            if (run == null) {
                return;
            }
            change(run.startMicros(), run.endMicros());
            if (verdict.harmed()
                    && !over.show(run, harms(), time, policy.degradedAfter().toMillis())) {
                TrackedEvent shown = watched.harmShownBy(run, time, policy);
                if (shown != null) {
                    over.add(shown);
                    shown.change();
                    over.merge(shown);
                }
            }
        }

        /** More is known of the jobs of that time. */
        private void change(long fromMicros, long toMicros) {
            for (TrackedEvent event : over.events()) {
                if (event.kind() != EventKind.CAPACITY && event.span(time).overlapMicros(fromMicros, toMicros) > 0) {
                    event.change();
                }
            }
            if (over.isChanged()) {
                timers.registerEventTimeTimer((Math.floorDiv(time, MINUTE) + 1) * MINUTE + intervalMillis(fileSystem));
            }
        }

        private List<TrackedEvent> harms() {
            List<TrackedEvent> harms = new ArrayList<>(over.events());
            harms.addAll(watched.open());
            harms.removeIf(event -> !event.isHarm());
            return harms;
        }

        void update() throws Exception {
            List<TrackedEvent> due = new ArrayList<>(watched.open());
            due.removeIf(event -> event.revision() == 0 || begunOrEnded.contains(event));
            for (TrackedEvent event : over.events()) {
                if (event.isChanged()) {
                    due.add(event);
                }
            }
            emit(due);
            over.forget(time - policy.keptAfterEnd().toMillis());
            if (Math.floorMod(time, HOUR) == 0) {
                List<TrackedEvent> events = new ArrayList<>(over.events());
                events.addAll(watched.open());
                jobs.forget(time, events);
            }
        }

        void end() throws Exception {
            begunOrEnded.stream().filter(event -> !event.isOpen()).forEach(over::add);
            emit(begunOrEnded);
            watch.update(watched);
            memory.update(remembered);
            past.update(over);
        }

        private void emit(List<TrackedEvent> events) throws Exception {
            if (!events.isEmpty()) {
                EventJobs.KnownJobs known = jobs.known();
                List<TrackedEvent> harms = harms();
                for (TrackedEvent event : events) {
                    emit(event, known, harms);
                }
            }
        }

        private void emit(TrackedEvent event, EventJobs.KnownJobs known, List<TrackedEvent> harms) throws Exception {
            EventAccount account = jobs.account(event, time, known, harms);
            EventSignature signature = event.isOpen() ? null : watched.signature(event);
            SimilarEvents similar = signature == null
                    ? null
                    : remembered.remember(event, signature, ContentionRecords.mainApplication(account));
            ContentionRecords.of(fileSystem, time, event, account, signature, similar)
                    .ifPresent(out::collect);
            if (EventKinds.isHarm(event.kind())) {
                for (EventCost cost :
                        remembered.costs().put(event.identity(), event.onset(), account.lostByApplication())) {
                    out.collect(ContentionRecords.of(fileSystem, time, cost, remembered.revisionOf(cost)));
                }
            }
        }
    }
}
