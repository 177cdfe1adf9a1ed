package io.barograph.contention.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.contention.cost.JobMinuteLoad;
import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.cost.RunVerdict;
import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.load.LoadSample;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.activity.ActivitySpan;
import io.barograph.slowdown.SlidingSlowdown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class ContentionFunctionTest {
    private static final long START = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final long TIMEOUT = 10_000;
    private static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "/scratch")));

    /** Writing takes the file system over, seconds. */
    private static final int BEGIN = 1200;

    private static final int END = 1500;
    private static final int LAST = 2400;

    static {
        AvroCodec.of(ContentionEvent.class); // makes Avro trust the records
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, ContentionInput, ContentionEvent> harness()
            throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, ContentionInput, ContentionEvent> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new ContentionFunction(CATALOGUE, ContentionPolicy.DEFAULT)),
                        ContentionInput::fileSystem,
                        Types.STRING);
        harness.setup(AvroFormat.typeOf(ContentionEvent.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static long at(double second) {
        return START + Math.round(second * 1_000);
    }

    private static ContentionInput input(double second, Object value) {
        return new ContentionInput("scratch", at(second), value);
    }

    private static ContentionInput live(double second, String operation, double factor) {
        return input(second, new SlidingSlowdown("scratch", operation, at(second), factor, 30, 2, false, Map.of()));
    }

    /** Forty minutes, with five of contention in the middle, a culprit and its job statistics. */
    private static List<ContentionInput> site() {
        Random random = new Random(1);
        List<ContentionInput> inputs = new ArrayList<>();
        for (int second = 5; second <= LAST; second += 5) {
            boolean harmed = second > BEGIN && second <= END;
            double write = (harmed ? 6e9 : 0.3e9) * (1 + 0.2 * random.nextDouble());
            inputs.add(input(
                    second,
                    new LoadSample(at(second), 5_000, 0.3e9 * (1 + random.nextDouble()), write, 100, 8, 0, List.of())));
            for (String operation : List.of("DATA_READ", "DATA_WRITE", "STAT")) {
                double slowdown = harmed && !operation.equals("STAT") ? 3 : 1;
                inputs.add(live(second, operation, slowdown * (1 + 0.05 * random.nextDouble())));
            }
            if (second % 60 == 0 && second > 105) {
                long minute = at(second - 120);
                boolean loaded = minute >= at(BEGIN) && minute < at(END);
                inputs.add(input(
                        second - 15,
                        new JobMinuteLoad("", "9", "hammer", "1000", minute, 0, loaded ? 330_000_000_000L : 0, 0, 0)));
            }
        }
        inputs.sort(Comparator.comparingLong(ContentionInput::time));
        return inputs;
    }

    /** A run of 36 nodes that wrote for 4 min what takes 1 min as a rule, and the verdict on it. */
    private static List<ContentionInput> victim(double collectedAt) {
        long start = at(BEGIN + 30) * 1000;
        long end = start + 240_000_000;
        KnownRun run = new KnownRun(
                "6/run/vasp",
                "6",
                "vasp_std",
                "ada",
                36,
                start,
                end,
                0,
                60_000_000_000L,
                List.of(),
                List.of(new ActivitySpan(start, end, 60_000_000_000L)),
                Double.NaN,
                Double.NaN,
                Double.NaN);
        return List.of(
                input(collectedAt, run),
                input(collectedAt + 35, new RunVerdict("6/run/vasp", "vasp", 0.25e9, 1e9, true)));
    }

    private static void feed(
            KeyedOneInputStreamOperatorTestHarness<String, ContentionInput, ContentionEvent> harness,
            List<ContentionInput> inputs)
            throws Exception {
        long newest = Long.MIN_VALUE + TIMEOUT;
        for (ContentionInput input : inputs) {
            harness.processElement(input, input.time());
            newest = Math.max(newest, input.time());
            harness.processWatermark(new Watermark(newest - TIMEOUT));
        }
    }

    private static List<ContentionEvent> run(List<ContentionInput> inputs) throws Exception {
        try (var harness = harness()) {
            harness.open();
            feed(harness, inputs);
            harness.processWatermark(Watermark.MAX_WATERMARK);
            return new ArrayList<>(harness.extractOutputValues());
        }
    }

    private static List<ContentionEvent> contention(List<ContentionEvent> all) {
        return all.stream()
                .filter(event -> event.getKind() == EventKind.CONTENTION)
                .toList();
    }

    @Test
    void shouldTellOfAnEventFromItsBeginToItsEndUnderOneIdentity() throws Exception {
        List<ContentionEvent> records = contention(run(site()));
        ContentionEvent opened = records.get(0);
        ContentionEvent last = records.get(records.size() - 1);

        assertThat(opened.getState()).isEqualTo(EventState.OPENED);
        assertThat(opened.getType()).isEqualTo(EventType.WRITE);
        assertThat(opened.getDecidedAt()).isEqualTo(Instant.ofEpochMilli(at(BEGIN + 15)));
        assertThat(records.subList(1, 5)).allMatch(record -> record.getState() == EventState.UPDATED);
        assertThat(last.getState()).isEqualTo(EventState.CLOSED);
        assertThat(last.getSuspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.getJobId()).isEqualTo("9");
            assertThat(suspect.getShare()).isCloseTo(0.8, within(0.1));
        });
        assertThat(last.getSentence()).contains("Writes").contains("hammer");
        for (int i = 0; i < records.size(); i++) {
            assertThat(records.get(i).getRevision()).isEqualTo(i + 1);
            assertThat(records.get(i).getOnset()).isEqualTo(opened.getOnset());
        }
    }

    /** Three times five minutes in which deletes take 754 times as long, on a site of which nothing else is known. */
    @Test
    void shouldTellOfHarmThatProbesAloneShow() throws Exception {
        List<ContentionInput> inputs = new ArrayList<>();
        for (int second = 5; second <= 3600; second += 5) {
            int sinceHour = second % 1200;
            boolean harmed = sinceHour > 600 && sinceHour <= 900;
            inputs.add(live(second, "CREATE", harmed ? 30 : 1));
            inputs.add(live(second, "DELETE", harmed ? 754 : 1));
        }
        List<ContentionEvent> records = run(inputs);

        assertThat(records)
                .filteredOn(record -> record.getState() == EventState.OPENED)
                .as("five minutes after the first onset, five seconds after the next ones")
                .extracting(ContentionEvent::getDecidedAt)
                .containsExactly(
                        Instant.ofEpochMilli(at(600 + 5 + 285)),
                        Instant.ofEpochMilli(at(1800 + 5)),
                        Instant.ofEpochMilli(at(3000 + 5)));
        assertThat(records)
                .allSatisfy(record -> assertThat(record.getKind()).isEqualTo(EventKind.UNEXPLAINED))
                .filteredOn(record -> record.getState() == EventState.CLOSED)
                .hasSize(3)
                .allSatisfy(record -> assertThat(record.getSentence())
                        .startsWith("The metadata servers were up to 754.0 times slower than usual for ")
                        .endsWith("The load is not measured, so no cause can be named."));
    }

    @Test
    void shouldGiveTheSameRecordsInAnotherOrderOfArrivalWithinThePatienceOfTheWatermark() throws Exception {
        List<ContentionInput> inputs = new ArrayList<>(site());
        inputs.addAll(victim(END + 20));
        inputs.sort(Comparator.comparingLong(ContentionInput::time));
        List<ContentionEvent> inOrder = run(inputs);
        Random random = new Random(2);
        List<ContentionInput> jumbled = new ArrayList<>(inputs);
        Collections.shuffle(jumbled, random);
        jumbled.sort(Comparator.comparingLong(input -> Math.floorDiv(input.time(), TIMEOUT)));

        assertThat(jumbled).isNotEqualTo(inputs);
        assertThat(run(jumbled)).isEqualTo(inOrder).hasSizeGreaterThan(10);
    }

    @Test
    void shouldGoOnFromASnapshot() throws Exception {
        List<ContentionInput> inputs = new ArrayList<>(site());
        inputs.addAll(victim(END + 20));
        inputs.sort(Comparator.comparingLong(ContentionInput::time));
        int half = (int)
                inputs.stream().filter(input -> input.time() <= at(BEGIN + 100)).count();
        List<ContentionEvent> results = new ArrayList<>();
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            feed(harness, inputs.subList(0, half));
            snapshot = harness.snapshot(1, 1);
            results.addAll(harness.extractOutputValues());
        }
        try (var harness = harness()) {
            harness.initializeState(snapshot);
            harness.open();
            feed(harness, inputs.subList(half, inputs.size()));
            harness.processWatermark(Watermark.MAX_WATERMARK);
            results.addAll(harness.extractOutputValues());
        }

        assertThat(results).isEqualTo(run(inputs));
    }

    @Test
    void shouldNotEndAnEventBecauseTheInputEnds() throws Exception {
        List<ContentionInput> inputs =
                site().stream().filter(input -> input.time() <= at(BEGIN + 150)).toList();
        List<ContentionEvent> records = contention(run(inputs));

        assertThat(records).isNotEmpty().allMatch(record -> record.getState() != EventState.CLOSED);
        assertThat(records).allMatch(record -> record.getEnd() == null);
    }

    @Test
    void shouldCorrectAnEventThatIsOverWhenALogArrivesAndTellOfItsCost() throws Exception {
        List<ContentionEvent> records;
        try (var harness = harness()) {
            harness.open();
            feed(harness, site());
            harness.processWatermark(new Watermark(at(LAST + 60)));
            int before = harness.extractOutputValues().size();
            feed(harness, victim(LAST - 600));
            feed(harness, List.of(live(LAST + 300, "STAT", 1)));
            records = harness.extractOutputValues()
                    .subList(before, harness.extractOutputValues().size());
        }
        ContentionEvent event = contention(records).get(0);

        assertThat(event.getState()).isEqualTo(EventState.CLOSED);
        assertThat(event.getRevision()).isGreaterThan(3);
        assertThat(event.getEvidence()).hasSize(2);
        assertThat(event.getVictims()).singleElement().satisfies(victim -> {
            assertThat(victim.getJobId()).isEqualTo("6");
            assertThat(victim.getApplication()).isEqualTo("vasp");
            assertThat(victim.getLostSeconds()).isCloseTo(180, within(1e-6));
        });
        assertThat(event.getLostNodeHours()).isCloseTo(1.8, within(1e-6));
        assertThat(records)
                .filteredOn(record -> record.getKind() == EventKind.COST)
                .hasSize(4)
                .allSatisfy(cost -> assertThat(cost.getLostNodeHours()).isCloseTo(1.8, within(1e-6)));
    }

    @Test
    void shouldForgetAnEventADayAfterItsEnd() throws Exception {
        try (var harness = harness()) {
            harness.open();
            feed(harness, site());
            int later = LAST + 26 * 3600;
            feed(harness, List.of(live(later, "STAT", 1)));
            harness.processWatermark(new Watermark(at(later + 60)));
            int before = harness.extractOutputValues().size();
            feed(harness, victim(END + 20));
            feed(harness, List.of(live(later + 300, "STAT", 1)));

            assertThat(harness.extractOutputValues()).hasSize(before);
        }
    }

    @Test
    void shouldForgetAFileSystemThatLeftTheSite() throws Exception {
        try (var harness = harness()) {
            harness.open();
            feed(harness, site());
            harness.processWatermark(new Watermark(at(LAST) + ContentionFunction.FORGET_SILENT_MILLIS));
            assertThat(harness.numKeyedStateEntries()).isPositive();
            int emitted = harness.extractOutputValues().size();
            harness.processWatermark(new Watermark(at(2 * 86_400) + ContentionFunction.FORGET_SILENT_MILLIS));
            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.numEventTimeTimers()).isZero();
            assertThat(harness.extractOutputValues()).hasSize(emitted);
        }
    }
}
