package io.barograph.collectors.core;

import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.Optional;

/** Gives what a source calls a file system the name that records carry. */
public final class FileSystemNames {
    private final FileSystemCatalogue catalogue;
    private final String fixed;

    /**
     * @param catalogue the file systems of the site; while it is empty, a file system is called what the source calls it
     * @param fixed file system of all that this collector reads; null: by the catalogue
     * @throws IllegalArgumentException if the catalogue does not know {@code fixed}
     */
    public FileSystemNames(FileSystemCatalogue catalogue, String fixed) {
        this.catalogue = catalogue;
        this.fixed = fixed == null || catalogue.fileSystems().isEmpty()
                ? fixed
                : catalogue
                        .resolve(fixed)
                        .map(FileSystem::name)
                        .orElseThrow(() -> new IllegalArgumentException("fileSystem: " + unknown(fixed)));
    }

    /** @return true if one file system was configured for all that the collector reads */
    public boolean isFixed() {
        return fixed != null;
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
                : catalogue.resolve(called).map(FileSystem::name);
    }

    /**
     * @param called a name that the catalogue does not know
     * @return what is wrong, and the remedy
     */
    public String unknown(String called) {
        return "no file system is called \"" + called + "\""
                + catalogue
                        .nearest(called)
                        .map(name -> "; the nearest is " + name)
                        .orElse("")
                + "; add it to fileSystems, or its name to the aliases there";
    }
}
