package io.barograph.runtime;

import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Turns the refused parts of one source into dead letters and counts them. */
public final class DeadLetterCounter {
    private final Consumer<DeadLetter> letters;
    private final Topic<?> topic;
    private final String component;
    private final Supplier<Instant> unknownTime;
    private long count;

    /**
     * @param topic topic that the input was meant for
     * @param component part that refuses, for instance {@code collector lmt}
     * @param unknownTime the time of an input that has none: for a file the time of its last change, so that a second
     *     pass gives the same letters; for a live source the present
     */
    public DeadLetterCounter(
            Consumer<DeadLetter> letters, Topic<?> topic, String component, Supplier<Instant> unknownTime) {
        this.letters = letters;
        this.topic = topic;
        this.component = component;
        this.unknownTime = unknownTime;
    }

    /** @param file gives an input without a time that of its last change */
    public static DeadLetterCounter ofFile(Consumer<DeadLetter> letters, Topic<?> topic, String component, Path file) {
        return new DeadLetterCounter(letters, topic, component, () -> {
            try {
                return Files.getLastModifiedTime(file).toInstant();
            } catch (IOException e) {
                throw new UnreadableSourceException(
                        file.toString(), "cannot be opened (" + e + ")", "check its name and permissions", e);
            }
        });
    }

    /**
     * @param origin what finds the input again: file and line, table and key
     * @param time time of the input; null if it has none
     * @param payload the input; null if it is too large or no bytes
     */
    public void refuse(String origin, String reason, Instant time, byte[] payload) {
        count++;
        letters.accept(DeadLetterFactory.of(
                topic, component, origin, reason, time == null ? unknownTime.get() : time, payload));
    }

    /** @return number of refusals so far */
    public long count() {
        return count;
    }
}
