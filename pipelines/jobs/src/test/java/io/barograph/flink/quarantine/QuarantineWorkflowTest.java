package io.barograph.flink.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.flink.batches.BatchedStreams;
import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.testing.WorkflowCluster;
import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.QuarantineTopic;
import io.barograph.flink.topics.RawRecord;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.replay.ReplayRecords;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.jobs.replay.WindowInputs;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.InstructionKind;
import io.barograph.schemas.QuarantinedRecord;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that make an operator fail, on a real broker; the operators that they make fail are those of this test. */
class QuarantineWorkflowTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final String BAD = "bad";
    private static final String JOB = "analysis"; // its replays skip what it skips
    private static final int RECORDS = 60;

    @TempDir
    static Path folder;

    private static BrokerProcess broker;

    private final String prefix = UUID.randomUUID() + "-";
    private KafkaConnection kafka;
    private JobClient job;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new BrokerProcess(folder);
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void createTopics() throws Exception {
        kafka = KafkaConnection.to(broker.bootstrapServers(), prefix);
        broker.createTopics(prefix, 2);
    }

    @AfterEach
    void cancel() throws Exception {
        if (job != null && !job.getJobStatus().get().isGloballyTerminalState()) {
            job.cancel().get();
        }
    }

    /** Fails behind an exchange. */
    private static final class CountEvents extends KeyedProcessFunction<String, SiteEvent, AlertInstruction> {
        private transient ValueState<Integer> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.INT));
        }

        @Override
        public void processElement(SiteEvent event, Context context, Collector<AlertInstruction> out) throws Exception {
            if (event.getText().equals(BAD)) {
                throw new ArithmeticException("long overflow");
            }
            count.update(count.value() == null ? 1 : count.value() + 1);
            out.collect(result(event.getFileSystem() + " " + count.value() + " " + event.getId()));
        }
    }

    /** Fails in the chain of the decoder. */
    private static final class Copy implements FlatMapFunction<SiteEvent, AlertInstruction> {
        @Override
        public void flatMap(SiteEvent event, Collector<AlertInstruction> out) {
            if (event.getText().equals(BAD)) {
                throw new IllegalStateException("cannot be copied");
            }
            out.collect(result(event.getId()));
        }
    }

    /** Fails in the chain of an operator behind an exchange. */
    private static final class Pass implements FlatMapFunction<AlertInstruction, AlertInstruction> {
        @Override
        public void flatMap(AlertInstruction result, Collector<AlertInstruction> out) {
            if (result.getId().endsWith(" 20")) {
                throw new IllegalStateException("cannot be passed on");
            }
            out.collect(result);
        }
    }

    /** Makes a result that cannot be encoded. */
    private static final class Age implements FlatMapFunction<AlertInstruction, AlertInstruction> {
        @Override
        public void flatMap(AlertInstruction result, Collector<AlertInstruction> out) {
            if (result.getId().endsWith(" 20")) {
                result.setRecordedAt(Instant.EPOCH.minusSeconds(1));
            }
            out.collect(result);
        }
    }

    /** Fails for what is made of many records: a number of events. */
    private static final class PassSums extends KeyedProcessFunction<String, KeyedBatch<Sum>, AlertInstruction> {
        @Override
        public void processElement(KeyedBatch<Sum> sums, Context context, Collector<AlertInstruction> out) {
            for (Sum sum : sums) {
                if (sum.equals(new Sum("fs2", 7))) {
                    throw new IllegalStateException("cannot be added");
                }
                out.collect(result(sum.toString()));
            }
        }
    }

    private record Sum(String fileSystem, int events) {
        static final BinaryType<Sum> TYPE = DelegatingFormat.typeOf(Sum.class, 1, Sum::write, Sum::read);

        private static Sum of(AlertInstruction counted) {
            String[] words = counted.getId().split(" ", -1);
            return new Sum(words[0], Integer.parseInt(words[1]));
        }

        private static void write(Sum sum, DataOutput out) throws IOException {
            out.writeUTF(sum.fileSystem);
            out.writeInt(sum.events);
        }

        private static Sum read(DataInput in) throws IOException {
            return new Sum(in.readUTF(), in.readInt());
        }
    }

    /** Fails when event time comes to a certain instant. */
    private static final class Wait extends KeyedProcessFunction<String, SiteEvent, AlertInstruction> {
        @Override
        public void processElement(SiteEvent event, Context context, Collector<AlertInstruction> out) {
            context.timerService().registerEventTimeTimer(event.getRecordedAt().toEpochMilli());
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<AlertInstruction> out) {
            if (time == TIME.plusSeconds(20).toEpochMilli()) {
                throw new IllegalStateException("cannot wake");
            }
            out.collect(result(context.getCurrentKey() + " " + time));
        }
    }

    /** Emits at each timer all that is due: what was not emitted at one comes with the next. */
    private static final class PassOnDue extends KeyedProcessFunction<String, SiteEvent, AlertInstruction> {
        private transient MapState<Long, Boolean> due;

        @Override
        public void open(OpenContext context) {
            due = getRuntimeContext().getMapState(new MapStateDescriptor<>("due", Types.LONG, Types.BOOLEAN));
        }

        @Override
        public void processElement(SiteEvent event, Context context, Collector<AlertInstruction> out) throws Exception {
            due.put(event.getRecordedAt().toEpochMilli(), true);
            context.timerService().registerEventTimeTimer(event.getRecordedAt().toEpochMilli());
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<AlertInstruction> out) throws Exception {
            List<Long> passed = new ArrayList<>();
            due.keys().forEach(each -> {
                if (each <= time) {
                    passed.add(each);
                }
            });
            for (long each : passed) {
                out.collect(result(context.getCurrentKey() + " " + each));
                due.remove(each);
            }
        }
    }

    /** Gives each event out when it has been saved in a checkpoint: nobody reads its record again. */
    private static final class KeepUntilSaved extends KeyedProcessFunction<String, SiteEvent, SiteEvent>
            implements CheckpointListener {
        private transient ListState<SiteEvent> kept;
        private transient int saved;
        private transient int enough;

        @Override
        public void open(OpenContext context) {
            kept = getRuntimeContext()
                    .getListState(new ListStateDescriptor<>("kept", AvroFormat.typeOf(SiteEvent.class)));
        }

        @Override
        public void notifyCheckpointComplete(long checkpoint) {
            saved++;
        }

        @Override
        public void processElement(SiteEvent event, Context context, Collector<SiteEvent> out) throws Exception {
            enough = saved + 2; // one may be under way
            kept.add(event);
            context.timerService().registerEventTimeTimer(context.timerService().currentWatermark() + 1);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<SiteEvent> out) throws Exception {
            if (saved < enough) {
                context.timerService()
                        .registerEventTimeTimer(context.timerService().currentWatermark() + 1);
                return;
            }
            for (SiteEvent event : kept.get()) {
                out.collect(event);
            }
            kept.clear();
        }
    }

    /** Chained to what gives results out. */
    private static final class Show implements FlatMapFunction<AlertInstruction, AlertInstruction> {
        @Override
        public void flatMap(AlertInstruction result, Collector<AlertInstruction> out) {
            if (result.getId().endsWith(" " + TIME.plusSeconds(20).toEpochMilli())) {
                throw new IllegalStateException("cannot be shown");
            }
            out.collect(result);
        }
    }

    private static AlertInstruction result(String text) {
        return AlertInstruction.newBuilder()
                .setKey(text)
                .setKind(InstructionKind.UNKNOWN)
                .setId(text)
                .setRecordedAt(TIME)
                .build();
    }

    private static SiteEvent event(int number, boolean bad) {
        Instant time = TIME.plusSeconds(number);
        return SiteEvent.newBuilder()
                .setId(Integer.toString(number))
                .setFileSystem("fs" + number % 3)
                .setKind(SiteEventKind.MAINTENANCE)
                .setFrom(time)
                .setTo(null)
                .setText(bad ? BAD : "fine")
                .setRecordedAt(time)
                .build();
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void send(int from, int to, int... bad) throws Exception {
        List<Integer> wrong = Arrays.stream(bad).boxed().toList();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int number = from; number < to; number++) {
                SiteEvent event = event(number, wrong.contains(number));
                producer.send(new ProducerRecord<>(
                                prefix + Topic.SITE_EVENTS.name(),
                                null,
                                event.getRecordedAt().toEpochMilli(),
                                Topic.SITE_EVENTS.keyBytes(event),
                                AvroCodec.of(SiteEvent.class).encode(event)))
                        .get();
            }
        }
    }

    /** An hour ahead of the events and going on, so that all timers are due. */
    private static final class Ahead implements WatermarkGenerator<RawRecord> {
        private long time = TIME.plus(Duration.ofHours(1)).toEpochMilli();

        @Override
        public void onEvent(RawRecord event, long timestamp, WatermarkOutput output) {}

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(time++));
        }
    }

    private static DataStream<AlertInstruction> counted(DataStream<SiteEvent> events) {
        return events.keyBy(SiteEvent::getFileSystem, Types.STRING)
                .transform(
                        "count events",
                        AvroFormat.typeOf(AlertInstruction.class),
                        new AttributingOperator<>(new CountEvents()))
                .uid("count");
    }

    private void run(boolean keyed, int restarts) throws Exception {
        run(
                events -> keyed
                        ? counted(events)
                        : events.flatMap(new Copy(), AvroFormat.typeOf(AlertInstruction.class))
                                .uid("copy"),
                restarts);
    }

    private void run(Function<DataStream<SiteEvent>, DataStream<AlertInstruction>> operators, int restarts)
            throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, restarts);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        StreamExecutionEnvironment env = WorkflowCluster.environment(2, configuration);
        TopicStreams topics = new TopicStreams(env, kafka, JOB, false);
        SingleOutputStreamOperator<SiteEvent> events =
                topics.read(Topic.SITE_EVENTS, WatermarkStrategy.forGenerator(context -> new Ahead()));
        topics.write(operators.apply(events), Topic.ALERT_INSTRUCTIONS);
        topics.write(events.getSideOutput(DecodeFunction.REFUSED), Topic.DEAD_LETTERS);
        FailureReportingOperator.noteAllIn(env, topics.quarantine());
        job = env.executeAsync();
    }

    private <T extends SpecificRecord> List<T> committed(Topic<T> topic) throws Exception {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        List<T> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    List.of(new TopicPartition(prefix + topic.name(), 0), new TopicPartition(prefix + topic.name(), 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (var message : consumer.poll(Duration.ofMillis(50))) {
                    records.add(AvroCodec.of(topic.type()).decode(message.value()));
                }
            }
        }
        return records;
    }

    private void awaitResults(int number) {
        Awaitility.await("all other results")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(
                        () -> assertThat(committed(Topic.ALERT_INSTRUCTIONS)).hasSizeGreaterThanOrEqualTo(number));
    }

    @Test
    void shouldSkipARecordThatMakesAnOperatorFailAndLoseNothingElse() throws Exception {
        send(0, RECORDS, 20);
        run(true, 1);
        awaitResults(RECORDS - 1);

        assertThat(committed(Topic.ALERT_INSTRUCTIONS))
                .extracting(AlertInstruction::getId)
                .as("each other record once, counted once")
                .hasSize(RECORDS - 1)
                .containsAll(IntStream.rangeClosed(1, RECORDS / 3)
                        .filter(count -> count < RECORDS / 3)
                        .mapToObj(count -> "fs2 " + count + " " + (count < 7 ? 3 * count - 1 : 3 * count + 2))
                        .toList())
                .noneMatch(id -> id.endsWith(" 20"));
        assertThat(new QuarantineTopic(kafka, JOB).entries()).singleElement().satisfies(entry -> {
            assertThat(entry.getTopic()).isEqualTo("site-events");
            assertThat(entry.getOperator()).isEqualTo("count events");
        });
        awaitLetters(1);
        assertThat(committed(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo(prefix + "site-events");
            assertThat(letter.getOrigin()).startsWith(prefix + "site-events-");
            assertThat(letter.getReason())
                    .isEqualTo(
                            "quarantined: made operator \"count events\" of job analysis fail:"
                                    + " ArithmeticException: long overflow (QuarantineWorkflowTest$CountEvents.processElement)");
            assertThat(SkippedRecords.isReason(letter.getReason())).isTrue();
        });
        shouldBeSkippedByAReplay();
    }

    @Test
    void shouldLeaveOutARecordThatWasReadBeforeTheCheckpoint() throws Exception {
        send(0, RECORDS, 20);
        run(
                events -> counted(events.keyBy(SiteEvent::getFileSystem, Types.STRING)
                        .transform(
                                "keep until saved",
                                AvroFormat.typeOf(SiteEvent.class),
                                new AttributingOperator<>(new KeepUntilSaved()))
                        .uid("keep")),
                1);
        awaitResults(RECORDS - 1);
        awaitLetters(1);
        assertThat(committed(Topic.ALERT_INSTRUCTIONS))
                .extracting(AlertInstruction::getId)
                .hasSize(RECORDS - 1)
                .doesNotHaveDuplicates()
                .noneMatch(id -> id.endsWith(" 20"));
        assertThat(committed(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo(prefix + "site-events");
            assertThat(letter.getOrigin()).isEqualTo("fs2, event 20");
            assertThat(letter.getReason())
                    .startsWith("quarantined: made operator \"count events\" of job analysis fail:"
                            + " ArithmeticException: long overflow");
        });
        assertThat(new QuarantineTopic(kafka, JOB).entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.getLeftOut()).isNotNull());
    }

    private void shouldBeSkippedByAReplay() throws Exception {
        WindowInputs held =
                WindowInputs.find(kafka, null, List.of(Topic.SITE_EVENTS), List.of(), ReplayScope.EVERYTHING);
        List<String> replayed = new ArrayList<>();
        List<DeadLetter> refused = new ArrayList<>();
        try (ReplayRecords records = held.open()) {
            for (ReplayedRecord record = records.next(); record != null; record = records.next()) {
                if (record.record() instanceof DeadLetter letter) {
                    refused.add(letter);
                } else {
                    replayed.add(((SiteEvent) record.record()).getId());
                }
            }
        }
        assertThat(replayed).hasSize(RECORDS - 1).doesNotContain("20");
        assertThat(refused).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .startsWith("quarantined: made operator"));
    }

    private void awaitLetters(int number) {
        Awaitility.await("dead letters")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(committed(Topic.DEAD_LETTERS)).hasSizeGreaterThanOrEqualTo(number));
    }

    @Test
    void shouldFindTheRecordThatMakesAnOperatorChainedToTheDecoderFail() throws Exception {
        send(0, 10, 3);
        run(false, 1);
        awaitResults(9);
        awaitLetters(1);
        assertThat(committed(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .isEqualTo("quarantined: made operator \"behind decode site-events\" of job analysis fail:"
                        + " IllegalStateException: cannot be copied (QuarantineWorkflowTest$Copy.flatMap)"));
    }

    @Test
    void shouldFindTheRecordThatMakesAnOperatorBehindAKeyedOneFail() throws Exception {
        send(0, RECORDS);
        run(
                events -> counted(events)
                        .flatMap(new Pass(), AvroFormat.typeOf(AlertInstruction.class))
                        .uid("pass"),
                1);
        awaitResults(RECORDS - 1);
        awaitLetters(1);
        assertThat(committed(Topic.ALERT_INSTRUCTIONS)).hasSize(RECORDS - 1);
        assertThat(committed(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .isEqualTo("quarantined: made operator \"count events\" of job analysis fail:"
                        + " IllegalStateException: cannot be passed on (QuarantineWorkflowTest$Pass.flatMap)"));
    }

    private void shouldHaveLeftOut(String operator, String element, String failure) throws Exception {
        awaitLetters(1);
        assertThat(committed(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo("operator " + operator);
            assertThat(letter.getOrigin()).matches(element);
            assertThat(letter.getReason())
                    .isEqualTo("quarantined: made operator \"" + operator + "\" of job analysis fail: "
                            + "IllegalStateException: " + failure);
        });
        assertThat(new QuarantineTopic(kafka, JOB).entries()).hasSize(1);
        assertThat(new QuarantineTopic(kafka, JOB).skipped()).isNotSameAs(SkippedRecords.NONE);
    }

    @Test
    void shouldLeaveOutAnElementThatIsMadeOfManyRecords() throws Exception {
        send(0, RECORDS);
        run(
                events -> BatchedStreams.byKey(
                                BatchedStreams.gather(
                                        counted(events).map(Sum::of, Sum.TYPE).uid("sum"),
                                        Sum::fileSystem,
                                        Sum.TYPE.format(),
                                        "gather"),
                                Sum::fileSystem)
                        .transform(
                                "pass sums",
                                AvroFormat.typeOf(AlertInstruction.class),
                                new AttributingOperator<>(new PassSums()))
                        .uid("pass-sums"),
                1);
        awaitResults(RECORDS - 1);
        assertThat(committed(Topic.ALERT_INSTRUCTIONS))
                .extracting(AlertInstruction::getId)
                .hasSize(RECORDS - 1)
                .doesNotHaveDuplicates()
                .doesNotContain(new Sum("fs2", 7).toString());
        shouldHaveLeftOut(
                "pass sums",
                "fs2, element [0-9a-f]{24}",
                "cannot be added (QuarantineWorkflowTest$PassSums.processElement)");
    }

    @Test
    void shouldLeaveOutATimer() throws Exception {
        send(0, RECORDS);
        run(
                events -> events.keyBy(SiteEvent::getFileSystem, Types.STRING)
                        .transform(
                                "wait",
                                AvroFormat.typeOf(AlertInstruction.class),
                                new AttributingOperator<>(new Wait()))
                        .uid("wait"),
                1);
        awaitResults(RECORDS - 1);
        assertThat(committed(Topic.ALERT_INSTRUCTIONS))
                .extracting(AlertInstruction::getId)
                .hasSize(RECORDS - 1)
                .doesNotHaveDuplicates();
        shouldHaveLeftOut(
                "wait", "fs2, timer of 2026-01-01T00:00:20Z", "cannot wake (QuarantineWorkflowTest$Wait.onTimer)");
    }

    @Test
    void shouldLeaveOutAResultOfATimerThatAChainedFunctionFailsOn() throws Exception {
        send(0, RECORDS);
        run(
                events -> events.keyBy(SiteEvent::getFileSystem, Types.STRING)
                        .transform(
                                "pass on",
                                AvroFormat.typeOf(AlertInstruction.class),
                                new AttributingOperator<>(new PassOnDue()))
                        .uid("pass-on")
                        .flatMap(new Show(), AvroFormat.typeOf(AlertInstruction.class))
                        .uid("show"),
                1);
        awaitResults(RECORDS - 1);
        assertThat(committed(Topic.ALERT_INSTRUCTIONS))
                .extracting(AlertInstruction::getId)
                .hasSize(RECORDS - 1)
                .doesNotHaveDuplicates();
        awaitLetters(1);
        assertThat(committed(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo("operator pass on, results");
            assertThat(letter.getOrigin()).matches("fs2, element [0-9a-f]{24}");
            assertThat(letter.getReason())
                    .isEqualTo("quarantined: made operator \"pass on\" of job analysis fail: IllegalStateException:"
                            + " cannot be shown (QuarantineWorkflowTest$Show.flatMap)");
        });
    }

    @Test
    void shouldGoOnWithoutARestartWhenAResultCannotBeEncoded() throws Exception {
        send(0, RECORDS);
        run(
                events -> counted(events)
                        .flatMap(new Age(), AvroFormat.typeOf(AlertInstruction.class))
                        .uid("age"),
                0);
        awaitResults(RECORDS - 1);
        awaitLetters(1);
        assertThat(committed(Topic.ALERT_INSTRUCTIONS)).hasSize(RECORDS - 1);
        assertThat(committed(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo(prefix + "alert-instructions");
            assertThat(letter.getReason())
                    .startsWith("it cannot be encoded: IllegalArgumentException: its time, -1000, is before 1970");
        });
        assertThat(new QuarantineTopic(kafka, JOB).entries()).isEmpty();
    }

    @Test
    void shouldFailVisiblyWhenManyRecordsMakeItFail() throws Exception {
        QuarantineTopic quarantine = new QuarantineTopic(kafka, JOB);
        noteOthers(20);
        send(0, 10, 3);
        run(true, 1);

        assertThatThrownBy(() -> job.getJobExecutionResult().get()).rootCause().hasMessage("long overflow");
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.FAILED);
        assertThat(quarantine.note(new OperatorFailure(
                        RecordIdentity.of(Topic.SITE_EVENTS, event(3, true)), "count events", "bug")))
                .isEqualTo(
                        "it is not skipped: 20 other records made this operator of job analysis fail within a day, so the fault is the"
                                + " program's, not theirs");
        assertThat(quarantine.entries()).hasSize(20);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // closing the producer waits for all
    private void noteOthers(int number) throws Exception {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int i = 0; i < number; i++) {
                QuarantinedRecord entry = QuarantinedRecord.newBuilder()
                        .setKey(JOB + "/site-events/other " + i)
                        .setJob(JOB)
                        .setTopic("site-events")
                        .setRecord("other " + i)
                        .setOperator("count events")
                        .setException("bug")
                        .setFirstFailure(now)
                        .setLastFailure(now)
                        .build();
                producer.send(new ProducerRecord<>(
                        prefix + Topic.QUARANTINE.name(),
                        Topic.QUARANTINE.keyBytes(entry),
                        AvroCodec.of(QuarantinedRecord.class).encode(entry)));
            }
        }
    }

    @Test
    void shouldNoteARecordOnceForEachJob() {
        QuarantineTopic quarantine = new QuarantineTopic(kafka, JOB);
        OperatorFailure first = new OperatorFailure(RecordIdentity.of(Topic.SITE_EVENTS, event(1, true)), "a", "x");
        assertThat(quarantine.skipped().reason(Topic.SITE_EVENTS, event(1, true)))
                .isNull();
        quarantine.note(first);
        quarantine.note(new OperatorFailure(first.record(), "b", "x"));
        assertThat(quarantine.entries()).singleElement().satisfies(entry -> assertThat(entry.getEarlierOperators())
                .containsExactly("a"));
        assertThat(List.of("a", "b", "c"))
                .as("each of the operators leaves it out")
                .filteredOn(operator -> quarantine.skipped().recordsOf(operator).contains(first.record()))
                .containsExactly("a", "b");
        assertThat(quarantine.skipped().reason(Topic.SITE_EVENTS, event(1, true)))
                .isEqualTo("quarantined: made operator \"b\" of job analysis fail: x");
        assertThat(quarantine.skipped().reason(Topic.SITE_EVENTS, event(2, true)))
                .isNull();
        assertThat(new QuarantineTopic(kafka, "publish").skipped().reason(Topic.SITE_EVENTS, event(1, true)))
                .isNull();
        assertThat(QuarantineTopic.ofAnalysis(kafka).job()).isEqualTo(AnalysisJob.NAME);
    }
}
