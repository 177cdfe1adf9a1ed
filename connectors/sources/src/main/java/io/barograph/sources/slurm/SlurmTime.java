package io.barograph.sources.slurm;

import io.barograph.runtime.RefusedRecordException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Set;

/**
 * Times of Slurm: local ones of the host without a zone ({@code 2017-03-20T01:59:02}), with a zone where the site has
 * asked for it ({@code ...Z}, {@code ...+0100}), or epoch seconds ({@code SLURM_TIME_FORMAT=%s}). A local time that the
 * clock shows twice in autumn is taken as the first one.
 */
record SlurmTime(ZoneId zone) {
    private static final Set<String> UNKNOWN = Set.of("", "Unknown", "None", "(null)", "N/A");
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss[XXX][XX][X]", Locale.ROOT);
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** @return the time; null if Slurm does not know it */
    Instant parse(String column, String text) throws RefusedRecordException {
        String stripped = text.strip();
        if (UNKNOWN.contains(stripped)) {
            return null;
        }
        try {
            Instant time =
                    stripped.matches("\\d{1,18}") ? Instant.ofEpochSecond(Long.parseLong(stripped)) : of(stripped);
            // Slurm writes a time that has not come as the beginning of the epoch.
            if (time.equals(Instant.EPOCH)) {
                return null;
            }
            if (time.isBefore(LATEST) && time.isAfter(Instant.EPOCH)) {
                return time;
            }
        } catch (DateTimeException e) {
            // falls through to the refusal
        }
        throw new RefusedRecordException(column + " = \"" + TextShortener.of(text)
                + "\" is no time; unset SLURM_TIME_FORMAT, or set it to %s, for the program that writes it");
    }

    private Instant of(String text) {
        TemporalAccessor time = FORM.parseBest(text, Instant::from, LocalDateTime::from);
        return time instanceof Instant instant
                ? instant
                : LocalDateTime.from(time).atZone(zone).toInstant();
    }
}
