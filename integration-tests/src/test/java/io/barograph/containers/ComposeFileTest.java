package io.barograph.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.barograph.configuration.BarographConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What infra/compose holds is read by the programs that it is for. No registry need be reachable, and nothing starts. */
class ComposeFileTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("barograph.root", ".."), "infra/compose").toAbsolutePath();

    @Test
    void shouldBeAComposeFile() throws IOException, InterruptedException {
        boolean isInstalled = Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "docker-compose")));
        assumeTrue(isInstalled || Boolean.parseBoolean(System.getenv("CI")), "docker-compose is not installed");

        Process process = new ProcessBuilder("docker-compose", "-f", "compose.yaml", "config")
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("apache/kafka:", "flink:", "influxdb:", "grafana/grafana:", "barograph-jobs-");
    }

    @Test
    void shouldConfigureASite() {
        BarographConfiguration configuration = BarographConfiguration.read(FOLDER.resolve("barograph.yaml"));

        assertThat(configuration.broker()).isPresent();
        assertThat(configuration.catalogue().resolve("sim-scratch")).isPresent();
    }
}
