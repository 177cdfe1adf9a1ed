package io.barograph.collectors.lustre;

import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gives a file system the name that results carry. One that the catalogue does not have keeps Lustre's name and is
 * reported once.
 */
final class FileSystemNames {
    private final FileSystemCatalogue catalogue;
    private final Consumer<String> notes;
    private final Map<String, String> names = new BoundedMap<>();

    /**
     * @param catalogue the catalogue
     * @param notes takes a line for each file system that it does not have
     */
    FileSystemNames(FileSystemCatalogue catalogue, Consumer<String> notes) {
        this.catalogue = catalogue;
        this.notes = notes;
    }

    /**
     * @param lustreName what stands before {@code -OST0001}
     * @return the name that results carry
     */
    String of(String lustreName) {
        return names.computeIfAbsent(lustreName, this::resolve);
    }

    private String resolve(String lustreName) {
        Optional<FileSystem> known = catalogue.resolve(lustreName);
        if (known.isEmpty()) {
            String nearest = catalogue
                    .nearest(lustreName)
                    .map(name -> "; the nearest name there is " + name)
                    .orElse("");
            notes.accept("file system " + lustreName + " is not in the catalogue" + nearest + "; published as "
                    + lustreName + " (make it an alias of a file system if it is the same)");
        }
        return known.map(FileSystem::name).orElse(lustreName);
    }
}
