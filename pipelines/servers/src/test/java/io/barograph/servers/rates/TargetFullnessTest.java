package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TargetFullnessTest {
    private static TargetFullness fullness(Map<String, Double> usedFractions) {
        TreeMap<String, Double> inOrder = new TreeMap<>(usedFractions);
        return TargetFullness.of(
                List.copyOf(inOrder.keySet()),
                inOrder.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    @Test
    void shouldNameTheFullestTarget() {
        TargetFullness fullness = fullness(Map.of("ost0", 0.5, "ost1", 0.8, "ost2", 0.56, "ost3", 0.54));
        assertThat(fullness.fullestTarget()).isEqualTo("ost1");
        assertThat(fullness.fullest()).isEqualTo(0.8);
        assertThat(fullness.mean()).isCloseTo(0.6, within(1e-15));
        assertThat(fullness.median()).isCloseTo(0.55, within(1e-15));
        assertThat(fullness.imbalance()).isCloseTo(0.25, within(1e-15));
    }

    @Test
    void shouldNameTheFirstOfEquallyFullTargets() {
        assertThat(fullness(Map.of("b", 0.05, "a", 0.05, "c", 0.05)).fullestTarget())
                .isEqualTo("a");
    }

    @Test
    void shouldLeaveOutATargetOfWhichNothingIsKnown() {
        TargetFullness fullness = fullness(Map.of("a", Double.NaN, "b", 0.05));
        assertThat(fullness.targets()).isEqualTo(1);
        assertThat(fullness.mean()).isEqualTo(0.05);
        assertThat(fullness(Map.of()).mean()).isNaN();
        assertThat(fullness(Map.of()).fullestTarget()).isNull();
    }

    /** Fullness that was published with runs of 2017-03-20, each from the last dump before the run. */
    @Test
    void shouldReproduceThePublishedFullness() {
        Map<Long, Map<String, Map<String, Double>>> dumps = new TreeMap<>();
        for (Map<String, String> row : RecordedServers.rows("ost-health/fullness-2017-03-20.csv.gz")) {
            if (row.get("target").startsWith("OST")) {
                dumps.computeIfAbsent(Long.parseLong(row.get("timestamp_ms")) / 1_000, time -> new HashMap<>())
                        .computeIfAbsent(row.get("file_system"), name -> new HashMap<>())
                        .put(
                                row.get("target"),
                                Double.parseDouble(row.get("used_kib")) / Double.parseDouble(row.get("total_kib")));
            }
        }
        Map<String, String> names = Map.of("scratch1", "snx11025", "scratch2", "snx11035", "scratch3", "snx11036");
        int compared = 0;
        for (Map<String, String> run : RecordedServers.rows("job-year/edison.csv.gz")) {
            String published = run.get("fshealth_ost_avg_full_pct");
            if (published.isEmpty()) {
                continue;
            }
            long dump = (long) Double.parseDouble(run.get("fshealth_ost_actual_timestamp"));
            String name = names.get(run.get("_file_system"));
            if (!dumps.containsKey(dump) || name == null) {
                continue;
            }
            TargetFullness fullness = fullness(dumps.get(dump).get(name));
            assertThat(100 * fullness.mean()).isCloseTo(Double.parseDouble(published), within(1e-9));
            assertThat(100 * fullness.fullest())
                    .isCloseTo(Double.parseDouble(run.get("fshealth_ost_most_full_pct")), within(1e-9));
            assertThat(List.of(fullness.fullestTarget(), name + "-" + fullness.fullestTarget()))
                    .contains(run.get("fshealth_ost_most_full_name"));
            compared++;
        }
        assertThat(compared).isPositive();
    }
}
