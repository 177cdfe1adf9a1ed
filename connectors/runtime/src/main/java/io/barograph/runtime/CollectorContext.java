package io.barograph.runtime;

import io.barograph.schemas.FileSystemCatalogue;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;

/**
 * What a collector may use.
 *
 * @param name name of this collector in the configuration; unique in the process
 * @param catalogue gives what a source calls a file system the name that results carry
 * @param folder folder of its own for positions; created when something is written
 * @param clock gives records the time of their publication
 * @param notes takes lines for the person who started it: progress of long work, what could not be done as asked
 * @param dryRun whether nothing that it publishes is stored; it then moves no position that lies outside its folder
 */
public record CollectorContext(
        String name,
        String host,
        FileSystemCatalogue catalogue,
        Path folder,
        Clock clock,
        Consumer<String> notes,
        boolean dryRun) {
    /** Of a collector whose records are stored. */
    public CollectorContext(
            String name, String host, FileSystemCatalogue catalogue, Path folder, Clock clock, Consumer<String> notes) {
        this(name, host, catalogue, folder, clock, notes, false);
    }

    /** @return the position's file in the collector's folder */
    public PositionStore position(String purpose) {
        return new PositionStore(folder.resolve(purpose + ".position"));
    }
}
