package io.barograph.sources.testing;

import io.barograph.runtime.CollectorContext;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a collector gets in a test: a fixed clock, and notes that are kept. */
public final class TestContext {
    /** The time at which everything happens. */
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final List<String> notes = new CopyOnWriteArrayList<>();

    /**
     * @param folder folder for positions
     * @param fileSystems the catalogue
     * @return the context
     */
    public CollectorContext of(Path folder, CatalogueFileSystem... fileSystems) {
        return new CollectorContext(
                "test",
                "localhost",
                new FileSystemCatalogue(List.of(fileSystems)),
                folder,
                Clock.fixed(NOW, ZoneOffset.UTC),
                notes::add);
    }

    /** @return what the collector said */
    public List<String> notes() {
        return notes;
    }
}
