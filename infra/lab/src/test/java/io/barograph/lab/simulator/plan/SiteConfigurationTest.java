package io.barograph.lab.simulator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.lab.simulator.Recording;
import io.barograph.schemas.CatalogueFileSystem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteConfigurationTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void shouldCatalogueTheFileSystemsOfTheSmallSite() {
        assertThat(Recording.smallSite().catalogue().fileSystems())
                .extracting(
                        CatalogueFileSystem::name,
                        CatalogueFileSystem::expectedServers,
                        CatalogueFileSystem::samplingInterval)
                .containsExactly(
                        tuple("sim-scratch", 8, Duration.ofSeconds(5)),
                        tuple("sim-projects", 4, Duration.ofSeconds(5)));
        assertThat(Recording.smallSite().catalogue().resolve("/sim/scratch"))
                .map(CatalogueFileSystem::name)
                .contains("sim-scratch");
    }

    @Test
    void shouldRefuseASiteThatCannotBe() {
        SiteConfiguration calm = SiteConfiguration.calm(FileSystemModel.of("home", 4, 1));
        assertThatThrownBy(SiteConfiguration::calm).hasMessageContaining("at least one file system");
        assertThatThrownBy(() -> calm.withFaults(
                        List.of(SimulatedFault.contention("scratch", DemandKind.READ, MINUTE, MINUTE, 2))))
                .hasMessage("the simulated site has no file system scratch, only [home]");
        assertThatThrownBy(() -> calm.withFaults(List.of(SimulatedFault.hotspot("home", 4, MINUTE, MINUTE, 2))))
                .hasMessage("fault HOTSPOT: servers must be from 0 to 3 on home, not 4");
        assertThatThrownBy(() -> calm.withFaults(List.of(SimulatedFault.slowHost("home", 2, MINUTE, MINUTE, 2))))
                .hasMessageContaining("servers must be from 0 to 1");
        assertThatThrownBy(() -> SiteConfiguration.calm(FileSystemModel.of("home", 4, 0))
                        .withFaults(List.of(SimulatedFault.degraded("home", DemandKind.METADATA, MINUTE, MINUTE, 2))))
                .hasMessage("fault DEGRADED: home has no MDTs");
        assertThatThrownBy(() -> SimulatedFault.contention("home", DemandKind.READ, MINUTE, MINUTE, 1))
                .hasMessageContaining("factor must be above 1");
        assertThatThrownBy(() -> SimulatedFault.capacity("home", MINUTE, MINUTE, 1.2))
                .hasMessageContaining("at most 1");
        assertThatThrownBy(() -> FileSystemModel.of("home", 0, 1))
                .hasMessageContaining("file system home: osts and ostsPerOss must be at least 1");
        assertThatThrownBy(() -> new FileSystemModel("home", "/home", 1, 1, 10, 1_000_000, 0, 0))
                .hasMessageContaining("file system home: ostBytesPerSecond");
        assertThatThrownBy(() -> new FileSystemModel("home", "/home", 1, 1, 1_000_000, 1_000_000, 1, 10))
                .hasMessageContaining("mdtOperationsPerSecond must be at least 100");
        assertThatThrownBy(() -> JobLoad.of(Duration.ofSeconds(1), MINUTE, MINUTE, 0.1, 1))
                .hasMessageContaining("longestJob must be longer than shortestJob");
        assertThatThrownBy(() -> new MonitoringSettings(
                        Duration.ofSeconds(1), true, 2, Duration.ZERO, CollectionDisturbances.ROUGH))
                .hasMessageContaining("sampleJitter (PT1S) must be shorter than samplingInterval");
    }
}
