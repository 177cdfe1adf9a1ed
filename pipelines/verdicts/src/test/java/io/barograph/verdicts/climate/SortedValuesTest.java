package io.barograph.verdicts.climate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

class SortedValuesTest {
    private static double median(double[] values) {
        return new Percentile()
                .withEstimationType(Percentile.EstimationType.R_7)
                .evaluate(values, 50);
    }

    @Property
    void shouldMeasureScatterByTheMedianDistanceFromTheMedian(
            @ForAll @Size(min = 1, max = 40) List<@DoubleRange(min = -5, max = 5) Double> some) {
        double[] values = some.stream().mapToDouble(Double::doubleValue).toArray();
        SortedValues sample = SortedValues.of(values);
        double median = sample.median();
        double[] distances =
                Arrays.stream(values).map(value -> Math.abs(value - median)).toArray();

        assertThat(sample.robustSigma()).isEqualTo(1.4826 * median(distances));
    }
}
