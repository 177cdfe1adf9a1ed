package io.barograph.contention.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.servers.character.RateSeries;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.rates.IntervalIncrement;
import io.barograph.servers.rates.RecordedServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Transients of a real file system against those found in the same recording by other means. */
class RecordedTransientsTest {
    private static final Duration INTERVAL = Duration.ofMillis(RecordedServers.INTERVAL);

    /** By part, placing of gaps and direction. */
    private static final Map<String, RateSeries> SERIES = new HashMap<>();

    private static JsonNode reference;

    @BeforeAll
    static void read() {
        RecordedServers recorded = RecordedServers.ofBytes(RecordedServers.EDISON);
        reference = RecordedServers.reference("lmt-2018-02-09-dev.json").get("parts");
        reference.fieldNames().forEachRemaining(part -> {
            long from = reference.get(part).get("from_epoch_s").asLong() * 1_000;
            long to = reference.get(part).get("to_epoch_s").asLong() * 1_000;
            RateSeries read = new RateSeries(from, to, RecordedServers.INTERVAL);
            RateSeries write = new RateSeries(from, to, RecordedServers.INTERVAL);
            for (CounterIncrement increment : recorded.increments(from, to)) {
                read.add(increment.to(), increment.moved().get(QuantityAmounts.READ_BYTES), increment.sign());
                write.add(increment.to(), increment.moved().get(QuantityAmounts.WRITE_BYTES), increment.sign());
            }
            RateSeries readSpread = new RateSeries(from, to, RecordedServers.INTERVAL);
            RateSeries writeSpread = new RateSeries(from, to, RecordedServers.INTERVAL);
            List<IntervalIncrement> parts = new ArrayList<>();
            recorded.parts(from, to, parts::add);
            for (IntervalIncrement p : parts) {
                readSpread.add(p.label(), p.moved().get(QuantityAmounts.READ_BYTES), p.sign());
                writeSpread.add(p.label(), p.moved().get(QuantityAmounts.WRITE_BYTES), p.sign());
            }
            SERIES.put(part + " events read", read);
            SERIES.put(part + " events write", write);
            SERIES.put(part + " events_spread read", readSpread);
            SERIES.put(part + " events_spread write", writeSpread);
        });
    }

    @TestFactory
    List<DynamicTest> shouldEqualTheReference() {
        List<DynamicTest> tests = new ArrayList<>();
        SERIES.keySet().stream().sorted().forEach(name -> {
            String[] keys = name.split(" ", -1);
            for (JsonNode expected : reference.get(keys[0]).get(keys[1]).get(keys[2])) {
                tests.add(DynamicTest.dynamicTest(
                        name + " " + expected.get("window_s").asInt() + " s", () -> check(SERIES.get(name), expected)));
            }
        });
        assertThat(tests).hasSize(24);
        return tests;
    }

    private static void check(RateSeries series, JsonNode expected) {
        HannKernel kernel =
                new HannKernel(Duration.ofSeconds(expected.get("window_s").asLong()), INTERVAL);
        assertThat(2 * kernel.half() + 1).isEqualTo(expected.get("kernel_taps").asInt());
        double threshold = expected.get("threshold_bytes_per_s").asDouble();
        long first = series.from() + series.intervalMillis();
        List<LoadTransient> found = Found.inSeries(kernel, threshold, first, series.perSecond(1)).stream()
                .filter(Found::hasTurningPoint)
                .toList();
        assertThat(found).hasSize(expected.get("events").size());
        for (int i = 0; i < found.size(); i++) {
            LoadTransient event = found.get(i);
            JsonNode node = expected.get("events").get(i);
            // the reference names an interval by its begin
            assertThat(event.start()).isEqualTo(millis(node, "start_epoch_s"));
            assertThat(event.peak() - series.intervalMillis()).isEqualTo(millis(node, "peak_epoch_s"));
            assertThat(event.end() - series.intervalMillis()).isEqualTo(millis(node, "end_epoch_s"));
            close(event.peakPerSecond(), node.get("smoothed_peak_bytes_per_s").asDouble());
            close(event.amount(), node.get("raw_bytes_in_event").asDouble());
            assertThat(event.missing()).isZero();
        }
        checkRuns(series, kernel, threshold, expected.get("runs_above_threshold"));
    }

    private static long millis(JsonNode node, String field) {
        return node.get(field).asLong() * 1_000;
    }

    /** Whole bytes instead of fractions in the gaps, and another order of additions, are all that may differ. */
    private static void close(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(expected * 1e-11));
    }

    private static void checkRuns(RateSeries series, HannKernel kernel, double threshold, JsonNode expected) {
        SustainedLoad above = new SustainedLoad(INTERVAL, Duration.ZERO, 1);
        Found found = new Found();
        TransientRecogniser recogniser = new TransientRecogniser(kernel);
        double[] rates = series.perSecond(1);
        for (int i = 0; i < rates.length; i++) {
            recogniser.add(series.from() + (i + 1) * series.intervalMillis(), rates[i], threshold, found);
        }
        recogniser.endHistory(found);
        List<LoadEpisode> runs = new ArrayList<>();
        found.smoothed.forEach((label, rate) -> above.observe(label, rate, threshold, new SustainedLoad.Observer() {
            @Override
            public void opened(LoadEpisode episode) {
                assertThat(episode.until()).isEqualTo(episode.onset());
            }

            @Override
            public void closed(LoadEpisode episode) {
                runs.add(episode);
            }
        }));
        above.open().ifPresent(runs::add);
        assertThat(runs).hasSize(expected.size());
        for (int i = 0; i < runs.size(); i++) {
            LoadEpisode run = runs.get(i);
            JsonNode node = expected.get(i);
            assertThat(run.onset() - series.intervalMillis()).isEqualTo(millis(node, "first_epoch_s"));
            assertThat(run.until() - series.intervalMillis()).isEqualTo(millis(node, "last_epoch_s"));
            assertThat(run.intervals()).isEqualTo(node.get("intervals").asInt());
            close(run.peakPerSecond(), node.get("max_smoothed_bytes_per_s").asDouble());
        }
    }
}
