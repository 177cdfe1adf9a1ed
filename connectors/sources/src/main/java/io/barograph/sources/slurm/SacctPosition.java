package io.barograph.sources.slurm;

import io.barograph.runtime.PositionStore;
import io.barograph.runtime.UnreadableSourceException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.SchemaNormalization;

/**
 * How far {@code sacct} has been asked, and what of its answer was published. The windows of two questions overlap, so
 * the same jobs come again; what a question no longer brings will not come again, so only the last answer is
 * remembered, at most {@value #MAX} events of it, each by a 64-bit fingerprint.
 */
final class SacctPosition {
    static final int MAX = 250_000;

    private static final String VERSION = "slurm 1";
    private static final int HEXADECIMAL = 16;

    private final PositionStore store;
    private Instant since;
    private Set<Long> known = new HashSet<>();
    private Set<Long> answered = new HashSet<>();

    /** @throws UnreadableSourceException if the file there is damaged */
    SacctPosition(PositionStore store) {
        this.store = store;
        store.read().ifPresent(this::parse);
    }

    private void parse(String text) {
        Iterator<String> lines = text.lines().iterator();
        try {
            if (!lines.hasNext() || !lines.next().equals(VERSION) || !lines.hasNext()) {
                throw new NumberFormatException("its first line is not \"" + VERSION + "\"");
            }
            since = Instant.ofEpochSecond(Long.parseLong(lines.next()));
            while (lines.hasNext()) {
                known.add(Long.parseUnsignedLong(lines.next(), HEXADECIMAL));
            }
        } catch (NumberFormatException | DateTimeException e) {
            throw new UnreadableSourceException(
                    store.file().toString(),
                    "no position of this collector (" + e.getMessage() + ")",
                    "delete it to begin again with lookBack",
                    e);
        }
    }

    /** @return since when the next question is to ask; empty before the first answer */
    Optional<Instant> since() {
        return Optional.ofNullable(since);
    }

    /** @return true if it is not in the last answer or this one, and so has to be published */
    boolean isNew(String identity) {
        long fingerprint = SchemaNormalization.fingerprint64(identity.getBytes(StandardCharsets.UTF_8));
        if (answered.size() >= MAX) {
            return !answered.contains(fingerprint) && !known.contains(fingerprint);
        }
        return answered.add(fingerprint) && !known.contains(fingerprint);
    }

    /** @return true if an answer had more events than are remembered: those beyond come twice */
    boolean isFull() {
        return answered.size() >= MAX;
    }

    /** Forgets an answer that could not be published. */
    void giveUp() {
        answered = new HashSet<>();
    }

    /** After an answer is stored: remembers it instead of the one before. */
    void answered(Instant next) {
        since = next;
        known = answered;
        answered = new HashSet<>();
        StringBuilder text = new StringBuilder(VERSION).append('\n');
        text.append(since.getEpochSecond()).append('\n');
        known.forEach(fingerprint ->
                text.append(Long.toUnsignedString(fingerprint, HEXADECIMAL)).append('\n'));
        store.write(text.toString());
    }
}
