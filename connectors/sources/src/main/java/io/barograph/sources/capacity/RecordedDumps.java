package io.barograph.sources.capacity;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RereadableText;
import io.barograph.runtime.TextLineReader;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The dumps of several files in ascending time, one at a time in memory per file. Dumps of the same instant become one. A
 * text without BEGIN has the time of the file's last change.
 */
final class RecordedDumps implements AutoCloseable {
    private static final Duration USUAL_INTERVAL = Duration.ofMinutes(5);

    private final List<Source> sources = new ArrayList<>();

    RecordedDumps(List<Path> files, DeadLetterCounter refusals) {
        try {
            for (Path file : files) {
                sources.add(new Source(file, refusals));
            }
        } catch (UnreadableSourceException e) {
            close();
            throw e;
        }
    }

    /** @return the next dump, of all files; null after the last one */
    CapacityDump next() {
        Optional<Instant> next = sources.stream()
                .filter(source -> source.head != null)
                .map(source -> source.head.time())
                .min(Instant::compareTo);
        if (next.isEmpty()) {
            return null;
        }
        Instant earliest = next.get();
        CapacityDump all = new CapacityDump(earliest);
        for (Source source : sources) {
            if (source.head != null && source.head.time().equals(earliest)) {
                all.add(source.head);
                source.advance();
            }
        }
        return all;
    }

    /**
     * Reads the files for the interval at which they were made. Lustre's space and its devices are often dumped seconds
     * apart, each at its own interval.
     *
     * @return shortest of the files' median times between dumps; five minutes if no file has two dumps
     */
    static Duration interval(List<Path> files) {
        DeadLetterCounter silent =
                new DeadLetterCounter(letter -> {}, Topic.SERVER_POLLS, "collector capacity", () -> Instant.EPOCH);
        try (RecordedDumps dumps = new RecordedDumps(files, silent)) {
            for (Source source : dumps.sources) {
                while (source.head != null) {
                    source.advance();
                }
            }
            return dumps.sources.stream()
                    .filter(source -> !source.gaps.isEmpty())
                    .map(Source::medianGap)
                    .min(Duration::compareTo)
                    .orElse(USUAL_INTERVAL);
        }
    }

    @Override
    public void close() {
        sources.forEach(Source::close);
    }

    private static final class Source {
        private final Path file;
        private final DeadLetterCounter refusals;
        private final CapacityReader reader;
        private final List<Duration> gaps = new ArrayList<>();
        private CapacityDump head;

        Source(Path file, DeadLetterCounter refusals) {
            this.file = file;
            this.refusals = refusals;
            try {
                Instant lastChange = Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
                this.reader = new CapacityReader(
                        new TextLineReader(
                                file.toString(), RereadableText.file(file).open(), refusals),
                        lastChange);
            } catch (IOException e) {
                throw unreadable(e);
            }
            advance();
        }

        /** Time goes on within a file; what goes back is refused. */
        private void advance() {
            Instant before = head == null ? Instant.MIN : head.time();
            try {
                while (true) {
                    head = reader.next();
                    if (head == null || head.time().isAfter(before)) {
                        if (head != null && !before.equals(Instant.MIN)) {
                            gaps.add(Duration.between(before, head.time()));
                        }
                        return;
                    }
                    refusals.refuse(
                            file + ", BEGIN " + head.time().getEpochSecond(),
                            "the dump is not later than the one before it, of " + before.getEpochSecond(),
                            head.time(),
                            null);
                }
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        private Duration medianGap() {
            List<Duration> sorted = gaps.stream().sorted().toList();
            return sorted.get(sorted.size() / 2);
        }

        private UnreadableSourceException unreadable(IOException cause) {
            return new UnreadableSourceException(
                    file.toString(),
                    cause.getClass().getSimpleName() + " " + cause.getMessage(),
                    "get a complete copy of the file",
                    cause);
        }

        private void close() {
            try {
                reader.close();
            } catch (IOException e) {
                throw unreadable(e);
            }
        }
    }
}
