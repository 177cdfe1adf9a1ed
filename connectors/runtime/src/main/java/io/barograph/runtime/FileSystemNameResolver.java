package io.barograph.runtime;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Gives what a source calls a file system the name that records carry. */
public final class FileSystemNameResolver {
    private static final int MAX_NOTED = 10_000;

    private final FileSystemCatalogue catalogue;
    private final String fixed;
    private final Set<String> noted = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_NOTED;
        }
    });

    /**
     * @param catalogue the file systems of the site; while it is empty, a file system is called what the source calls it
     * @param fixed file system of all that this collector reads; null: by the catalogue
     * @throws IllegalArgumentException if the catalogue does not know {@code fixed}
     */
    public FileSystemNameResolver(FileSystemCatalogue catalogue, String fixed) {
        this.catalogue = catalogue;
        this.fixed = fixed == null ? null : configured(catalogue, fixed);
    }

    /**
     * @param given what somebody wrote for a file system
     * @return its name; what was written while the catalogue is empty
     * @throws IllegalArgumentException if the catalogue does not know it
     */
    public static String configured(FileSystemCatalogue catalogue, String given) {
        if (catalogue.fileSystems().isEmpty()) {
            return given;
        }
        return catalogue
                .resolve(given)
                .map(CatalogueFileSystem::name)
                .orElseThrow(() -> new IllegalArgumentException("fileSystem: " + unknown(catalogue, given)));
    }

    /**
     * @param called what the source calls the file system; null if it does not say
     * @return its name; empty if the catalogue does not know it
     */
    public Optional<String> name(String called) {
        if (fixed != null) {
            return Optional.of(fixed);
        }
        if (called == null) {
            return Optional.empty();
        }
        return catalogue.fileSystems().isEmpty()
                ? Optional.of(called)
                : catalogue.resolve(called).map(CatalogueFileSystem::name);
    }

    /**
     * For a source that publishes a file system also if nobody configured it.
     *
     * @param notes takes a line about it, once, if the catalogue does not have it
     * @return its name; what the source calls it if the catalogue does not have it
     */
    public String nameOrAsCalled(String called, Consumer<String> notes) {
        if (fixed != null) {
            return fixed;
        }
        Optional<CatalogueFileSystem> known = catalogue.resolve(called);
        if (known.isEmpty() && isNew(called)) {
            notes.accept("file system " + called + " is not in the catalogue" + nearest(catalogue, called)
                    + "; published as " + called + " (make it an alias of a file system if it is the same)");
        }
        return known.map(CatalogueFileSystem::name).orElse(called);
    }

    private synchronized boolean isNew(String called) {
        return noted.add(called);
    }

    private static String nearest(FileSystemCatalogue catalogue, String called) {
        return catalogue.nearest(called).map(name -> "; the nearest is " + name).orElse("");
    }

    /**
     * @param called a name that the catalogue does not know
     * @return what is wrong, and the remedy
     */
    public String unknown(String called) {
        return unknown(catalogue, called);
    }

    private static String unknown(FileSystemCatalogue catalogue, String called) {
        return "no file system is called \"" + called + "\""
                + nearest(catalogue, called)
                + "; add it to fileSystems, or its name to the aliases there";
    }
}
