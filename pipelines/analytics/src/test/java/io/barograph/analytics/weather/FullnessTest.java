package io.barograph.analytics.weather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FullnessTest {
    private static Space space(long usedPercent, long usedInodesPercent) {
        return new Space(usedPercent, 100 - usedPercent, usedInodesPercent, 100 - usedInodesPercent);
    }

    @Test
    void shouldNameTheFullestTargetByBytesAndByInodes() {
        Map<String, Space> targets =
                Map.of("ost0", space(50, 90), "ost1", space(80, 10), "ost2", space(56, 20), "ost3", space(54, 30));
        Fullness bytes = Fullness.ofBytes(targets);
        assertThat(bytes.fullestTarget()).isEqualTo("ost1");
        assertThat(bytes.fullest()).isEqualTo(0.8);
        assertThat(bytes.mean()).isCloseTo(0.6, within(1e-15));
        assertThat(bytes.median()).isCloseTo(0.55, within(1e-15));
        assertThat(bytes.imbalance()).isCloseTo(0.25, within(1e-15));
        assertThat(Fullness.ofInodes(targets).fullestTarget()).isEqualTo("ost0");
    }

    @Test
    void shouldNameTheFirstOfEquallyFullTargets() {
        assertThat(Fullness.ofBytes(Map.of("b", space(5, 5), "a", space(5, 5), "c", space(5, 5)))
                        .fullestTarget())
                .isEqualTo("a");
    }

    @Test
    void shouldLeaveOutATargetWithoutSpace() {
        Fullness fullness = Fullness.ofBytes(Map.of("a", new Space(0, 0, 0, 0), "b", space(5, 5)));
        assertThat(fullness.targets()).isEqualTo(1);
        assertThat(fullness.mean()).isEqualTo(0.05);
        assertThat(Fullness.ofBytes(Map.of()).mean()).isNaN();
        assertThat(Fullness.ofBytes(Map.of()).fullestTarget()).isNull();
    }

    /** Fullness that was published with runs of 2017-03-20, each from the last dump before the run. */
    @Test
    void shouldReproduceThePublishedFullness() {
        Map<Long, Map<String, Map<String, Space>>> dumps = new TreeMap<>();
        for (Map<String, String> row : RecordedServers.rows("ost-health/fullness-2017-03-20.csv.gz")) {
            if (row.get("target").startsWith("OST")) {
                long used = Long.parseLong(row.get("used_kib"));
                dumps.computeIfAbsent(Long.parseLong(row.get("timestamp_ms")) / 1_000, time -> new HashMap<>())
                        .computeIfAbsent(row.get("file_system"), name -> new HashMap<>())
                        .put(row.get("target"), new Space(used, Long.parseLong(row.get("total_kib")) - used, 0, 1));
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
            Fullness fullness = Fullness.ofBytes(dumps.get(dump).get(name));
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
