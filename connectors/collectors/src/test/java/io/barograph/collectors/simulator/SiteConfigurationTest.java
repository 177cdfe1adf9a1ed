package io.barograph.collectors.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.collectors.simulator.SiteConfiguration.OstFileSystem;
import io.barograph.schemas.FileSystem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteConfigurationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final List<OstFileSystem> ONE =
            List.of(new OstFileSystem("home", "/home", 1, 1, 1_000_000, 1_000_000));

    @Test
    void shouldCatalogueTheFileSystemsOfTheDemonstration() {
        assertThat(SiteConfiguration.demo().catalogue().fileSystems())
                .extracting(FileSystem::name, FileSystem::expectedServers, FileSystem::samplingInterval)
                .containsExactly(
                        tuple("sim-scratch", 8, Duration.ofSeconds(5)),
                        tuple("sim-projects", 4, Duration.ofSeconds(5)));
        assertThat(SiteConfiguration.demo().catalogue().resolve("/sim/scratch"))
                .map(FileSystem::name)
                .contains("sim-scratch");
    }

    @Test
    void shouldRefuseASiteThatCannotBe() {
        assertThatThrownBy(() -> new SiteConfiguration(List.of(), SECOND, SECOND, SECOND, SECOND, SECOND.plusNanos(1)))
                .hasMessageContaining("at least one file system");
        assertThatThrownBy(() -> new SiteConfiguration(ONE, SECOND, Duration.ZERO, SECOND, SECOND, SECOND.plusNanos(1)))
                .hasMessageContaining("meanJobInterval must be at least 1 ms");
        assertThatThrownBy(() -> new SiteConfiguration(ONE, SECOND, SECOND, SECOND, SECOND, SECOND))
                .hasMessageContaining("longestJob must be longer than shortestJob");
        assertThatThrownBy(() -> new OstFileSystem("home", "/home", 0, 1, 1_000_000, 1_000_000))
                .hasMessageContaining("file system home: osts and ostsPerOss must be at least 1");
        assertThatThrownBy(() -> new OstFileSystem("home", "/home", 1, 1, 10, 1_000_000))
                .hasMessageContaining("file system home: ostBytesPerSecond");
    }
}
