package io.barograph.sources.probe;

import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds the file system that a directory lies on. */
final class ProbedFileSystem {
    private ProbedFileSystem() {}

    /**
     * @param given name from the options; null if none
     * @param directory absolute path
     * @param catalogue known file systems
     * @param mounts what is mounted
     * @param notes is told if the catalogue does not know the directory
     * @return the name that results carry: that of the options or of the catalogue, else the mount point
     * @throws IllegalArgumentException if the catalogue does not know the name of the options
     */
    static String of(
            String given, Path directory, FileSystemCatalogue catalogue, MountTable mounts, Consumer<String> notes) {
        if (given != null) {
            return FileSystemNameResolver.configured(catalogue, given);
        }
        for (Path path = directory; path != null; path = path.getParent()) {
            Optional<CatalogueFileSystem> known = catalogue.resolve(path.toString());
            if (known.isPresent()) {
                return known.get().name();
            }
        }
        String mountPoint =
                mounts.of(directory).map(mount -> mount.point().toString()).orElse("/");
        notes.accept(directory + " lies on no file system of the catalogue"
                + catalogue
                        .nearest(directory.toString())
                        .map(name -> " (nearest known name: " + name + ")")
                        .orElse("")
                + "; its timings carry the name of its mount point, " + mountPoint
                + "; give a name with fileSystem, or add the mount point to the catalogue");
        return mountPoint;
    }
}
