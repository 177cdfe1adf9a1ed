package io.barograph.attacks;

import io.barograph.flink.quarantine.FailureReportingOperator;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.util.Collector;

/**
 * Makes operators fail on one of their elements or timers, each time that it comes. Where that is, is a place: an operator
 * and {@code first}, {@code second} or {@code timer}. The operators run in this process.
 */
final class PlantedExceptions {
    private static final Map<String, Object> CHOSEN = new HashMap<>();
    private static final Map<String, AtomicInteger> THROWN = new ConcurrentHashMap<>();
    private static final Set<String> PLACES = new ConcurrentSkipListSet<>();
    private static String failing;

    private PlantedExceptions() {}

    /** Plants one into each keyed operator of a graph, at the places that are wanted. */
    static void plant(StreamExecutionEnvironment env, Predicate<String> wanted) throws ReflectiveOperationException {
        synchronized (CHOSEN) {
            CHOSEN.clear();
            failing = null;
        }
        THROWN.clear();
        PLACES.clear();
        for (var transformation : env.getTransformations()) {
            StreamOperatorFactory<?> factory = transformation instanceof OneInputTransformation<?, ?> one
                    ? one.getOperatorFactory()
                    : transformation instanceof TwoInputTransformation<?, ?, ?> two ? two.getOperatorFactory() : null;
            if (factory instanceof SimpleOperatorFactory<?> simple
                    && simple.getOperator() instanceof FailureReportingOperator) {
                plant(transformation.getName(), simple.getOperator(), wanted);
            }
        }
    }

    private static void plant(String name, StreamOperator<?> operator, Predicate<String> wanted)
            throws ReflectiveOperationException {
        Function function = ((AbstractUdfStreamOperator<?, ?>) operator).getUserFunction();
        Places places = new Places(name);
        Function planted;
        if (function instanceof KeyedProcessFunction<?, ?, ?> one) {
            planted = new OneInput<>(one, places);
        } else {
            planted = new TwoInputs<>((KeyedCoProcessFunction<?, ?, ?, ?>) function, places);
            places.add(places.second(), wanted);
        }
        places.add(places.first(), wanted);
        places.add(places.timer(), wanted);
        Field field = AbstractUdfStreamOperator.class.getDeclaredField("userFunction");
        field.setAccessible(true);
        field.set(operator, planted);
    }

    /** @return how often the exception of each place was thrown */
    static Map<String, Integer> thrown() {
        Map<String, Integer> thrown = new TreeMap<>();
        THROWN.forEach((place, times) -> thrown.put(place, times.get()));
        return thrown;
    }

    /** @return the places that nothing came to */
    static Set<String> untouched() {
        Set<String> rest = new TreeSet<>(PLACES);
        rest.removeAll(THROWN.keySet());
        return rest;
    }

    /** The places of an operator. */
    private record Places(String operator, String first, String second, String timer) implements Serializable {
        Places(String operator) {
            this(operator, operator + ", first", operator + ", second", operator + ", timer");
        }

        void opened() {
            synchronized (CHOSEN) {
                if (operator.equals(failing)) {
                    failing = null;
                }
            }
        }

        void add(String place, Predicate<String> wanted) {
            if (wanted.test(place)) {
                PLACES.add(place);
            }
        }

        /** A place takes its turn when the job has restarted from the last: a task that is cancelled notes nothing. */
        void fail(String place, Object element) {
            if (!PLACES.contains(place)) {
                return;
            }
            synchronized (CHOSEN) {
                if (failing == null && !CHOSEN.containsKey(place)) {
                    CHOSEN.put(place, element);
                    failing = operator;
                }
                if (!element.equals(CHOSEN.get(place))) {
                    return;
                }
            }
            THROWN.computeIfAbsent(place, unknown -> new AtomicInteger()).incrementAndGet();
            throw new IllegalStateException("planted: " + place);
        }

        void failWithin(String place, Object value) {
            if (value instanceof Iterable<?> batch) {
                batch.forEach(element -> fail(place, element));
            } else {
                fail(place, value);
            }
        }
    }

    private record Timer(Object key, long time) {}

    @SuppressWarnings("SameNameButDifferent") // contexts are those of the class that each extends
    private static final class OneInput<K, I, O> extends KeyedProcessFunction<K, I, O> {
        private final KeyedProcessFunction<K, I, O> function;
        private final Places places;

        OneInput(KeyedProcessFunction<K, I, O> function, Places places) {
            this.function = function;
            this.places = places;
        }

        @Override
        public void open(OpenContext context) throws Exception {
            function.setRuntimeContext(getRuntimeContext());
            function.open(context);
            places.opened();
        }

        @Override
        public void close() throws Exception {
            function.close();
        }

        @Override
        public void processElement(I value, Context context, Collector<O> out) throws Exception {
            places.failWithin(places.first(), value);
            function.processElement(value, context, out);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<O> out) throws Exception {
            places.fail(places.timer(), new Timer(context.getCurrentKey(), time));
            function.onTimer(time, context, out);
        }
    }

    @SuppressWarnings("SameNameButDifferent")
    private static final class TwoInputs<K, I, J, O> extends KeyedCoProcessFunction<K, I, J, O> {
        private final KeyedCoProcessFunction<K, I, J, O> function;
        private final Places places;

        TwoInputs(KeyedCoProcessFunction<K, I, J, O> function, Places places) {
            this.function = function;
            this.places = places;
        }

        @Override
        public void open(OpenContext context) throws Exception {
            function.setRuntimeContext(getRuntimeContext());
            function.open(context);
            places.opened();
        }

        @Override
        public void close() throws Exception {
            function.close();
        }

        @Override
        public void processElement1(I value, Context context, Collector<O> out) throws Exception {
            places.failWithin(places.first(), value);
            function.processElement1(value, context, out);
        }

        @Override
        public void processElement2(J value, Context context, Collector<O> out) throws Exception {
            places.failWithin(places.second(), value);
            function.processElement2(value, context, out);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<O> out) throws Exception {
            places.fail(places.timer(), new Timer(context.getCurrentKey(), time));
            function.onTimer(time, context, out);
        }
    }
}
