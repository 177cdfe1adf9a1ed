package io.barograph.verdicts.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.verdicts.why.EventVerdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Puts the event that slowed a run first among the causes of its verdict. Both inputs are taken in event time, at one
 * instant events before verdicts, so that a verdict knows the events that were known at its decision, or two minutes later
 * if the run was slow without an event, whatever the order of arrival. Keyed by file system.
 *
 * <p>State: verdicts and events that the watermark has not reached, and the last record of each event until two days after
 * its end, at most {@value #MAX_EVENTS} of them.
 */
final class EventVerdictFunction extends KeyedCoProcessFunction<String, Anomaly, ContentionEvent, Anomaly> {
    /** A run that is longer does not find the events of its begin. */
    static final Duration KEPT_AFTER_END = Duration.ofDays(2);

    /**
     * A slow run without an event waits for so long: a degradation is reported 90 s after its begin, which may have been
     * the last minute of the run.
     */
    static final Duration WAITS_FOR_EVENT = Duration.ofMinutes(2);

    /** Those with the earliest onsets go first. */
    static final int MAX_EVENTS = 1_000;

    private static final Comparator<ContentionEvent> ORDER = Comparator.comparing(ContentionEvent::getOnset)
            .thenComparing(EventVerdictFunction::identity)
            .thenComparing(ContentionEvent::getRevision);

    private transient MapState<Long, List<Anomaly>> verdicts;
    private transient MapState<Long, List<ContentionEvent>> changes;
    private transient MapState<String, ContentionEvent> known;

    @Override
    public void open(OpenContext context) {
        TypeInformation<ContentionEvent> event = AvroFormat.typeOf(ContentionEvent.class);
        var runtime = getRuntimeContext();
        verdicts = runtime.getMapState(
                new MapStateDescriptor<>("verdicts", Types.LONG, Types.LIST(AvroFormat.typeOf(Anomaly.class))));
        changes = runtime.getMapState(new MapStateDescriptor<>("changes", Types.LONG, Types.LIST(event)));
        known = runtime.getMapState(new MapStateDescriptor<>("known", Types.STRING, event));
    }

    private static String identity(ContentionEvent event) {
        return event.getKind() + "/" + event.getType() + "/" + event.getServer() + "/" + event.getOnset();
    }

    @Override
    public void processElement1(Anomaly verdict, Context context, Collector<Anomaly> out) throws Exception {
        if (context.timestamp() <= context.timerService().currentWatermark()) {
            dropOlder(verdict);
            out.collect(EventVerdicts.of(verdict, inOrder()));
        } else {
            add(verdicts, verdict, context.timestamp(), context.timerService());
        }
    }

    @Override
    public void processElement2(ContentionEvent event, Context context, Collector<Anomaly> out) throws Exception {
        if (context.timestamp() <= context.timerService().currentWatermark()) {
            apply(event, context.timerService());
        } else {
            add(changes, event, context.timestamp(), context.timerService());
        }
    }

    static <T> void add(MapState<Long, List<T>> waiting, T element, long time, TimerService timers) throws Exception {
        List<T> others = waiting.get(time);
        List<T> all = others == null ? new ArrayList<>(1) : new ArrayList<>(others);
        all.add(element);
        waiting.put(time, all);
        timers.registerEventTimeTimer(time);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Anomaly> out) throws Exception {
        List<ContentionEvent> changed = changes.get(time);
        List<Anomaly> decided = verdicts.get(time);
        if (changed != null) {
            changes.remove(time);
            for (ContentionEvent event : changed) {
                apply(event, context.timerService());
            }
        }
        if (changed != null || decided == null) {
            forget(time);
        }
        if (decided != null) {
            verdicts.remove(time);
            boolean isAsked = decided.stream().anyMatch(EventVerdicts::mayHave);
            List<ContentionEvent> events = isAsked ? inOrder() : List.of();
            for (Anomaly verdict : decided) {
                dropOlder(verdict);
                Anomaly judged = EventVerdicts.of(verdict, events);
                long limit = verdict.getDecidedAt().toEpochMilli() + WAITS_FOR_EVENT.toMillis();
                if (judged.getEvent() == null && EventVerdicts.mayHave(verdict) && time < limit) {
                    add(verdicts, verdict, limit, context.timerService());
                } else {
                    out.collect(judged);
                }
            }
        }
    }

    /** A revision takes the place of an earlier verdict that still waits, or it would be emitted before that. */
    private void dropOlder(Anomaly verdict) throws Exception {
        if (verdict.getRevision() == 1) {
            return;
        }
        Map<Long, List<Anomaly>> kept = new HashMap<>();
        for (Map.Entry<Long, List<Anomaly>> waiting : verdicts.entries()) {
            List<Anomaly> others = waiting.getValue().stream()
                    .filter(other -> !isOlder(other, verdict))
                    .toList();
            if (others.size() < waiting.getValue().size()) {
                kept.put(waiting.getKey(), new ArrayList<>(others));
            }
        }
        verdicts.putAll(kept);
    }

    private static boolean isOlder(Anomaly other, Anomaly verdict) {
        return other.getRevision() < verdict.getRevision()
                && other.getJobId().equals(verdict.getJobId())
                && other.getExecutable().equals(verdict.getExecutable())
                && Objects.equals(other.getStartTime(), verdict.getStartTime())
                && Objects.equals(other.getMotif(), verdict.getMotif());
    }

    private void apply(ContentionEvent event, TimerService timers) throws Exception {
        String identity = identity(event);
        ContentionEvent before = known.get(identity);
        if (event.getMergedInto() != null) {
            known.remove(identity);
        } else if (before == null || before.getRevision() <= event.getRevision()) {
            known.put(identity, event);
            if (event.getEnd() != null) {
                timers.registerEventTimeTimer(forgottenAt(event));
            }
        }
    }

    private static long forgottenAt(ContentionEvent closed) {
        return closed.getEnd().toEpochMilli() + KEPT_AFTER_END.toMillis();
    }

    private void forget(long time) throws Exception {
        List<ContentionEvent> events = inOrder();
        int surplus = events.size() - MAX_EVENTS;
        for (ContentionEvent event : events) {
            boolean isOld = event.getEnd() != null && forgottenAt(event) <= time;
            if (isOld || surplus > 0) {
                known.remove(identity(event));
                surplus--;
            }
        }
    }

    private List<ContentionEvent> inOrder() throws Exception {
        List<ContentionEvent> events = new ArrayList<>();
        known.values().forEach(events::add);
        events.sort(ORDER);
        return events;
    }
}
