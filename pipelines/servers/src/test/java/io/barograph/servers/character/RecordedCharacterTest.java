package io.barograph.servers.character;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.rates.IntervalIncrement;
import io.barograph.servers.rates.RecordedServers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Character of a real file system against values computed from the same recording by other means. */
class RecordedCharacterTest {
    private static RecordedServers recorded;
    private static JsonNode reference;

    @BeforeAll
    static void read() {
        recorded = RecordedServers.ofBytes(RecordedServers.EDISON);
        reference = RecordedServers.reference("lmt-2018-02-09-dev.json").get("parts");
    }

    private static long from(String part) {
        return reference.get(part).get("from_epoch_s").asLong() * 1_000;
    }

    private static long to(String part) {
        return reference.get(part).get("to_epoch_s").asLong() * 1_000;
    }

    private static String quantity(String direction) {
        return direction.equals("read") ? QuantityAmounts.READ_BYTES : QuantityAmounts.WRITE_BYTES;
    }

    private static List<IntervalIncrement> parts(String name) {
        List<IntervalIncrement> parts = new ArrayList<>();
        recorded.parts(from(name), to(name), parts::add);
        return parts;
    }

    @ParameterizedTest
    @CsvSource({
        "dev_0800_1120, read, franklin_0_2.5GB",
        "dev_0800_1120, write, franklin_0_2.5GB",
        "dev_0800_1120, read, wide_0_10GB",
        "dev_0800_1120, write, wide_0_10GB",
        "hour_first40_1040_1120, read, franklin_0_2.5GB",
        "hour_first40_1040_1120, write, franklin_0_2.5GB",
        "hour_first40_1040_1120, read, wide_0_10GB",
        "hour_first40_1040_1120, write, wide_0_10GB"
    })
    void shouldReproduceTheSpectrumOfTheObservationsAsRecorded(String part, String direction, String range) {
        JsonNode node = reference.get(part).get("power_spectrum").get(direction);
        PowerSpectrum spectrum =
                new PowerSpectrum(node.get(range).get("range_bytes").asDouble());
        long[] observations = recorded.increments(from(part), to(part)).stream()
                .mapToLong(increment -> increment.moved().get(quantity(direction)))
                .toArray();
        Arrays.stream(observations).forEach(bytes -> spectrum.add(bytes, 1));
        check(spectrum, node, range);
        checkHalf(spectrum, observations, node);
    }

    @ParameterizedTest
    @CsvSource({
        "dev_0800_1120, read",
        "dev_0800_1120, write",
        "hour_first40_1040_1120, read",
        "hour_first40_1040_1120, write"
    })
    void shouldKeepMeasuredAndFilledIntervalsApartWithoutLosingAByte(String part, String direction) {
        JsonNode node = reference
                .get(part)
                .get("power_spectrum_without_gap_spanning_observations")
                .get(direction);
        PowerSpectrum measured = new PowerSpectrum(PowerSpectrum.DEFAULT_UPPER_EDGE);
        PowerSpectrum filled = new PowerSpectrum(PowerSpectrum.DEFAULT_UPPER_EDGE);
        List<Long> observations = new ArrayList<>();
        for (IntervalIncrement p : parts(part)) {
            long bytes = p.moved().get(quantity(direction));
            (p.filled() ? filled : measured).add(bytes, p.sign());
            if (!p.filled()) {
                observations.add(bytes);
            }
        }
        check(measured, node, "franklin_0_2.5GB");
        checkHalf(measured, observations.stream().mapToLong(Long::longValue).toArray(), node);

        long gaps = reference.get(part).get("missing_intervals_ost").asLong();
        assertThat(filled.totalCount()).as("a lost sample and the next one").isEqualTo(2 * gaps);
        PowerSpectrum all = measured.copy();
        all.merge(filled);
        assertThat(all.totalBytes())
                .isEqualTo(reference
                        .get(part)
                        .get("totals")
                        .get(direction)
                        .get("bytes_spread")
                        .asLong());
        // what was recorded is the same but for the 20 (or 4) gaps
        JsonNode asRecorded = reference.get(part).get("power_spectrum").get(direction);
        JsonNode counts = asRecorded.get("franklin_0_2.5GB").get("count");
        long difference = 0;
        for (int bin = 0; bin < PowerSpectrum.BINS; bin++) {
            difference += Math.abs(countWithOverflow(all, bin) - counts.get(bin).asLong());
        }
        assertThat(difference).isBetween(gaps, 3 * gaps);
        assertThat(centroidWithoutOverflow(all))
                .isEqualTo(asRecorded
                        .get("franklin_0_2.5GB")
                        .get("centroid_bin_exact")
                        .asInt());
    }

    private static void check(PowerSpectrum spectrum, JsonNode node, String range) {
        JsonNode expected = node.get(range);
        assertThat(spectrum.totalCount()).isEqualTo(node.get("observations").asLong());
        for (int bin = 0; bin < PowerSpectrum.BINS; bin++) {
            assertThat(countWithOverflow(spectrum, bin))
                    .as("count of bin %d", bin)
                    .isEqualTo(expected.get("count").get(bin).asLong());
            long bytes =
                    spectrum.bytes(bin) + (bin == PowerSpectrum.BINS - 1 ? spectrum.bytes(PowerSpectrum.OVERFLOW) : 0);
            assertThat(bytes)
                    .as("bytes of bin %d", bin)
                    .isEqualTo(expected.get("power_bytes_exact").get(bin).asLong());
        }
        assertThat(spectrum.count(PowerSpectrum.OVERFLOW))
                .isEqualTo(expected.get("overflow_observations_in_last_bin").asLong());
        assertThat(centroidWithoutOverflow(spectrum))
                .isEqualTo(expected.get("centroid_bin_exact").asInt());
        assertThat(spectrum.lowerEdge(centroidWithoutOverflow(spectrum)))
                .isEqualTo(expected.get("centroid_bin_left_edge_bytes").asDouble());
    }

    private static void checkHalf(PowerSpectrum spectrum, long[] observations, JsonNode node) {
        long half = HalfIoObservation.of(observations).orElseThrow();
        assertThat(half).isEqualTo(node.get("half_io_observation_bytes").asLong());
        assertThat(spectrum.binOf(half)).isEqualTo(spectrum.centroid().orElseThrow());
        double estimate = spectrum.halfIoObservation().orElseThrow();
        if (spectrum.centroid().orElseThrow() < PowerSpectrum.OVERFLOW) {
            assertThat(estimate).isCloseTo((double) half, within(spectrum.upperEdge() / PowerSpectrum.BINS));
        } else {
            assertThat(estimate).isGreaterThan(spectrum.upperEdge());
        }
    }

    /** The reference puts what is too large into its last bin. */
    private static long countWithOverflow(PowerSpectrum spectrum, int bin) {
        return spectrum.count(bin) + (bin == PowerSpectrum.BINS - 1 ? spectrum.count(PowerSpectrum.OVERFLOW) : 0);
    }

    private static int centroidWithoutOverflow(PowerSpectrum spectrum) {
        return Math.min(PowerSpectrum.BINS - 1, spectrum.centroid().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"dev_0800_1120", "hour_first40_1040_1120"})
    void shouldReproduceTheAutoCorrelation(String part) {
        RateSeries read = new RateSeries(from(part), to(part), RecordedServers.INTERVAL);
        RateSeries write = new RateSeries(from(part), to(part), RecordedServers.INTERVAL);
        for (IntervalIncrement p : parts(part)) {
            read.add(p.label(), p.moved().get(QuantityAmounts.READ_BYTES), p.sign());
            write.add(p.label(), p.moved().get(QuantityAmounts.WRITE_BYTES), p.sign());
        }
        RateSeries total = new RateSeries(from(part), to(part), RecordedServers.INTERVAL);
        total.merge(read);
        total.merge(write);
        JsonNode expected = reference.get(part).get("autocorrelation_spread");
        checkCorrelation(read.perSecond(1), expected.get("read"));
        checkCorrelation(write.perSecond(1), expected.get("write"));
        checkCorrelation(total.perSecond(1), expected.get("total"));

        RateSeries recordedWrite = new RateSeries(from(part), to(part), RecordedServers.INTERVAL);
        for (CounterIncrement increment : recorded.increments(from(part), to(part))) {
            recordedWrite.add(increment.to(), increment.moved().get(QuantityAmounts.WRITE_BYTES), increment.sign());
        }
        checkCorrelation(
                recordedWrite.perSecond(1),
                reference.get(part).get("autocorrelation").get("write"));
    }

    private static void checkCorrelation(double[] rates, JsonNode expected) {
        AutoCorrelation correlation = AutoCorrelation.of(rates, 240);
        double[] coefficients = correlation.coefficients();
        assertThat(coefficients).hasSize(expected.size());
        int below = -1;
        for (int k = 0; k < coefficients.length; k++) {
            assertThat(coefficients[k])
                    .as("lag %d", k)
                    // relative to r(0) = 1; whole bytes instead of halves in the gaps move it this little
                    .isCloseTo(expected.get(k).asDouble(), within(1e-12));
            below = below < 0 && expected.get(k).asDouble() < 0.5 ? k : below;
        }
        assertThat(correlation.firstLagBelow(0.5)).hasValue(below);
    }
}
