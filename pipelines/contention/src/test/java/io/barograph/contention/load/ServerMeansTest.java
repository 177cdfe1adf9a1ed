package io.barograph.contention.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ServerMeansTest {
    private static ServerMeans of(double... means) {
        List<ServerLoad> servers = new ArrayList<>();
        for (int i = 0; i < means.length; i++) {
            servers.add(new ServerLoad("OST%04x".formatted(i), i % 5 == 4, Double.NaN, Double.NaN, Double.NaN));
        }
        return new ServerMeans(servers, means);
    }

    @Property
    void shouldTakeTheMedianOfTheOthersOfItsKind(
            @ForAll @Size(max = 20) List<@IntRange(max = 4) Integer> loads, @ForAll @IntRange(max = 20) int server) {
        double[] means = loads.stream()
                .mapToDouble(load -> load == 4 ? Double.NaN : load)
                .toArray();
        boolean metadata = server % 5 == 4;
        List<Double> others = new ArrayList<>();
        for (int i = 0; i < means.length; i++) {
            if (i != server && (i % 5 == 4) == metadata && !Double.isNaN(means[i])) {
                others.add(means[i]);
            }
        }
        others.sort(null);
        int size = others.size();
        double median = size == 0 ? Double.NaN : (others.get((size - 1) / 2) + others.get(size / 2)) / 2;

        assertThat(of(means).medianOfOthers(server < means.length ? means[server] : Double.NaN, metadata))
                .isEqualTo(Double.valueOf(median)); // NaN equals NaN
    }

    @Test
    void shouldGiveThePartOfTheLoadThatOverloadedServersHave() {
        double[] loads = new double[12];
        Arrays.fill(loads, 10);
        assertThat(of(loads).partOfOverloaded(2, 5)).as("even").isZero();
        loads[0] = 60;
        loads[1] = 40;
        loads[4] = 1e9; // a metadata server
        assertThat(of(loads).partOfOverloaded(2, 30)).isEqualTo(100.0 / 180);
        assertThat(of(loads).partOfOverloaded(2, 50)).isEqualTo(60.0 / 180);
        assertThat(of(loads).partOfOverloaded(4.5, 30)).isEqualTo(60.0 / 180);
        assertThat(of(loads).partOfOverloaded(2, Double.NaN))
                .as("while no limit is known")
                .isZero();
        assertThat(ServerMeans.NONE.partOfOverloaded(2, 30)).isNaN();
    }

    @Property
    void shouldFindNoOverloadedServersWhereLoadIsEven(
            @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = 1, max = 1.9) Double> loads) {
        double[] means = loads.stream().mapToDouble(load -> load).toArray();
        assertThat(of(means).partOfOverloaded(2, 0)).isZero();
    }
}
