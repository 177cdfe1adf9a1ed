package io.barograph.verdicts.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Puts the runs of a file system into the order of their decision and identity, whatever partitions they came through,
 * and attaches to each the last change of the system that had been declared by then: changes, too, are taken in event time,
 * before the decisions of the same instant, those of one instant in the order of their ids. What comes later than its
 * place is taken at once and counted. Keyed by file system.
 *
 * <p>State: the runs and declarations that the watermark has not reached, the latter at {@value #MAX_CHANGES} instants,
 * and one instant for each declared change, of the newest {@value #MAX_CHANGES}.
 */
final class OrderByDecision extends KeyedCoProcessFunction<String, JobWeather, SiteEvent, OrderedWeather> {
    /** A site declares some in a year; further ones of the future are taken at once. */
    static final int MAX_CHANGES = 1_000;

    private static final Comparator<JobWeather> ORDER = Comparator.comparing(
                    (JobWeather weather) -> Topic.JOB_WEATHER.key().apply(weather))
            .thenComparing(JobWeather::getRevision);

    private transient MapState<Long, List<JobWeather>> waiting;
    private transient MapState<Long, List<SiteEvent>> declared;
    private transient MapState<String, Long> changes;
    private transient Counter late;
    private transient Counter lateChanges;

    @Override
    public void open(OpenContext context) {
        waiting = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>(
                        "waiting", Types.LONG, Types.LIST(AvroFormat.typeOf(JobWeather.class))));
        declared = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>(
                        "declared", Types.LONG, Types.LIST(AvroFormat.typeOf(SiteEvent.class))));
        changes = getRuntimeContext().getMapState(new MapStateDescriptor<>("changes", Types.STRING, Types.LONG));
        late = getRuntimeContext().getMetricGroup().counter("lateDecisions");
        lateChanges = getRuntimeContext().getMetricGroup().counter("lateSiteEvents");
    }

    @Override
    public void processElement1(JobWeather weather, Context context, Collector<OrderedWeather> out) throws Exception {
        long time = weather.getDecidedAt().toEpochMilli();
        if (time <= context.timerService().currentWatermark()) {
            late.inc();
            out.collect(ordered(weather));
            return;
        }
        EventVerdictFunction.add(waiting, weather, time, context.timerService());
    }

    @Override
    public void processElement2(SiteEvent event, Context context, Collector<OrderedWeather> out) throws Exception {
        long time = event.getRecordedAt().toEpochMilli();
        if (time <= context.timerService().currentWatermark() || !hasRoomAt(time)) {
            lateChanges.inc();
            apply(event);
            return;
        }
        List<SiteEvent> others = declared.get(time);
        List<SiteEvent> all = others == null ? new ArrayList<>(1) : new ArrayList<>(others);
        all.removeIf(other -> other.getId().equals(event.getId()) && other.compareTo(event) <= 0);
        if (all.stream().noneMatch(other -> other.getId().equals(event.getId()))) {
            all.add(event);
        }
        declared.put(time, all);
        context.timerService().registerEventTimeTimer(time);
    }

    private boolean hasRoomAt(long time) throws Exception {
        int waitingInstants = 0;
        for (long instant : declared.keys()) {
            waitingInstants++;
            if (instant == time) {
                return declared.get(time).size() < MAX_CHANGES;
            }
        }
        return waitingInstants < MAX_CHANGES;
    }

    /** A second event with the same id replaces the first. */
    private void apply(SiteEvent event) throws Exception {
        if (event.getKind() == SiteEventKind.CHANGE || event.getKind() == SiteEventKind.UPGRADE) {
            changes.put(event.getId(), event.getFrom().toEpochMilli());
            forgetOldestChange();
        } else {
            changes.remove(event.getId());
        }
    }

    private void forgetOldestChange() throws Exception {
        int size = 0;
        String oldest = null;
        long time = Long.MAX_VALUE;
        for (var change : changes.entries()) {
            size++;
            if (change.getValue() < time) {
                time = change.getValue();
                oldest = change.getKey();
            }
        }
        if (size > MAX_CHANGES) {
            changes.remove(oldest);
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<OrderedWeather> out) throws Exception {
        List<SiteEvent> changed = declared.get(time);
        if (changed != null) {
            List<SiteEvent> inOrder = new ArrayList<>(changed);
            inOrder.sort(Comparator.comparing(SiteEvent::getId));
            for (SiteEvent event : inOrder) {
                apply(event);
            }
            declared.remove(time);
        }
        List<JobWeather> decided = waiting.get(time);
        if (decided != null) {
            List<JobWeather> ready = new ArrayList<>(decided);
            ready.sort(ORDER);
            for (JobWeather weather : ready) {
                out.collect(ordered(weather));
            }
            waiting.remove(time);
        }
    }

    private OrderedWeather ordered(JobWeather weather) throws Exception {
        long start = weather.getStartTime().toEpochMilli();
        long last = Long.MIN_VALUE;
        for (long change : changes.values()) {
            if (change <= start) {
                last = Math.max(last, change);
            }
        }
        return new OrderedWeather(weather, last);
    }
}
