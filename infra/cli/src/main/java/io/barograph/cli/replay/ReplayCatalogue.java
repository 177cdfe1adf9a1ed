package io.barograph.cli.replay;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The catalogue of a replay: the file systems found in the recordings, and what the user says of their names. */
final class ReplayCatalogue {
    private ReplayCatalogue() {}

    /**
     * @param recorded file systems found in the recordings of server samples
     * @param nameByAlias names given by the user, by mount point or other alias
     * @return the catalogue
     * @throws CommandFailedException if an alias would belong to two file systems
     */
    static FileSystemCatalogue catalogue(Collection<CatalogueFileSystem> recorded, Map<String, String> nameByAlias) {
        Map<String, Set<String>> aliases = new LinkedHashMap<>();
        Map<String, Duration> intervals = new LinkedHashMap<>();
        for (CatalogueFileSystem fileSystem : recorded) {
            String name = nameByAlias.getOrDefault(fileSystem.name(), fileSystem.name());
            Set<String> known = aliases.computeIfAbsent(name, ignored -> new LinkedHashSet<>());
            known.add(fileSystem.name());
            known.addAll(fileSystem.aliases());
            intervals.merge(name, fileSystem.samplingInterval(), (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
        nameByAlias.forEach((alias, name) ->
                aliases.computeIfAbsent(name, ignored -> new LinkedHashSet<>()).add(alias));
        // The user's word counts more than a mount point that a recording happens to name.
        nameByAlias.forEach((alias, name) -> aliases.forEach((other, known) -> {
            if (!other.equals(name)) {
                known.remove(alias);
            }
        }));
        try {
            return new FileSystemCatalogue(aliases.entrySet().stream()
                    .map(entry -> new CatalogueFileSystem(
                            entry.getKey(),
                            entry.getValue(),
                            intervals.getOrDefault(entry.getKey(), CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL),
                            0))
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new CommandFailedException(
                    e.getMessage(), "Say with --file-system-map ALIAS=NAME to which one it belongs.", e);
        }
    }
}
