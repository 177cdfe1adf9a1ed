package io.barograph.stack;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs, also where the search path does not lead. */
final class ProgramFinder {
    private static final List<String> USUAL_PLACES =
            List.of("/usr/local/bin", "/usr/local/sbin", "/usr/bin", "/usr/sbin", "/bin", "/sbin");

    private ProgramFinder() {}

    /** @return its file, on the {@code PATH} or in the usual places */
    static Optional<Path> find(String name) {
        return find(name, System.getenv().getOrDefault("PATH", ""), USUAL_PLACES);
    }

    static Optional<Path> find(String name, String searchPath, List<String> usualPlaces) {
        return Stream.concat(Arrays.stream(searchPath.split(File.pathSeparator)), usualPlaces.stream())
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
