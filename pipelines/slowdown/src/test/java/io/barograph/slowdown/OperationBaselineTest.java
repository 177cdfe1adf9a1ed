package io.barograph.slowdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.BaselineKind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationBaselineTest {
    private static final TimingHistogram ONE = new TimingHistogram();

    static {
        ONE.add(0.01);
    }

    @ParameterizedTest
    @CsvSource({"PT1H, PROVISIONAL", "PT23H59M, PROVISIONAL", "PT24H, USABLE", "P6DT23H, USABLE", "P7D, FIRM"})
    void shouldTrustABaselineByItsAge(Duration age, BaselineKind kind) {
        assertThat(OperationBaseline.of(ONE, new TimingHistogram(), 1_000, 1_000 + age.toMillis(), 30)
                        .kind(SlowdownPolicy.DEFAULT))
                .isEqualTo(kind);
    }

    @Test
    void shouldExpectNothingWithoutTimings() {
        assertThat(OperationBaseline.NONE.kind(SlowdownPolicy.DEFAULT)).isEqualTo(BaselineKind.NONE);
        assertThat(OperationBaseline.NONE.median()).isNaN();
    }

    @Test
    void shouldRefuseAPolicyThatCannotBe() {
        SlowdownPolicy good = SlowdownPolicy.DEFAULT;
        assertThatThrownBy(() -> new SlowdownPolicy(
                        30,
                        good.provisionalFor(),
                        good.firmAfter(),
                        good.window(),
                        Duration.ofSeconds(7),
                        good.trendOver(),
                        null,
                        null,
                        2))
                .hasMessageContaining("step must divide a minute");
        assertThatThrownBy(() -> new SlowdownPolicy(
                        30,
                        good.provisionalFor(),
                        good.firmAfter(),
                        good.window(),
                        good.step(),
                        good.trendOver(),
                        Instant.EPOCH,
                        null,
                        2))
                .hasMessageContaining("frozenFrom and frozenTo");
        assertThatThrownBy(() -> new SlowdownPolicy(
                        0,
                        good.provisionalFor(),
                        good.firmAfter(),
                        good.window(),
                        good.step(),
                        good.trendOver(),
                        null,
                        null,
                        2))
                .hasMessageContaining("baselineDays");
    }
}
