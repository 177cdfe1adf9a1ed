package io.barograph.slowdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.DurationBin;
import io.barograph.testing.RecordedData;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class TimingHistogramTest {
    /** Quantile by linear interpolation between the neighbours in ascending order, from the values themselves. */
    private static double exact(double[] values, double q) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double rank = q * (sorted.length - 1);
        int below = (int) rank;
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (rank - below);
    }

    private static TimingHistogram of(double... values) {
        TimingHistogram histogram = new TimingHistogram();
        for (double value : values) {
            histogram.add(value);
        }
        return histogram;
    }

    private static byte[] bytes(TimingHistogram histogram) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            histogram.writeTo(new DataOutputStream(bytes));
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertQuantiles(double[] values, double q) {
        double expected = exact(values, q);
        assertThat(of(values).quantile(q))
                .isCloseTo(expected, within(expected * TimingHistogram.RELATIVE_ERROR * 1.0001));
    }

    @Provide
    Arbitrary<double[]> durations() {
        // From a microsecond to an hour, evenly on the logarithmic axis, with many equal ones.
        return Arbitraries.doubles()
                .between(-6, 3.5)
                .map(exponent -> Math.pow(10, exponent))
                .array(double[].class)
                .ofMinSize(1)
                .ofMaxSize(300);
    }

    @Property
    void shouldGiveQuantilesWithinOnePercent(
            @ForAll("durations") double[] values, @ForAll @DoubleRange(min = 0, max = 1) double q) {
        assertQuantiles(values, q);
        assertQuantiles(values, 0.5);
        assertQuantiles(values, 0.99);
    }

    /** Bins alone, without the few that are kept as they are. */
    @Property
    void shouldGiveWhatBinsGiveHoweverFewTheyAre(
            @ForAll("durations") double[] values, @ForAll @DoubleRange(min = 0, max = 1) double q) {
        LogarithmicBins bins = new LogarithmicBins();
        for (double value : values) {
            bins.add(value);
        }
        double rank = q * (values.length - 1);
        double largest = Arrays.stream(values).max().orElseThrow();
        double smallest = Arrays.stream(values).min().orElseThrow();
        double lower = Math.min(largest, Math.max(smallest, bins.valueAt((long) rank)));
        double upper =
                rank == (long) rank ? lower : Math.min(largest, Math.max(smallest, bins.valueAt((long) rank + 1)));

        assertThat(of(values).quantile(q)).isEqualTo(lower + (upper - lower) * (rank - (long) rank));
    }

    @Property
    void shouldNotDependOnGroupingOrOrder(@ForAll("durations") double[] values, @ForAll Random random) {
        TimingHistogram whole = of(values);
        List<TimingHistogram> parts = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            parts.add(new TimingHistogram());
        }
        List<Double> shuffled = new ArrayList<>(Arrays.stream(values).boxed().toList());
        java.util.Collections.shuffle(shuffled, random);
        shuffled.forEach(value -> parts.get(random.nextInt(parts.size())).add(value));
        TimingHistogram merged = new TimingHistogram();
        parts.forEach(merged::merge);

        assertThat(merged.count()).isEqualTo(whole.count());
        assertThat(merged.mean()).isEqualTo(whole.mean());
        for (double q : new double[] {0, 0.05, 0.5, 0.9, 0.95, 0.99, 1}) {
            assertThat(merged.quantile(q)).isEqualTo(whole.quantile(q));
        }
        assertThat(merged).isEqualTo(whole);
        assertThat(merged.distance(whole)).isZero();
    }

    @Property
    void shouldSurviveWritingAndReading(@ForAll("durations") double[] values) throws IOException {
        TimingHistogram written = of(values);
        TimingHistogram read = TimingHistogram.readFrom(new DataInputStream(new ByteArrayInputStream(bytes(written))));

        assertThat(read).isEqualTo(written);
        assertThat(read.quantile(0.37)).isEqualTo(written.quantile(0.37));
        read.add(1);
        assertThat(read.count()).isEqualTo(written.count() + 1);
    }

    /** Bytes per 5 s of a real server, taken as durations: a real distribution over five decades with zeros. */
    @Test
    void shouldGiveQuantilesOfARealDistributionWithinOnePercent() throws IOException {
        Path file = RecordedData.path("lmt/edison-scratch1-2018-01-28/ost.csv.gz");
        List<Double> values = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            List<String> header = List.of(reader.readLine().split(",", -1));
            int column = header.indexOf("kbytes_used");
            reader.lines().forEach(line -> values.add(1e-9 * Double.parseDouble(line.split(",", -1)[column])));
        }
        double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();

        assertThat(all).hasSizeGreaterThan(1_000);
        for (double q : new double[] {0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1}) {
            assertQuantiles(all, q);
        }
    }

    @Test
    void shouldGiveAConstantExactly() {
        TimingHistogram constant = of(0.0123, 0.0123, 0.0123);

        assertThat(constant.median()).isEqualTo(0.0123);
        assertThat(constant.quantile(0.99)).isEqualTo(0.0123);
        assertThat(constant.mean()).isEqualTo(0.0123);
    }

    @Test
    void shouldHoldWhatCannotBeADurationAtItsLimits() {
        TimingHistogram extremes = of(0, 1e300);

        assertThat(extremes.min()).isEqualTo(TimingHistogram.MIN_SECONDS);
        assertThat(extremes.max()).isEqualTo(TimingHistogram.MAX_SECONDS);
        assertThat(bytes(extremes)).hasSizeLessThan(100);
    }

    @Test
    void shouldStayWithinItsStatedSize() {
        TimingHistogram all = new TimingHistogram();
        for (double exponent = -9; exponent <= 6; exponent += 0.001) {
            all.add(Math.pow(10, exponent));
        }
        assertThat(bytes(all)).hasSizeLessThan(17_000);
    }

    @Test
    void shouldRefuseWhatIsNoDuration() {
        TimingHistogram histogram = new TimingHistogram();

        assertThatThrownBy(() -> histogram.add(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> histogram.add(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThat(histogram.median()).isNaN();
        assertThat(histogram.mean()).isNaN();
    }

    @Test
    void shouldCountEveryDurationInOneBinOfTheLogarithmicAxis() {
        List<DurationBin> bins = of(0.00105, 0.0011, 0.05, 2.2, 2.2, 2.2).bins(10);

        assertThat(bins.stream().mapToLong(DurationBin::getCount)).containsExactly(2L, 1L, 3L);
        assertThat(bins).allSatisfy(bin -> assertThat(bin.getToSeconds() / bin.getFromSeconds())
                .isCloseTo(Math.pow(10, 0.1), within(1e-9)));
        assertThat(bins.get(2).getFromSeconds()).isLessThanOrEqualTo(2.2);
        assertThat(bins.get(2).getToSeconds()).isGreaterThan(2.2);
    }

    @Test
    void shouldMeasureTheDistanceOfTwoDistributions() {
        assertThat(of(1, 2, 3).distance(of(10, 20, 30))).isEqualTo(1);
        assertThat(of(1, 2, 3, 4).distance(of(1, 2))).isCloseTo(0.5, within(1e-12));
        assertThat(of(1).distance(new TimingHistogram())).isNaN();
    }
}
