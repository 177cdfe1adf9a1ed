package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.counters.QuantityAmounts;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IntervalLoadsTest {
    private static final long LABEL = 1_518_163_205_000L;

    private static IntervalIncrement part(long read, int sign) {
        return new IntervalIncrement(LABEL, QuantityAmounts.ofBytes(read, 0), sign, true, false, false);
    }

    private static IntervalIncrement filled(long read) {
        return new IntervalIncrement(LABEL, QuantityAmounts.ofBytes(read, 0), 1, false, true, false);
    }

    @Test
    void shouldGiveRatesPerServerAndOfAll() {
        IntervalLoads loads = new IntervalLoads();
        loads.add(0, part(500, 1));
        loads.add(1, part(0, 1));
        loads.add(2, part(1_000, 1));
        IntervalRates rates = loads.rates(LABEL, 5_000, 3);
        assertThat(rates.from()).isEqualTo(LABEL - 5_000);
        assertThat(rates.missingFraction()).isZero();
        QuantityRate read = rates.quantities().get(QuantityAmounts.READ_BYTES);
        assertThat(read.total()).isEqualTo(1_500);
        assertThat(read.perSecond()).isEqualTo(300);
        assertThat(read.zeroFraction()).isEqualTo(1.0 / 3);
        assertThat(read.servers().minimum()).isZero();
        assertThat(read.servers().maximum()).isEqualTo(200);
        assertThat(read.servers().mean()).isEqualTo(100);
        assertThat(read.servers().maximumOverMean()).isEqualTo(2);
        QuantityRate write = rates.quantities().get(QuantityAmounts.WRITE_BYTES);
        assertThat(write.zeroFraction()).isEqualTo(1);
        assertThat(write.servers().gini()).isNaN();
    }

    @Test
    void shouldMarkMissingServersAndScaleNothing() {
        IntervalLoads loads = new IntervalLoads();
        loads.add(0, part(500, 1));
        loads.add(1, filled(300));
        IntervalRates rates = loads.rates(LABEL, 5_000, 4);
        assertThat(rates.samples()).isEqualTo(1);
        assertThat(rates.missingFraction()).isEqualTo(0.75);
        assertThat(rates.quantities().get(QuantityAmounts.READ_BYTES).perSecond())
                .isEqualTo(160);
        assertThat(rates.quantities().get(QuantityAmounts.READ_BYTES).servers().servers())
                .isEqualTo(2);
        assertThat(loads.reported().stream()).containsExactly(0);
    }

    @Test
    void shouldSayWhatEachServerMovedAndWhetherThatIsMeasured() {
        IntervalLoads loads = new IntervalLoads();
        loads.add(0, part(500, 1));
        loads.add(2, filled(300));
        assertThat(loads.amount(QuantityAmounts.READ_BYTES, 0)).isEqualTo(500);
        assertThat(loads.amount(QuantityAmounts.READ_BYTES, 1)).isNegative();
        assertThat(loads.amount(QuantityAmounts.READ_OPERATIONS, 0)).isNegative();
        assertThat(loads.isFilled(0)).isFalse();
        assertThat(loads.isFilled(2)).isTrue();
        loads.add(2, new IntervalIncrement(LABEL, QuantityAmounts.ofBytes(300, 0), -1, false, true, false));
        assertThat(loads.isFilled(2)).isFalse();
        SpanLoads span = new SpanLoads(5_000);
        span.add(loads, 3);
        assertThat(span.amount(QuantityAmounts.READ_BYTES, 0)).isEqualTo(500);
        assertThat(span.amount(QuantityAmounts.READ_BYTES, 2)).isNegative();
        assertThat(span.quantities()).containsExactly(QuantityAmounts.READ_BYTES, QuantityAmounts.WRITE_BYTES);
    }

    @Test
    void shouldForgetWhatIsTakenBack() {
        IntervalLoads loads = new IntervalLoads();
        loads.add(0, part(500, 1));
        loads.add(1, part(700, 1));
        loads.add(0, part(500, -1));
        loads.add(0, filled(200));
        IntervalLoads corrected = new IntervalLoads();
        corrected.add(0, filled(200));
        corrected.add(1, part(700, 1));
        assertThat(loads.rates(LABEL, 5_000, 2)).isEqualTo(corrected.rates(LABEL, 5_000, 2));

        loads.add(1, part(700, -1));
        loads.add(0, new IntervalIncrement(LABEL, QuantityAmounts.ofBytes(200, 0), -1, false, true, false));
        assertThat(loads.rates(LABEL, 5_000, 2).quantities()).isEmpty();
        assertThat(loads.moved(0)).isEqualTo(QuantityAmounts.NONE);
    }

    @Test
    void shouldNotTakeWhatIsNotReportedForZero() {
        IntervalLoads loads = new IntervalLoads();
        loads.add(0, part(500, 1));
        loads.add(
                1,
                new IntervalIncrement(
                        LABEL,
                        QuantityAmounts.of(
                                Map.of(QuantityAmounts.READ_BYTES, 10L, QuantityAmounts.READ_OPERATIONS, 4L)),
                        1,
                        true,
                        false,
                        false));
        IntervalRates rates = loads.rates(LABEL, 5_000, 2);
        assertThat(rates.quantities()).containsOnlyKeys("readBytes", "readOperations", "writeBytes");
        assertThat(rates.quantities()
                        .get(QuantityAmounts.READ_OPERATIONS)
                        .servers()
                        .servers())
                .isEqualTo(1);
        assertThat(loads.moved(0).knows(QuantityAmounts.READ_OPERATIONS)).isFalse();
    }

    @Test
    void shouldCountAServerSampledTwiceInAnIntervalOnce() {
        IntervalLoads loads = new IntervalLoads();
        loads.add(0, part(500, 1));
        loads.add(0, part(100, 1));
        IntervalRates rates = loads.rates(LABEL, 5_000, 2);
        assertThat(rates.missingFraction()).isEqualTo(0.5);
        assertThat(rates.quantities().get(QuantityAmounts.READ_BYTES).total()).isEqualTo(600);
    }

    @Test
    void shouldRoundTrip() {
        IntervalLoads loads = new IntervalLoads();
        loads.add(0, part(500, 1));
        loads.add(7, filled(300));
        loads.add(3, new IntervalIncrement(LABEL, QuantityAmounts.of(Map.of("open", 4L)), 1, true, false, true));
        IntervalLoads restored = StateBytes.roundTrip(loads, IntervalLoads::writeTo, IntervalLoads::readFrom);
        assertThat(restored.rates(LABEL, 5_000, 8)).isEqualTo(loads.rates(LABEL, 5_000, 8));
        assertThat(restored.reported()).isEqualTo(loads.reported());

        ServerNumbering numbers = new ServerNumbering();
        assertThat(numbers.numberOf("snx11025-OST0001")).isZero();
        assertThat(numbers.numberOf("snx11025-OST0000")).isEqualTo(1);
        assertThat(numbers.numberOf("snx11025-OST0001")).isZero();
        ServerNumbering restoredNumbers =
                StateBytes.roundTrip(numbers, ServerNumbering::writeTo, ServerNumbering::readFrom);
        assertThat(restoredNumbers.nameOf(1)).isEqualTo("snx11025-OST0000");
        assertThat(restoredNumbers.size()).isEqualTo(2);
    }

    @Test
    void shouldHoldTheIntervalOfAThousandTargetsWithinItsBound() {
        IntervalLoads loads = new IntervalLoads();
        for (int server = 0; server < 1_350; server++) {
            loads.add(server, part(1_000_000 + server, 1));
        }
        // two quantities and the samples, 16 bytes each as written
        assertThat(StateBytes.of(loads, IntervalLoads::writeTo)).hasSizeLessThan(1_350 * 48 + 100);
    }
}
