package io.barograph.sources.canary;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.RefusedFileException;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.runtime.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * file was last changed. Links and other files that are no regular ones are refused.
 */
final class PastResultPublisher {
    /** Bytes of the largest result that is read. */
    static final int MAX_FILE = 16 * 1024 * 1024;

    private final CanaryOptions options;
    private final CollectorContext context;
    private final String fileSystem;

    PastResultPublisher(CanaryOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.fileSystem = options.fileSystem() == null
                ? null
                : FileSystemNameResolver.configured(context.catalogue(), options.fileSystem());
    }

    /**
     * A result file.
     *
     * @param root folder that was named, below which no link is followed
     */
    private record Result(Path root, Path file) {}

    /** @return contents of a result file; damaged characters become the replacement character */
    static String text(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        return text(folder, folder.resolve(file.getFileName()));
    }

    private static String text(Path root, Path file) throws IOException {
        try (UserFile opened = UserFile.open(root, file);
                InputStream input = opened.newInputStream()) {
            byte[] bytes = input.readNBytes(MAX_FILE + 1);
            if (bytes.length > MAX_FILE) {
                throw new RefusedFileException("it is larger than any result, " + opened.size() + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    void publish(RecordPublisher output) {
        if (options.results().isEmpty()) {
            return;
        }
        PositionStore position = context.position("results");
        Set<String> done = new LinkedHashSet<>(
                position.read().map(text -> text.lines().toList()).orElse(List.of()));
        for (Result result : results()) {
            Path file = result.file();
            try {
                Instant changed = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                        .toInstant();
                String state = changed + " " + file.toAbsolutePath();
                if (done.contains(state)) {
                    context.notes().accept(file + ": published before");
                    continue;
                }
                publish(result, changed, output);
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

    private List<Result> results() {
        List<Result> results = new ArrayList<>();
        for (Path named : options.results()) {
            Path given = named.toAbsolutePath();
            if (!Files.isDirectory(given)) {
                results.add(new Result(given.getParent(), given));
                continue;
            }
            try (Stream<Path> walk = Files.walk(given)) {
                walk.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                        .sorted()
                        .forEach(file -> results.add(new Result(given, file)));
            } catch (IOException e) {
                throw unreadable(given, e);
            }
        }
        return results;
    }

    private void publish(Result result, Instant changed, RecordPublisher output) throws IOException {
        Path file = result.file();
        String name =
                options.benchmark() == null ? options.program().name().toLowerCase(Locale.ROOT) : options.benchmark();
        BenchmarkRunPublisher records = new BenchmarkRunPublisher(
                name, options.program(), fileSystem, file.toString(), context, changed, output);
        try {
            String text = text(result.root(), file);
            ResultReader.of(options.program(), text)
                    .read(text, new ResultReader.Run(changed, changed), options.zone(), records);
        } catch (RefusedFileException e) {
            records.refused(1, "", e.getMessage());
            return;
        }
        if (records.published() == 0) {
            records.refused(1, "", "no phase of " + options.program() + " in this file");
        }
        context.notes().accept(file + ": " + records.published() + " phases");
    }

    String check() {
        List<Result> results = results();
        for (Result result : results) {
            if (!Files.isReadable(result.file())) {
                throw new UnreadableSourceException(result.file().toString(), "cannot be read", "give a file that can");
            }
        }
        return results.isEmpty() ? "" : results.size() + " result files";
    }
}
