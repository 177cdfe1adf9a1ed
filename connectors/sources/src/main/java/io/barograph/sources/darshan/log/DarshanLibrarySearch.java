package io.barograph.sources.darshan.log;

import io.barograph.runtime.TimedCommand;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where libdarshan-util may lie.
 *
 * @param systemRoot folder that holds {@code usr} and {@code opt}
 * @param installations folders that may hold {@code .barograph}
 */
record DarshanLibrarySearch(
        Map<String, String> environment,
        Path systemRoot,
        List<Path> installations,
        Supplier<List<Path>> pythonFolders) {
    /** Plain, versioned, and as Python wheels name it: {@code libdarshan-util-<hash>.so.0.0.0}. */
    private static final Pattern FILE_NAME = Pattern.compile("libdarshan-util(-[0-9a-f]+)?\\.so(\\.[0-9.]+)?");

    private static final int INSTALLATION_DEPTH = 4;
    private static final Duration PYTHON_TIMEOUT = Duration.ofSeconds(20);
    private static final int MAX_PYTHON_BYTES = 64 * 1024;
    private static final String PYTHON_PROGRAM =
            """
            import site, sysconfig
            paths = sysconfig.get_paths()
            folders = [paths['purelib'], paths['platlib'], site.getusersitepackages()]
            folders += getattr(site, 'getsitepackages', list)()
            print('\\n'.join(folders))
            """;

    static DarshanLibrarySearch ofThisMachine() {
        List<Path> installations = new ArrayList<>();
        String root = System.getProperty("barograph.root");
        if (root != null) {
            installations.add(Path.of(root));
        }
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            installations.add(folder);
        }
        return new DarshanLibrarySearch(
                System.getenv(), Path.of("/"), installations, DarshanLibrarySearch::pythonPackageFolders);
    }

    static DarshanLibrary named(Path file, String namedBy) {
        if (!Files.isRegularFile(file)) {
            throw new DarshanLibraryException(
                    "libdarshan-util not found: " + file + ", which " + namedBy + " names, is no file");
        }
        return new DarshanLibrary(file.toAbsolutePath());
    }

    DarshanLibrary find() {
        String variable = environment.get(DarshanLibrary.VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return named(Path.of(variable), DarshanLibrary.VARIABLE);
        }
        List<Path> looked = new ArrayList<>();
        return firstIn(systemFolders(), looked)
                .or(() -> firstIn(wheelFolders(), looked))
                .or(this::firstInInstallations)
                .map(DarshanLibrary::new)
                .orElseThrow(() -> new DarshanLibraryException("libdarshan-util not found (looked in " + looked
                        + " and .barograph/darshan of " + installations + ")"));
    }

    private List<Path> systemFolders() {
        List<Path> folders = new ArrayList<>();
        for (String folder : environment.getOrDefault("LD_LIBRARY_PATH", "").split(File.pathSeparator, -1)) {
            if (!folder.isBlank()) {
                folders.add(Path.of(folder));
            }
        }
        for (String parent : List.of("usr", "usr/local")) {
            for (Path lib : children(systemRoot.resolve(parent), "lib*")) {
                folders.add(lib);
                folders.addAll(children(lib, "*-linux-gnu*"));
            }
        }
        for (Path prefix : children(systemRoot.resolve("opt"), "darshan*")) {
            folders.addAll(children(prefix, "lib*"));
        }
        String prefix = environment.get("DARSHAN_UTIL");
        if (prefix != null && !prefix.isBlank()) {
            folders.addAll(children(Path.of(prefix), "lib*"));
        }
        return folders;
    }

    private List<Path> wheelFolders() {
        return pythonFolders.get().stream()
                .map(folder -> folder.resolve("darshan.libs"))
                .distinct()
                .toList();
    }

    private static Optional<Path> firstIn(List<Path> folders, List<Path> looked) {
        looked.addAll(folders);
        return folders.stream()
                .flatMap(folder -> children(folder, "libdarshan-util*").stream())
                .filter(DarshanLibrarySearch::isLibrary)
                .findFirst();
    }

    private Optional<Path> firstInInstallations() {
        return installations.stream()
                .map(folder -> folder.resolve(".barograph/darshan"))
                .filter(Files::isDirectory)
                .flatMap(folder -> below(folder).stream())
                .findFirst();
    }

    private static List<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder, INSTALLATION_DEPTH, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(DarshanLibrarySearch::isLibrary).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLibrary(Path file) {
        return FILE_NAME.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file);
    }

    private static List<Path> children(Path folder, String glob) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, glob)) {
            stream.forEach(children::add);
        } catch (IOException e) {
            // A folder that may not be listed holds no library for this user.
            return List.of();
        }
        Collections.sort(children);
        return children;
    }

    /** Package folders of the python3 on the PATH; none if there is no Python. */
    private static List<Path> pythonPackageFolders() {
        try {
            TimedCommand.Outcome python =
                    TimedCommand.run(List.of("python3", "-c", PYTHON_PROGRAM), PYTHON_TIMEOUT, MAX_PYTHON_BYTES);
            if (python.overran() || python.truncated()) {
                return List.of();
            }
            return python.output()
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(Path::of)
                    .toList();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
