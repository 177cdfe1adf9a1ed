package io.barograph.cli.replay;

import io.barograph.schemas.NearestName;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.HomeFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;

/**
 * The replays of this machine, a folder each. One that is under way has a dot in front of its name; it gets the name when
 * it is whole, in place of one that had it before.
 */
record ReplayStore(Path folder) {
    static ReplayStore in(HomeFolder home) {
        return new ReplayStore(home.data("replays"));
    }

    /** @return an empty folder for a replay that begins */
    Path begin(String name) throws IOException {
        Path unfinished = folder.resolve("." + name);
        delete(unfinished);
        return Files.createDirectories(unfinished);
    }

    /** @return a folder for what the replay needs while it is under way */
    Path workOf(String name) {
        return folder.resolve("." + name).resolve("work");
    }

    Path finish(String name) throws IOException {
        delete(workOf(name));
        Path whole = folder.resolve(name);
        delete(whole);
        return Files.move(folder.resolve("." + name), whole, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Nothing is left of a replay that did not come to its end. */
    void abandon(String name) {
        try {
            delete(folder.resolve("." + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return all that are whole, in the order of their making */
    List<ReplayManifest> list() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(each -> !each.getFileName().toString().startsWith("."))
                    .map(ReplayManifest::read)
                    .sorted(Comparator.comparing(ReplayManifest::madeAt).thenComparing(ReplayManifest::name))
                    .toList();
        }
    }

    /** @throws CommandFailedException if there is none of that name */
    Path of(String name) throws IOException {
        Path whole = folder.resolve(name);
        if (!Files.exists(whole.resolve(ReplayManifest.FILE))) {
            List<String> names = list().stream().map(ReplayManifest::name).toList();
            throw new CommandFailedException(
                    "there is no replay " + name
                            + NearestName.similar(name, names)
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""),
                    "./barograph replay list shows them all.");
        }
        return whole;
    }

    void remove(String name) throws IOException {
        delete(of(name));
    }

    private static void delete(Path folder) throws IOException {
        FileUtils.deleteDirectory(folder.toFile());
    }
}
