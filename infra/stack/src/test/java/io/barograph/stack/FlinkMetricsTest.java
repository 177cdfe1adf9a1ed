package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.SecretSource;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlinkMetricsTest {
    private static final String REPORTER = "metrics.reporter.influxdb.";

    @TempDir
    private Path folder;

    @Test
    void shouldWriteToTheDatabaseOfTheResultsWithItsPasswordFromTheFile() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "hush\n");
        Map<String, String> options = FlinkMetrics.to(
                        InfluxDbConfig.builder(URI.create("https://influxdb.site"), "barograph")
                                .user("ada", SecretSource.file(secret))
                                .retentionPolicy("raw")
                                .build())
                .toMap();

        assertThat(options)
                .containsEntry(REPORTER + "scheme", "https")
                .containsEntry(REPORTER + "host", "influxdb.site")
                .containsEntry(REPORTER + "port", "443")
                .containsEntry(REPORTER + "db", "barograph")
                .containsEntry(REPORTER + "retentionPolicy", "raw")
                .containsEntry(REPORTER + "username", "ada")
                .containsEntry(REPORTER + "password", "hush");
    }

    @Test
    void shouldLetFewMetricsThroughAndNoTagThatGrows() throws Exception {
        Map<String, String> options = FlinkMetrics.to(
                        InfluxDbConfig.builder(URI.create("http://localhost:8086"), "barograph")
                                .build())
                .toMap();

        assertThat(options).containsEntry(REPORTER + "port", "8086").doesNotContainKey(REPORTER + "username");
        assertThat(options.get(REPORTER + "filter.includes"))
                .contains("pendingRecords")
                .doesNotContain("*");
        assertThat(options.get(REPORTER + "scope.variables.excludes"))
                .contains("job_id", "task_attempt_id", "tm_id", "host");
    }

    @Test
    void shouldRefuseAnInterfaceThatTheReporterDoesNotSpeak() {
        InfluxDbConfig later = InfluxDbConfig.builder(URI.create("http://localhost:8086"), "barograph")
                .apiVersion(ApiVersion.V3)
                .build();

        assertThatThrownBy(() -> FlinkMetrics.to(later)).hasMessageContaining("V1, not V3");
    }
}
