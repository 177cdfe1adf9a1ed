package io.barograph.servers.character;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.servers.rates.StateBytes;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PowerSpectrumTest {
    private static PowerSpectrum of(double upperEdge, long... observations) {
        PowerSpectrum spectrum = new PowerSpectrum(upperEdge);
        Arrays.stream(observations).forEach(bytes -> spectrum.add(bytes, 1));
        return spectrum;
    }

    private static long[] longs(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    @Test
    void shouldReachTo25GigabytesByDefault() {
        assertThat(PowerSpectrum.DEFAULT_UPPER_EDGE).isEqualTo(2_500_000_000.0);
    }

    @Test
    void shouldCloseBinsBelowAndOpenThemAbove() {
        PowerSpectrum spectrum = of(1_000, 0, 9, 10, 999, 1_000, 5_000);
        assertThat(spectrum.count(0)).isEqualTo(2);
        assertThat(spectrum.bytes(0)).isEqualTo(9);
        assertThat(spectrum.count(1)).isEqualTo(1);
        assertThat(spectrum.count(99)).isEqualTo(1);
        assertThat(spectrum.count(PowerSpectrum.OVERFLOW)).isEqualTo(2);
        assertThat(spectrum.bytes(PowerSpectrum.OVERFLOW)).isEqualTo(6_000);
        assertThat(spectrum.lowerEdge(1)).isEqualTo(10);
        assertThat(spectrum.totalCount()).isEqualTo(6);
        assertThat(spectrum.totalBytes()).isEqualTo(7_018);
    }

    @Test
    void shouldHaveItsCentroidWhereHalfTheBytesLieOnEitherSide() {
        // many small observations, but the bytes come in large ones
        PowerSpectrum spectrum = of(1_000, 5, 5, 5, 5, 5, 5, 5, 5, 505, 507);
        assertThat(spectrum.centroid()).hasValue(50);
        assertThat(of(1_000, 15, 25, 40).centroid())
                .as("exactly half up to the second")
                .hasValue(2);
        assertThat(of(1_000, 15, 2_000).centroid()).hasValue(PowerSpectrum.OVERFLOW);
        assertThat(of(1_000, 15, 2_000, 4_000).halfIoObservation()).hasValue(3_000);
        assertThat(of(1_000, 0, 0).centroid()).isEmpty();
        assertThat(of(1_000).halfIoObservation()).isEmpty();
        assertThat(HalfIoObservation.of(new long[] {0, 0})).isEmpty();
        assertThat(HalfIoObservation.of(new long[] {3, 1, 0, 2})).hasValue(2);
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertThatThrownBy(() -> of(1_000, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PowerSpectrum(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(1_000).merge(of(2_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not change");
    }

    @Property
    void shouldKeepEveryByteAndTakeBackWhatItWasGiven(
            @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 6_000_000_000L) Long> first,
            @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 6_000_000_000L) Long> second) {
        PowerSpectrum spectrum = of(PowerSpectrum.DEFAULT_UPPER_EDGE, longs(first));
        byte[] before = StateBytes.of(spectrum, PowerSpectrum::writeTo);
        PowerSpectrum other = of(PowerSpectrum.DEFAULT_UPPER_EDGE, longs(second));
        PowerSpectrum merged = spectrum.copy();
        merged.merge(other);
        second.forEach(bytes -> spectrum.add(bytes, 1));
        assertThat(StateBytes.of(merged, PowerSpectrum::writeTo))
                .isEqualTo(StateBytes.of(spectrum, PowerSpectrum::writeTo));
        assertThat(spectrum.totalBytes())
                .isEqualTo(Arrays.stream(longs(first)).sum()
                        + Arrays.stream(longs(second)).sum());
        second.forEach(bytes -> spectrum.add(bytes, -1));
        assertThat(StateBytes.of(spectrum, PowerSpectrum::writeTo)).isEqualTo(before);
    }

    @Property
    void shouldEstimateTheHalfIoObservationWithinItsBin(
            @ForAll @Size(min = 1, max = 60) List<@LongRange(min = 1, max = 2_400_000_000L) Long> observations) {
        PowerSpectrum spectrum = of(PowerSpectrum.DEFAULT_UPPER_EDGE, longs(observations));
        long exact = HalfIoObservation.of(longs(observations)).orElseThrow();
        assertThat(spectrum.binOf(exact)).isEqualTo(spectrum.centroid().orElseThrow());
        assertThat(spectrum.halfIoObservation().orElseThrow())
                .isCloseTo((double) exact, within(PowerSpectrum.DEFAULT_UPPER_EDGE / PowerSpectrum.BINS));
    }

    @Test
    void shouldRoundTrip() {
        PowerSpectrum spectrum = of(1_000, 5, 505, 507, 9_999);
        PowerSpectrum restored = StateBytes.roundTrip(spectrum, PowerSpectrum::writeTo, PowerSpectrum::readFrom);
        assertThat(restored.centroid()).isEqualTo(spectrum.centroid());
        assertThat(StateBytes.of(spectrum, PowerSpectrum::writeTo)).hasSize(8 + 101 * 16);
    }
}
