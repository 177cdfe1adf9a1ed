package io.barograph.page.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.page.prometheus.PrometheusMetrics;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SiteSnapshotTest {
    /** The first so many of the list have metrics for Prometheus. */
    @Test
    void shouldListExpectedFileSystemsBeforeAnyNumberOfInventedOnes() {
        List<String> expected = List.of("scratch", "home");
        TreeSet<String> names = new TreeSet<>(expected);
        IntStream.rangeClosed(0, PrometheusMetrics.MAX_FILE_SYSTEMS).forEach(number -> names.add("!" + number));

        List<String> listed = SiteSnapshot.inOrder(names, expected).toList();

        assertThat(listed).startsWith("home", "scratch").hasSameElementsAs(names);
        assertThat(listed.subList(2, listed.size())).isSorted();
    }
}
