package io.barograph.sources.lustre;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.RegularFileCheck;
import io.barograph.sources.lustre.LineStream.Line;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A recording of metric strings, such as {@code ltop} writes. */
final class FileLines implements LineSource {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Path file;
    private InputStream input;
    private LineStream lines;

    FileLines(Path file) {
        this.file = file;
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public List<Line> next() throws InterruptedException {
        if (lines == null) {
            input = open();
            lines = new LineStream(name(), input);
        }
        return lines.next(TIMEOUT);
    }

    private InputStream open() {
        try {
            return RegularFileCheck.open(file);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name(), "cannot be read: " + e, "give \"file\" a recording of metric strings", e);
        }
    }

    @Override
    public boolean hasEnded() {
        return lines != null && lines.hasEnded();
    }

    @Override
    public boolean isRecorded() {
        return true;
    }

    @Override
    public List<Line> sample() throws InterruptedException {
        try (FileLines beginning = new FileLines(file)) {
            return beginning.next();
        }
    }

    @Override
    public void close() {
        if (input != null) {
            try {
                input.close();
            } catch (IOException e) {
                throw new UnreadableSourceException(
                        name(), "cannot be closed: " + e.getMessage(), "nothing is lost", e);
            }
        }
    }
}
