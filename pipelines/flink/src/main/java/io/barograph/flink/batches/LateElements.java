package io.barograph.flink.batches;

import io.barograph.flink.topics.LateArrivalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;

/**
 * Elements of a key that came behind the watermark. Each waits for the event time that it came at: live that is at once, in
 * a replay as long as it was late.
 */
public final class LateElements<T> {
    private final MapState<Long, List<T>> waiting;
    private final ToLongFunction<T> arrivedAt;
    private final Predicate<T> isTooLate;
    private final Counter tooLate;

    /**
     * @param runtime of the operator, whose state {@code waiting} this is
     * @param arrivedAt event time that an element came at, or {@link LateArrivalTime#IN_TIME}
     * @param isTooLate whether a late element is left out; bounds how long others wait
     */
    public LateElements(
            RuntimeContext runtime,
            TypeInformation<T> type,
            ToLongFunction<T> arrivedAt,
            Predicate<T> isTooLate,
            Counter tooLate) {
        this.waiting = runtime.getMapState(new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(type)));
        this.arrivedAt = arrivedAt;
        this.isTooLate = isTooLate;
        this.tooLate = tooLate;
    }

    /**
     * @param timers a timer is set for the time that each late one came at
     * @return those that are in time, in their order; all others wait or are left out
     */
    public List<T> hold(List<T> elements, TimerService timers) throws Exception {
        if (!hasLate(elements)) {
            return elements;
        }
        List<T> inTime = new ArrayList<>(elements.size());
        Map<Long, List<T>> late = new TreeMap<>();
        for (T element : elements) {
            long arrived = arrivedAt.applyAsLong(element);
            if (arrived == LateArrivalTime.IN_TIME) {
                inTime.add(element);
            } else if (isTooLate.test(element)) {
                tooLate.inc();
            } else {
                late.computeIfAbsent(arrived, unused -> new ArrayList<>(1)).add(element);
            }
        }
        for (Map.Entry<Long, List<T>> arrival : late.entrySet()) {
            List<T> others = waiting.get(arrival.getKey());
            List<T> all = others == null ? new ArrayList<>() : new ArrayList<>(others);
            all.addAll(arrival.getValue());
            waiting.put(arrival.getKey(), all);
            timers.registerEventTimeTimer(arrival.getKey());
        }
        return inTime;
    }

    private boolean hasLate(List<T> elements) {
        for (T element : elements) {
            if (arrivedAt.applyAsLong(element) != LateArrivalTime.IN_TIME) {
                return true;
            }
        }
        return false;
    }

    /**
     * @return the elements that came at that time, which wait no more, in the order in which they came; the caller's
     */
    public List<T> arrivedAt(long time) throws Exception {
        List<T> arrived = waiting.get(time);
        if (arrived == null) {
            return List.of();
        }
        waiting.remove(time);
        return new ArrayList<>(arrived);
    }
}
