package io.barograph.schemas;

import java.io.Serializable;
import java.time.Duration;
import java.util.Set;

/**
 * One file system of the catalogue.
 *
 * @param name the one name that all results carry
 * @param aliases LMT name, mount points, GPFS device: whatever sources call it
 * @param kind what software it runs on
 * @param expectedServers number of data servers (OST, NSD) that should report; 0: those that have reported
 * @param serverBytesPerSecond what one data server can read, or write, in a second by its makers' word; 0: not known
 */
public record CatalogueFileSystem(
        String name,
        Set<String> aliases,
        FileSystemKind kind,
        Duration samplingInterval,
        int expectedServers,
        long serverBytesPerSecond)
        implements Serializable {
    /** LMT's interval, and the default of every collector. */
    public static final Duration DEFAULT_SAMPLING_INTERVAL = Duration.ofSeconds(5);

    public CatalogueFileSystem {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a file system needs a name");
        }
        if (samplingInterval.toMillis() <= 0) {
            throw new IllegalArgumentException("file system " + name + ": samplingInterval must be positive");
        }
        if (expectedServers < 0) {
            throw new IllegalArgumentException("file system " + name + ": expectedServers must not be negative");
        }
        if (serverBytesPerSecond < 0) {
            throw new IllegalArgumentException("file system " + name + ": serverBytesPerSecond must not be negative");
        }
        aliases = Set.copyOf(aliases);
    }

    /**
     * A file system of which a source says neither kind nor speed.
     *
     * @param name the one name that all results carry
     * @param expectedServers number of data servers that should report; 0: those that have reported
     */
    public CatalogueFileSystem(String name, Set<String> aliases, Duration samplingInterval, int expectedServers) {
        this(name, aliases, FileSystemKind.OTHER, samplingInterval, expectedServers, 0);
    }

    /** @return a file system with the default interval and as many servers as report */
    public static CatalogueFileSystem of(String name, String... aliases) {
        return new CatalogueFileSystem(name, Set.of(aliases), DEFAULT_SAMPLING_INTERVAL, 0);
    }
}
