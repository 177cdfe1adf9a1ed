package io.barograph.collectors.canary;

import io.barograph.collectors.core.CollectorContext;
import io.barograph.collectors.core.FileSystemNames;
import io.barograph.collectors.core.PositionStore;
import io.barograph.collectors.core.Publisher;
import io.barograph.collectors.core.UnreadableSourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Publishes the results of past runs, each file once, also over restarts: the position lists the files that were
 * published, with the time of their last change. A result that does not say when it ran is taken to have ended when its
 * file was last changed.
 */
final class PastResults {
    /** Bytes of the largest result that is read. */
    static final int LARGEST_FILE = 16 * 1024 * 1024;

    private final CanaryOptions options;
    private final CollectorContext context;
    private final String fileSystem;

    PastResults(CanaryOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.fileSystem = options.fileSystem() == null
                ? null
                : FileSystemNames.configured(context.catalogue(), options.fileSystem());
    }

    /** @return contents of a result file; damaged characters become the replacement character */
    static String text(Path file) throws IOException {
        if (Files.size(file) > LARGEST_FILE) {
            throw new IOException(file + " is larger than any result, " + Files.size(file) + " bytes");
        }
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    void publish(Publisher output) {
        if (options.results().isEmpty()) {
            return;
        }
        PositionStore position = context.position("results");
        Set<String> done = new LinkedHashSet<>(
                position.read().map(text -> text.lines().toList()).orElse(List.of()));
        for (Path file : files()) {
            try {
                String state = Files.getLastModifiedTime(file).toInstant() + " " + file.toAbsolutePath();
                if (done.contains(state)) {
                    context.notes().accept(file + ": published before");
                    continue;
                }
                publish(file, output);
                output.flush();
                done.add(state);
                position.write(String.join("\n", done));
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }
    }

    private static UnreadableSourceException unreadable(Path file, IOException e) {
        return new UnreadableSourceException(file.toString(), e.toString(), "give result files that can be read", e);
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (Path given : options.results()) {
            if (!Files.isDirectory(given)) {
                files.add(given);
                continue;
            }
            try (Stream<Path> walk = Files.walk(given)) {
                walk.filter(Files::isRegularFile).sorted().forEach(files::add);
            } catch (IOException e) {
                throw unreadable(given, e);
            }
        }
        return files;
    }

    private void publish(Path file, Publisher output) throws IOException {
        String text = text(file);
        Instant changed = Files.getLastModifiedTime(file).toInstant();
        String name =
                options.benchmark() == null ? options.program().name().toLowerCase(Locale.ROOT) : options.benchmark();
        RunRecords records =
                new RunRecords(name, options.program(), fileSystem, file.toString(), context, changed, output);
        ResultReader.of(options.program(), text)
                .read(text, new ResultReader.Run(changed, changed), options.zone(), records);
        if (records.published() == 0) {
            records.refused(1, "", "no phase of " + options.program() + " in this file");
        }
        context.notes().accept(file + ": " + records.published() + " phases");
    }

    String check() {
        List<Path> files = files();
        for (Path file : files) {
            if (!Files.isReadable(file)) {
                throw new UnreadableSourceException(file.toString(), "cannot be read", "give a file that can");
            }
        }
        return files.isEmpty() ? "" : files.size() + " result files";
    }
}
