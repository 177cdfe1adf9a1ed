package io.barograph.sources.lustre;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.RegularFileCheck;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lines of a stream, read by a thread of its own, so that waiting for the next one can be interrupted. It reads ahead a
 * few lines and no more. Of a line that is too long the beginning is kept.
 */
final class LineStream implements LineSource {
    /** The longest line; Cerebro's strings are up to 63 KiB. */
    static final int MAX_BYTES = 128 * 1024;

    private static final int READ_AHEAD = 256;

    /**
     * A line, or the end of the stream.
     *
     * @param text the line; null at the end
     * @param isCut true if the line was longer than is read
     * @param failure why the stream ended early; null otherwise
     */
    record Line(long number, String text, boolean isCut, Throwable failure) {}

    private final String name;
    private final Duration patience;
    private final Path file;
    private InputStream input;
    private boolean started;
    private final BlockingQueue<Line> queue = new ArrayBlockingQueue<>(READ_AHEAD);
    private boolean ended;
    private Throwable failure;

    private LineStream(String name, Duration patience, Path file, InputStream input) {
        this.name = name;
        this.patience = patience;
        this.file = file;
        this.input = input;
    }

    /** A recording, such as {@code ltop} writes. */
    static LineStream recording(Path file) {
        return new LineStream(file.toString(), Duration.ofSeconds(5), file, null);
    }

    /** A stream of another owner, who closes it, into which a program writes as long as it runs. */
    static LineStream live(String name, InputStream input) {
        return new LineStream(name, Duration.ofSeconds(1), null, input);
    }

    @Override
    public String name() {
        return name;
    }

    private void start() {
        if (file != null) {
            try {
                input = RegularFileCheck.open(file);
            } catch (IOException e) {
                throw new UnreadableSourceException(
                        name, "cannot be read: " + e, "give \"file\" a recording of metric strings", e);
            }
        }
        started = true;
        Thread thread = new Thread(this::follow, "lines of " + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void follow() {
        long number = 0;
        try {
            try {
                BufferedInputStream bytes = new BufferedInputStream(input);
                for (Line line = line(bytes, ++number); line != null; line = line(bytes, ++number)) {
                    queue.put(line);
                }
                queue.put(new Line(number, null, false, null));
            } catch (IOException | RuntimeException | Error e) { // nobody else would hear of it
                queue.put(new Line(number, null, false, e));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Line line(BufferedInputStream input, long number) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int read = input.read();
        if (read < 0) {
            return null;
        }
        boolean cut = false;
        while (read >= 0 && read != '\n') {
            if (line.size() < MAX_BYTES) {
                line.write(read);
            } else {
                cut = true;
            }
            read = input.read();
        }
        return new Line(number, line.toString(StandardCharsets.UTF_8), cut, null);
    }

    /**
     * @return the lines that are there; empty if there is none for some seconds, or the stream has ended
     * @throws UnreadableSourceException if the stream broke off, or the file cannot be opened
     */
    @Override
    public List<Line> next() throws InterruptedException {
        if (!started) {
            start();
        }
        if (failure != null) {
            Throwable cause = failure;
            failure = null;
            ended = true;
            String reason = cause instanceof IOException ? cause.getMessage() : cause.toString();
            throw new UnreadableSourceException(name, "broke off: " + reason, "start it anew", cause);
        }
        List<Line> lines = new ArrayList<>();
        Line first = ended ? null : queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            lines.add(first);
            queue.drainTo(lines);
        }
        if (!lines.isEmpty() && lines.get(lines.size() - 1).text() == null) {
            failure = lines.remove(lines.size() - 1).failure();
            ended = failure == null;
        }
        return lines;
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public boolean isRecorded() {
        return file != null;
    }

    @Override
    public List<Line> sample() throws InterruptedException {
        if (file == null) {
            return List.of();
        }
        try (LineStream beginning = recording(file)) {
            return beginning.next();
        }
    }

    @Override
    public void close() {
        if (file != null && input != null) {
            try {
                input.close();
            } catch (IOException e) {
                throw new UnreadableSourceException(name, "cannot be closed: " + e.getMessage(), "nothing is lost", e);
            }
        }
    }
}
