package io.barograph.slowdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HostAgreementTest {
    private final Map<String, TimingHistogram> hosts = new HashMap<>();

    private void host(String name, double median, int timings, long seed) {
        Random random = new Random(seed);
        TimingHistogram histogram = new TimingHistogram();
        for (int i = 0; i < timings; i++) {
            histogram.add(median * Math.exp(0.4 * random.nextGaussian()));
        }
        hosts.put(name, histogram);
    }

    @Test
    void shouldNameTheOneSlowHost() {
        host("login1", 0.01, 60, 1);
        host("login2", 0.1, 60, 2);
        host("login3", 0.01, 60, 3);

        assertThat(HostAgreement.departing(hosts)).containsExactly("login2");
    }

    @Test
    void shouldNameTheSlowOneOfTwo() {
        host("login1", 0.01, 30, 1);
        host("login2", 0.1, 30, 2);

        assertThat(HostAgreement.departing(hosts)).containsExactly("login2");
    }

    @Test
    void shouldFindASecondSlowHostBehindTheFirst() {
        host("login1", 0.01, 60, 1);
        host("login2", 0.1, 60, 2);
        host("login3", 0.01, 60, 3);
        host("login4", 0.03, 60, 4);

        assertThat(HostAgreement.departing(hosts)).containsExactly("login2", "login4");
    }

    @Test
    void shouldNameNobodyWhenMostAreSlow() {
        host("login1", 0.01, 60, 1);
        host("login2", 0.1, 60, 2);
        host("login3", 0.1, 60, 3);

        assertThat(HostAgreement.departing(hosts)).isEmpty();
    }

    @Test
    void shouldNotJudgeByAFewTimings() {
        host("login1", 0.01, 60, 1);
        host("login2", 0.1, 4, 2);

        assertThat(HostAgreement.departing(hosts)).isEmpty();
    }

    @Test
    void shouldNotMindASingleHostOrNone() {
        assertThat(HostAgreement.departing(hosts)).isEmpty();
        host("login1", 0.01, 60, 1);
        assertThat(HostAgreement.departing(hosts)).isEmpty();
    }

    @Property
    void shouldNameNobodyWhenAllAreAlike(@ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int number) {
        for (int i = 0; i < number; i++) {
            host("host" + i, 0.02, 60, seed + 31L * i);
        }
        assertThat(HostAgreement.departing(hosts)).isEmpty();
        hosts.clear();
    }
}
