package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ServerDistributionTest {
    @Test
    void shouldDescribeALoad() {
        ServerDistribution load = ServerDistribution.of(new double[] {4, 1, 3, 2});
        assertThat(load.servers()).isEqualTo(4);
        assertThat(load.sum()).isEqualTo(10);
        assertThat(load.minimum()).isEqualTo(1);
        assertThat(load.maximum()).isEqualTo(4);
        assertThat(load.mean()).isEqualTo(2.5);
        assertThat(load.maximumOverMean()).isEqualTo(1.6);
        // mean absolute difference of all pairs, 1.25, over twice the mean
        assertThat(load.gini()).isCloseTo(0.25, within(1e-15));
    }

    @Test
    void shouldBeZeroForAnEvenLoadAndLargestWhereOneCarriesAll() {
        assertThat(ServerDistribution.of(new double[] {7, 7, 7}).gini()).isZero();
        assertThat(ServerDistribution.of(new double[] {7, 7, 7}).maximumOverMean())
                .isEqualTo(1);
        assertThat(ServerDistribution.of(new double[] {0, 0, 0, 8}).gini()).isEqualTo(0.75);
        assertThat(ServerDistribution.of(new double[] {0, 0, 0, 8}).maximumOverMean())
                .isEqualTo(4);
    }

    @Test
    void shouldKnowNoImbalanceWithoutLoad() {
        assertThat(ServerDistribution.of(new double[] {0, 0}).gini()).isNaN();
        assertThat(ServerDistribution.of(new double[] {0, 0}).maximumOverMean()).isNaN();
        assertThat(ServerDistribution.of(new double[] {}).mean()).isNaN();
    }

    @Test
    void shouldRefuseWhatIsNoLoad() {
        assertThatThrownBy(() -> ServerDistribution.of(new double[] {1, -1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServerDistribution.of(new double[] {1, Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void shouldKeepItsBoundsAndEqualTheMeanDifferenceOfPairs(
            @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = 0, max = 1e9) Double> servers,
            @ForAll Random random) {
        double[] loads = servers.stream().mapToDouble(Double::doubleValue).toArray();
        ServerDistribution load = ServerDistribution.of(loads);
        if (load.sum() == 0) {
            assertThat(load.gini()).isNaN();
            return;
        }
        int n = loads.length;
        assertThat(load.gini()).isBetween(0.0, (n - 1.0) / n + 1e-12);
        assertThat(load.maximumOverMean()).isBetween(1 - 1e-12, n + 1e-9);
        double difference = 0;
        for (double a : loads) {
            for (double b : loads) {
                difference += Math.abs(a - b);
            }
        }
        assertThat(load.gini()).isCloseTo(difference / (2.0 * n * load.sum()), within(1e-12));

        double[] shuffled = loads.clone();
        for (int i = n - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            double swap = shuffled[i];
            shuffled[i] = shuffled[j];
            shuffled[j] = swap;
        }
        assertThat(ServerDistribution.of(shuffled)).isEqualTo(load);
    }
}
