package io.barograph.jobs.analysis.contention;

import io.barograph.analytics.contention.ContentionPolicy;
import io.barograph.analytics.contention.FileSystemWatch;
import io.barograph.analytics.contention.LoadSample;
import io.barograph.analytics.contention.SlowdownSample;
import io.barograph.analytics.contention.SpaceSample;
import io.barograph.analytics.contention.TrackedEvent;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Watches each file system. Keyed by file system.
 *
 * <p>Inputs wait until event time has passed theirs by one sampling interval, since the weather of an interval is known
 * only then, and are taken in the order of their time, so that their order of arrival does not matter. What comes later
 * than that is left out and counted.
 *
 * <p>State: {@link FileSystemWatch}, and the inputs that wait.
 */
final class ContentionFunction extends KeyedProcessFunction<String, Input, ContentionEvent> {
    private static final long serialVersionUID = 1L;
    private static final long MINUTE = 60_000;

    private static final Comparator<SpaceSample> SPACE_ORDER =
            Comparator.comparing(SpaceSample::metadata).thenComparing(SpaceSample::type);

    private final FileSystemCatalogue catalogue;
    private final ContentionPolicy policy;
    private transient ValueState<FileSystemWatch> watch;
    private transient MapState<Long, Pending> waiting;
    private transient Counter late;

    ContentionFunction(FileSystemCatalogue catalogue, ContentionPolicy policy) {
        this.catalogue = catalogue;
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        watch = getRuntimeContext().getState(new ValueStateDescriptor<>("watch", WatchFormat.TYPE));
        waiting = getRuntimeContext().getMapState(new MapStateDescriptor<>("waiting", Types.LONG, Pending.TYPE));
        late = getRuntimeContext().getMetricGroup().counter("lateContentionInputs");
    }

    @Override
    public void processElement(Input input, Context context, Collector<ContentionEvent> out) throws Exception {
        long due = input.time() + intervalMillis(input.fileSystem());
        if (due <= context.timerService().currentWatermark()) {
            late.inc();
            return;
        }
        Pending known = waiting.get(input.time());
        Pending pending = known == null ? new Pending() : known;
        pending.inputs().add(input);
        waiting.put(input.time(), pending);
        context.timerService().registerEventTimeTimer(due);
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    @Override
    public void onTimer(long due, OnTimerContext context, Collector<ContentionEvent> out) throws Exception {
        String fileSystem = context.getCurrentKey();
        long time = due - intervalMillis(fileSystem);
        Pending pending = waiting.get(time);
        waiting.remove(time);
        FileSystemWatch known = watch.value();
        FileSystemWatch now = known == null ? new FileSystemWatch() : known;
        ContentionRecords records = new ContentionRecords(fileSystem, time);
        step(time, pending.inputs(), now, event -> out.collect(records.of(event)));
        if (Math.floorMod(time, MINUTE) == 0) {
            now.open().stream()
                    .filter(event -> event.openedAt() < time)
                    .forEach(event -> out.collect(records.of(event)));
        }
        watch.update(now);
    }

    private void step(long time, List<Input> inputs, FileSystemWatch now, Consumer<TrackedEvent> out) {
        LoadSample load = null;
        List<SlowdownSample> slowdowns = new ArrayList<>();
        List<SpaceSample> spaces = new ArrayList<>();
        for (Input input : inputs) {
            if (input.value() instanceof LoadSample sample) {
                load = sample;
            } else if (input.value() instanceof SlowdownSample slowdown) {
                slowdowns.add(slowdown);
            } else if (input.value() instanceof SpaceSample space) {
                spaces.add(space);
            }
        }
        if (load != null || !slowdowns.isEmpty()) {
            now.step(time, load, slowdowns, policy, out);
        }
        spaces.sort(SPACE_ORDER);
        spaces.forEach(space -> now.step(space, policy, out));
    }
}
