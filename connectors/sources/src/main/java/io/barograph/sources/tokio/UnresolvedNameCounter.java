package io.barograph.sources.tokio;

import io.barograph.schemas.FileSystemCatalogue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the rows of file systems that the catalogue does not have. */
final class UnresolvedNameCounter {
    private final FileSystemCatalogue catalogue;
    private final Map<String, Long> rows = new TreeMap<>();

    UnresolvedNameCounter(FileSystemCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    void add(String name) {
        rows.merge(name, 1L, Long::sum);
    }

    /** By name. */
    List<UnresolvedFileSystem> list() {
        return rows.entrySet().stream()
                .map(entry ->
                        new UnresolvedFileSystem(entry.getKey(), entry.getValue(), catalogue.nearest(entry.getKey())))
                .toList();
    }
}
