package io.barograph.jobstats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class OpenAmountsTest {
    @Test
    void shouldSayHowWrongAShareCanBe() {
        assertThat(new OpenAmounts(0, 0, 0, 0).largestError(10, 100)).isZero();
        assertThat(new OpenAmounts(0, 0, 0, 90).largestError(10, 100))
                .as("10 of 190 in truth")
                .isCloseTo(0.9, within(1e-12));
        assertThat(new OpenAmounts(5, 0, 0, 0).largestError(10, 100))
                .as("5 of 95 in truth")
                .isCloseTo(0.9, within(1e-12));
        assertThat(new OpenAmounts(0, 10, 10, 0).largestError(10, 100))
                .as("20 of 100 in truth")
                .isCloseTo(0.5, within(1e-12));
        assertThat(new OpenAmounts(10, 0, 0, 0).largestError(10, 100))
                .as("nothing in truth")
                .isInfinite();
        assertThat(new OpenAmounts(0, 0, 0, 0).largestError(0, 0)).isZero();
    }

    @Property(tries = 500)
    void shouldNotBeExceededWhereverTheOpenAmountsWereMoved(
            @ForAll @IntRange(min = 1, max = 1_000) int job,
            @ForAll @IntRange(max = 10_000) int others,
            @ForAll @DoubleRange(max = 0.9) double less,
            @ForAll @DoubleRange(max = 3) double more,
            @ForAll @DoubleRange(max = 1) double ofJob,
            @ForAll @DoubleRange(max = 1) double ofOthers) {
        OpenAmounts open = new OpenAmounts(less * job, more * job, less * others, more * others);
        double trueJob = job * (1 - less + ofJob * (less + more));
        double trueOthers = others * (1 - less + ofOthers * (less + more));
        double counted = (double) job / (job + others);

        double error = Math.abs(counted * (trueJob + trueOthers) / trueJob - 1);
        assertThat(error).isLessThanOrEqualTo(open.largestError(job, job + others) + 1e-9);
    }
}
