package io.barograph.attacks;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.influxdb.InfluxDbSink;
import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.SinkTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.util.Collector;

/**
 * Makes operators and sinks fail on one of their elements or timers, each time that it comes. Where that is, is a place:
 * an operator and {@code first}, {@code second} or {@code timer} of a keyed one, {@code function} of another one, {@code
 * behind} what decodes, {@code written} where files are and {@code result} where results are. The operators run in this process.
 */
final class PlantedExceptions {
    private static final Map<String, Object> CHOSEN = new HashMap<>();
    private static final Map<String, AtomicInteger> THROWN = new ConcurrentHashMap<>();
    private static final Set<String> PLACES = new ConcurrentSkipListSet<>();
    private static final Map<String, Integer> ATTEMPTS = new HashMap<>();
    private static String failing;
    private static int failingAttempt;

    private PlantedExceptions() {}

    /** Plants one into each operator and sink of a graph, at the places that are wanted. */
    static void plant(StreamExecutionEnvironment env, Predicate<String> wanted) throws ReflectiveOperationException {
        synchronized (CHOSEN) {
            CHOSEN.clear();
            ATTEMPTS.clear();
            failing = null;
        }
        THROWN.clear();
        PLACES.clear();
        for (var transformation : env.getTransformations()) {
            Places places = new Places(transformation.getName());
            StreamOperatorFactory<?> factory = transformation instanceof OneInputTransformation<?, ?> one
                    ? one.getOperatorFactory()
                    : transformation instanceof TwoInputTransformation<?, ?, ?> two ? two.getOperatorFactory() : null;
            if (factory instanceof SimpleOperatorFactory<?> simple
                    && simple.getOperator() instanceof AbstractUdfStreamOperator<?, ?> operator) {
                Function planted = planted(operator.getUserFunction(), places, wanted);
                if (planted != null) {
                    set(AbstractUdfStreamOperator.class, "userFunction", operator, planted);
                }
            } else if (transformation instanceof SinkTransformation<?, ?> sink) {
                String input = transformation.getInputs().get(0).getName();
                plant(sink.getSink(), sink.getSink() instanceof FileSink<?> ? new Places(input) : places, wanted);
            }
        }
    }

    private static Function planted(Function function, Places places, Predicate<String> wanted) {
        if (function instanceof KeyedProcessFunction<?, ?, ?> one) {
            places.add(wanted, places.first(), places.timer());
            return new OneInput<>(one, places);
        }
        if (function instanceof KeyedCoProcessFunction<?, ?, ?, ?> two) {
            places.add(wanted, places.first(), places.second(), places.timer());
            return new TwoInputs<>(two, places);
        }
        if (function instanceof FlatMapFunction<?, ?> flatMap) {
            places.add(wanted, places.function());
            if (flatMap.getClass().getSimpleName().equals("AttributedSignals")) {
                places.add(wanted, places.behind());
            }
            return new FlatMap<>(flatMap, places);
        }
        if (function instanceof ProcessFunction<?, ?> process) {
            places.add(wanted, ofNoKey(process, places));
            return new Unkeyed<>(process, places);
        }
        return null;
    }

    private static String ofNoKey(ProcessFunction<?, ?> function, Places places) {
        return switch (function.getClass().getSimpleName()) {
            case "DecodeFunction", "ArchiveFunction" -> places.behind();
            case "EncodeFunction" -> places.result();
            default -> places.function();
        };
    }

    private static void plant(Sink<?> sink, Places places, Predicate<String> wanted)
            throws ReflectiveOperationException {
        if (sink instanceof InfluxDbSink<?>) {
            places.add(wanted, places.result());
            PointConverter<?> converter = (PointConverter<?>) get(InfluxDbSink.class, "converter", sink);
            set(InfluxDbSink.class, "converter", sink, new Converter<>(converter, places));
        } else if (sink instanceof FileSink<?>) {
            places.add(wanted, places.written());
            Object builder = get(FileSink.class, "bucketsBuilder", sink);
            BucketAssigner<?, ?> assigner =
                    (BucketAssigner<?, ?>) get(FileSink.BulkFormatBuilder.class, "bucketAssigner", builder);
            set(FileSink.BulkFormatBuilder.class, "bucketAssigner", builder, new Assigner<>(assigner, places));
        }
    }

    private static Object get(Class<?> type, String name, Object object) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    private static void set(Class<?> type, String name, Object object, Object value)
            throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
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
    private record Places(String operator) implements Serializable {
        String first() {
            return operator + ", first";
        }

        String second() {
            return operator + ", second";
        }

        String timer() {
            return operator + ", timer";
        }

        String function() {
            return operator + ", function";
        }

        String behind() {
            return operator + ", behind";
        }

        String written() {
            return operator + ", written";
        }

        String result() {
            return operator + ", result";
        }

        /** Not by another subtask that opens late in the attempt that failed: what throws then is cancelled before it is noted. */
        void opened(RuntimeContext context) {
            int attempt = context.getTaskInfo().getAttemptNumber();
            synchronized (CHOSEN) {
                ATTEMPTS.merge(operator, attempt, Math::max);
                if (operator.equals(failing) && attempt > failingAttempt) {
                    failing = null;
                }
            }
        }

        private void fails() {
            failing = operator;
            failingAttempt = ATTEMPTS.getOrDefault(operator, 0);
        }

        void add(Predicate<String> wanted, String... places) {
            Stream.of(places).filter(wanted).forEach(PLACES::add);
        }

        void fail(String place, Object element) {
            if (breaks(place, element)) {
                throw new IllegalStateException("planted: " + place);
            }
        }

        /** A place takes its turn when the job has restarted from the last: a task that is cancelled notes nothing. */
        boolean breaks(String place, Object element) {
            return isChosen(place, element, this::fails);
        }

        /** As {@link #breaks}, where a failure makes no job restart. */
        boolean spoils(String place, Object element) {
            return isChosen(place, element, () -> {});
        }

        private static boolean isChosen(String place, Object element, Runnable ifNew) {
            if (!PLACES.contains(place)) {
                return false;
            }
            synchronized (CHOSEN) {
                if (failing == null && !CHOSEN.containsKey(place)) {
                    CHOSEN.put(place, element);
                    ifNew.run();
                }
                if (!element.equals(CHOSEN.get(place))) {
                    return false;
                }
            }
            THROWN.computeIfAbsent(place, unknown -> new AtomicInteger()).incrementAndGet();
            return true;
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
            places.opened(getRuntimeContext());
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
            places.opened(getRuntimeContext());
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

    /** One without a key; what is behind what decodes fails when it is handed a record, and what encodes gets a hollow one. */
    @SuppressWarnings("SameNameButDifferent")
    private static final class Unkeyed<I, O> extends ProcessFunction<I, O> implements CheckpointedFunction {
        private final ProcessFunction<I, O> function;
        private final Places places;

        Unkeyed(ProcessFunction<I, O> function, Places places) {
            this.function = function;
            this.places = places;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            function.setRuntimeContext(getRuntimeContext());
            if (function instanceof CheckpointedFunction checkpointed) {
                checkpointed.initializeState(context);
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            if (function instanceof CheckpointedFunction checkpointed) {
                checkpointed.snapshotState(context);
            }
        }

        @Override
        public void open(OpenContext context) throws Exception {
            function.setRuntimeContext(getRuntimeContext());
            function.open(context);
            places.opened(getRuntimeContext());
        }

        @Override
        public void close() throws Exception {
            function.close();
        }

        @Override
        public void processElement(I value, Context context, Collector<O> out) throws Exception {
            places.fail(places.function(), value);
            I taken = places.spoils(places.result(), value) ? hollow(value) : value;
            function.processElement(taken, context, collector(out, record -> {
                places.fail(places.behind(), identity(record));
                return record;
            }));
        }

        /** No producer could encode it. */
        @SuppressWarnings("unchecked") // a copy of the same type
        private static <T> T hollow(T element) {
            Schema schema = ((SpecificRecord) element).getSchema();
            SpecificRecord copy =
                    (SpecificRecord) SpecificData.getForSchema(schema).deepCopy(schema, element);
            schema.getFields().stream()
                    .filter(field -> field.schema().getType() == Schema.Type.STRING)
                    .forEach(field -> copy.put(field.pos(), null));
            return (T) copy;
        }
    }

    private static final class FlatMap<I, O> extends RichFlatMapFunction<I, O> {
        private final FlatMapFunction<I, O> function;
        private final Places places;

        FlatMap(FlatMapFunction<I, O> function, Places places) {
            this.function = function;
            this.places = places;
        }

        @Override
        public void open(OpenContext context) {
            places.opened(getRuntimeContext());
        }

        @Override
        public void flatMap(I value, Collector<O> out) throws Exception {
            places.fail(places.function(), value);
            function.flatMap(
                    value, collector(out, input -> places.breaks(places.behind(), input) ? broken(input) : input));
        }

        /** What is behind an exchange fails on it. */
        @SuppressWarnings("unchecked") // of the same type
        private static <T> T broken(T input) {
            try {
                Class<?> type = input.getClass();
                Constructor<?> seen = Class.forName(type.getName().replace("Attributed", "Seen"))
                        .getDeclaredConstructors()[0];
                Constructor<?> attributed = type.getDeclaredConstructors()[0];
                seen.setAccessible(true);
                attributed.setAccessible(true);
                RecordIdentity origin = ((AttributableElement) input).origin();
                return (T) attributed.newInstance(origin, seen.newInstance((Object) null));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
    }

    private static <T> Collector<T> collector(Collector<T> out, UnaryOperator<T> before) {
        return new Collector<>() {
            @Override
            public void collect(T record) {
                out.collect(before.apply(record));
            }

            @Override
            public void close() {
                out.close();
            }
        };
    }

    /** A record on its way to the archive holds bytes, which are not equal to those of another one. */
    private static Object identity(Object element) {
        return element instanceof SpecificRecord ? element : element.toString().split(", body=", -1)[0];
    }

    private record Converter<T>(PointConverter<T> converter, Places places) implements PointConverter<T> {
        @Override
        public List<InfluxPoint> convert(T element) {
            if (places.spoils(places.result(), element)) {
                throw new IllegalStateException("planted");
            }
            return converter.convert(element);
        }
    }

    /** It is chained to what decodes the records, and restarts with it. */
    private record Assigner<T, B>(BucketAssigner<T, B> assigner, Places places) implements BucketAssigner<T, B> {
        @Override
        public B getBucketId(T element, Context context) {
            places.fail(places.written(), identity(element));
            return assigner.getBucketId(element, context);
        }

        @Override
        public SimpleVersionedSerializer<B> getSerializer() {
            return assigner.getSerializer();
        }
    }
}
