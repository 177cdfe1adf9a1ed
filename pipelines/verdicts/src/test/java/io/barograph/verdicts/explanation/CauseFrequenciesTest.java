package io.barograph.verdicts.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CauseFrequenciesTest {
    private static void add(CauseFrequencies frequencies, double share, int slow, int runs) {
        for (int i = 0; i < runs; i++) {
            frequencies.add(LossCause.SPACE, share, i < slow);
        }
    }

    @Test
    void shouldBeThePartOfSlowRunsThatAreSlowBecauseOfTheCause() {
        CauseFrequencies frequencies = new CauseFrequencies();
        add(frequencies, 0, 98, 980);
        add(frequencies, 0.3, 62, 80);
        add(frequencies, 0.5, 20, 20);
        CauseFrequencies.Confidence confidence = frequencies.of(LossCause.SPACE, 0.25);

        // p leans on 20 runs at the frequency without: (82 + 2) / (100 + 20); b is 100 / 1000.
        assertThat(confidence.value()).isCloseTo((0.7 - 0.1) / 0.7, within(1e-12));
        assertThat(confidence.low()).isBetween(0.8, confidence.value());
        assertThat(confidence.high()).isBetween(confidence.value(), 0.9);
        assertThat(frequencies.of(LossCause.LOAD_READ, 0.25).value()).isZero();
    }

    @Test
    void shouldHaveNoneForACauseThatOrdinaryRunsShowAsOften() {
        CauseFrequencies frequencies = new CauseFrequencies();
        add(frequencies, 0, 100, 1_000);
        add(frequencies, 0.3, 10, 100);

        assertThat(frequencies.of(LossCause.SPACE, 0.3).value()).isCloseTo(0, within(1e-12));
    }

    @Test
    void shouldHaveNoneForAShareThatIsNone() {
        CauseFrequencies frequencies = new CauseFrequencies();
        add(frequencies, 0, 100, 100);

        assertThat(frequencies.of(LossCause.SPACE, 0.019)).isEqualTo(CauseFrequencies.Confidence.NONE);
        assertThat(frequencies.of(LossCause.SPACE, -1)).isEqualTo(CauseFrequencies.Confidence.NONE);
    }
}
