package io.barograph.configuration;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemKind;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A file system of the site. */
public record FileSystemSettings(
        @Setting(value = "The one name that all results carry.", required = true) String name,
        @Setting("What sources call it: LMT name, mount points, GPFS device.") List<String> aliases,
        @Setting(value = "Its software.", defaultValue = "other") FileSystemKind kind,
        @Setting(value = "Interval of its server samples.", defaultValue = "5s") Duration samplingInterval,
        @Setting(
                        value = "Number of data servers (OST, NSD) that should report; 0: those that have reported.",
                        defaultValue = "0")
                int expectedServers,
        @Setting(
                        value = "Bytes per second that one of its data servers can read, or write, by its makers' word;"
                                + " a counter that moves more than ten times as much is at fault, and what it says is"
                                + " unknown. 0: not known, then 1 TB/s is the bound.",
                        defaultValue = "0")
                long serverBytesPerSecond) {
    /** Checks the ranges. */
    public FileSystemSettings {
        new CatalogueFileSystem(
                name, Set.copyOf(aliases), kind, samplingInterval, expectedServers, serverBytesPerSecond);
    }

    CatalogueFileSystem fileSystem() {
        return new CatalogueFileSystem(
                name, Set.copyOf(aliases), kind, samplingInterval, expectedServers, serverBytesPerSecond);
    }
}
