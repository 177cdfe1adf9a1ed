package io.barograph.sources.note;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Makes site events of what an operator writes, and checks it.
 *
 * <p>The identity of an event is its file system, kind and beginning: {@code scratch/purge/2018-02-09T08:00:00Z}. The same
 * note sent twice is one event, and a note with the same three replaces the one before, for instance to add its end.
 *
 * @param catalogue known file systems; an empty one lets every name pass
 */
public record SiteEventFactory(FileSystemCatalogue catalogue) {
    /** Longest text and author, characters. */
    public static final int MAX_LENGTH = 4_000;

    private static final Instant EARLIEST = Instant.parse("1990-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    /**
     * @param fileSystem name of a file system, or an alias
     * @param kind purge, failover, rebuild, maintenance, upgrade or change
     * @param from beginning, ISO-8601 with a zone; null for now
     * @param to end, ISO-8601 with a zone; null while it is not known
     * @param author who says so; may be null
     * @throws RefusedRecordException if something is missing or wrong
     */
    public SiteEvent of(String fileSystem, String kind, String from, String to, String text, String author, Instant now)
            throws RefusedRecordException {
        Instant recordedAt = now.truncatedTo(ChronoUnit.MILLIS);
        String name = resolve(required("fileSystem", fileSystem));
        SiteEventKind known = kind(required("kind", kind));
        Instant begin = from == null ? recordedAt : time("from", from);
        Instant end = to == null ? null : time("to", to);
        if (end != null && end.isBefore(begin)) {
            throw new RefusedRecordException("to " + end + " is before from " + begin);
        }
        return SiteEvent.newBuilder()
                .setId(name + "/" + word(known) + "/" + begin)
                .setFileSystem(name)
                .setKind(known)
                .setFrom(begin)
                .setTo(end)
                .setText(limited("text", required("text", text)))
                .setAuthor(author == null || author.isBlank() ? null : limited("author", author.strip()))
                .setRecordedAt(recordedAt)
                .build();
    }

    private String resolve(String name) throws RefusedRecordException {
        if (catalogue.fileSystems().isEmpty()) {
            return limited("fileSystem", name);
        }
        return catalogue
                .resolve(name)
                .map(CatalogueFileSystem::name)
                .orElseThrow(() -> new RefusedRecordException("no file system is called \"" + shortened(name) + "\""
                        + catalogue
                                .nearest(shortened(name))
                                .map(nearest -> "; did you mean " + nearest + "?")
                                .orElse("")));
    }

    private static SiteEventKind kind(String kind) throws RefusedRecordException {
        return Arrays.stream(SiteEventKind.values())
                .filter(known -> known != SiteEventKind.UNKNOWN && word(known).equalsIgnoreCase(kind))
                .findFirst()
                .orElseThrow(
                        () -> new RefusedRecordException("kind \"" + shortened(kind) + "\" is none of " + kinds()));
    }

    public static String kinds() {
        return Arrays.stream(SiteEventKind.values())
                .filter(known -> known != SiteEventKind.UNKNOWN)
                .map(SiteEventFactory::word)
                .collect(Collectors.joining(", "));
    }

    private static String word(SiteEventKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static Instant time(String key, String text) throws RefusedRecordException {
        try {
            Instant time = OffsetDateTime.parse(text.strip()).toInstant().truncatedTo(ChronoUnit.MILLIS);
            if (time.isAfter(EARLIEST) && time.isBefore(LATEST)) {
                return time;
            }
        } catch (DateTimeException e) {
            // falls through to the refusal
        }
        throw new RefusedRecordException(key + " \"" + shortened(text)
                + "\" is no time; write it with its zone, for instance 2026-01-31T08:00:00Z or ...+01:00");
    }

    private static String required(String key, String value) throws RefusedRecordException {
        if (value == null || value.isBlank()) {
            throw new RefusedRecordException(key + " is missing");
        }
        return value.strip();
    }

    private static String limited(String key, String value) throws RefusedRecordException {
        if (value.length() > MAX_LENGTH) {
            throw new RefusedRecordException(key + " is longer than " + MAX_LENGTH + " characters");
        }
        return value;
    }

    static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "...";
    }
}
