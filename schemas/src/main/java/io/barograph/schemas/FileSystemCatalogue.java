package io.barograph.schemas;

import java.io.Serializable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Gives each file system one name. Darshan mount points, LMT names and GPFS devices are resolved through it; what does
 * not resolve is reported with the nearest known name.
 */
public final class FileSystemCatalogue implements Serializable {
    private final LinkedHashMap<String, CatalogueFileSystem> byName = new LinkedHashMap<>();
    private final LinkedHashMap<String, CatalogueFileSystem> byAlias = new LinkedHashMap<>();
    private boolean hasOthers;

    /** @throws IllegalArgumentException if two of them share a name or alias */
    public FileSystemCatalogue(Collection<CatalogueFileSystem> fileSystems) {
        hasOthers = fileSystems.isEmpty();
        for (CatalogueFileSystem fileSystem : fileSystems) {
            byName.put(fileSystem.name(), fileSystem);
            claim(fileSystem.name(), fileSystem);
            for (String alias : fileSystem.aliases()) {
                claim(alias, fileSystem);
            }
        }
    }

    private void claim(String alias, CatalogueFileSystem fileSystem) {
        CatalogueFileSystem other = byAlias.putIfAbsent(normalise(alias), fileSystem);
        if (other != null && !other.equals(fileSystem)) {
            throw new IllegalArgumentException("the name \"" + alias + "\" belongs to both " + other.name() + " and "
                    + fileSystem.name() + "; a name or alias may belong to one file system only");
        }
    }

    /** @return the file systems in the order given */
    public Collection<CatalogueFileSystem> fileSystems() {
        return byName.values();
    }

    /** @return their names, in the same order */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /**
     * @param nameOrAlias what a source calls a file system; {@code scratch1}, {@code /scratch1} and {@code /scratch1/}
     *     are the same
     * @return the file system, or empty if no entry claims the name
     */
    public Optional<CatalogueFileSystem> resolve(String nameOrAlias) {
        return Optional.ofNullable(byAlias.get(normalise(nameOrAlias)));
    }

    /**
     * @param name what a record calls its file system
     * @return true if an entry claims the name, or {@link #hasOthers}
     */
    public boolean knows(String name) {
        return hasOthers || byAlias.containsKey(normalise(name));
    }

    /** @return true if there are file systems beside the entries: there is no entry, or {@link #withOthers} says so */
    public boolean hasOthers() {
        return hasOthers;
    }

    /** @return the same for recordings, of which only those names are mapped that differ */
    public FileSystemCatalogue withOthers() {
        FileSystemCatalogue open = new FileSystemCatalogue(byName.values());
        open.hasOthers = true;
        return open;
    }

    /**
     * @param name name of a file system, known or not
     * @return its entry, or one with the defaults
     */
    public CatalogueFileSystem orDefault(String name) {
        return resolve(name).orElseGet(() -> CatalogueFileSystem.of(name));
    }

    /** @return the known name or alias with the smallest edit distance, for a message */
    public Optional<String> nearest(String unknown) {
        String wanted = normalise(unknown);
        return NearestName.of(wanted, byAlias.keySet()).map(alias -> {
            String name = byAlias.get(alias).name();
            return normalise(name).equals(alias) ? name : alias + " (" + name + ")";
        });
    }

    private static String normalise(String name) {
        String stripped = name.strip();
        while (stripped.length() > 1 && stripped.endsWith("/")) {
            stripped = stripped.substring(0, stripped.length() - 1);
        }
        boolean topLevelMount = stripped.length() > 1 && stripped.lastIndexOf('/') == 0;
        return topLevelMount ? stripped.substring(1) : stripped;
    }
}
