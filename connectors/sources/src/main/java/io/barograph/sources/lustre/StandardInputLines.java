package io.barograph.sources.lustre;

import io.barograph.sources.lustre.LineStream.Line;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/** Standard input, into which another program writes as long as it runs. */
final class StandardInputLines implements LineSource {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final InputStream input;
    private LineStream lines;

    /** @param input standard input; it stays open */
    StandardInputLines(InputStream input) {
        this.input = input;
    }

    @Override
    public String name() {
        return "standard input";
    }

    @Override
    public List<Line> next() throws InterruptedException {
        if (lines == null) {
            lines = new LineStream(name(), input);
        }
        return lines.next(TIMEOUT);
    }

    @Override
    public boolean hasEnded() {
        return lines != null && lines.hasEnded();
    }

    @Override
    public boolean isRecorded() {
        return false;
    }

    @Override
    public List<Line> sample() {
        return List.of();
    }

    @Override
    public void close() {
        // whoever started the process owns its standard input
    }
}
