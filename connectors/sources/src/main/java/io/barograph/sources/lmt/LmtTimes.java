package io.barograph.sources.lmt;

import io.barograph.runtime.RefusedRecordException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Makes instants of the zoneless times in {@code TIMESTAMP_INFO}. TS_IDs ascend with time, and that decides which of two
 * instants is meant in the hour that a clock change repeats: the first one that is later than the TS_ID before.
 */
final class LmtTimes {
    private static final int MIN_YEAR = 1990;
    private static final int MAX_YEAR = 2100;

    private final ZoneId zone;
    private final NavigableMap<Long, Instant> known = new TreeMap<>();

    LmtTimes(ZoneId zone) {
        this.zone = zone;
    }

    /** Forgets all times before a TS_ID but the last, which the next one has to follow. */
    void forgetBefore(long tsId) {
        Long last = known.lowerKey(tsId);
        if (last != null) {
            known.headMap(last, false).clear();
        }
    }

    /** @return what was resolved, in an earlier life too where the caller adds it */
    NavigableMap<Long, Instant> known() {
        return known;
    }

    /** @throws RefusedRecordException if the text is no time, never was on a clock of the zone, or goes back */
    Instant resolve(long tsId, String text) throws RefusedRecordException {
        Instant before = known.get(tsId);
        if (before != null) {
            return before;
        }
        LocalDateTime local = parse(text);
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.isEmpty()) {
            throw new RefusedRecordException("the time " + text + " never was on a clock in " + zone
                    + "; is the database's time zone another one?");
        }
        Map.Entry<Long, Instant> previous = known.lowerEntry(tsId);
        for (ZoneOffset offset : offsets) {
            Instant time = local.toInstant(offset);
            if (previous == null || time.isAfter(previous.getValue())) {
                known.put(tsId, time);
                return time;
            }
        }
        throw new RefusedRecordException("the time " + text + " in " + zone + " is not after " + previous.getValue()
                + ", the time of TS_ID " + previous.getKey() + "; is the database's time zone another one?");
    }

    private static LocalDateTime parse(String text) throws RefusedRecordException {
        if (text == null) {
            throw new RefusedRecordException("it has no TIMESTAMP");
        }
        try {
            LocalDateTime time = LocalDateTime.parse(text.strip().replace(' ', 'T'));
            if (time.getYear() < MIN_YEAR || time.getYear() > MAX_YEAR) {
                throw new RefusedRecordException(
                        "TIMESTAMP \"" + text + "\" is not between " + MIN_YEAR + " and " + MAX_YEAR);
            }
            return time;
        } catch (DateTimeException e) {
            throw new RefusedRecordException("TIMESTAMP \"" + text + "\" is not of the form yyyy-mm-dd hh:mm:ss");
        }
    }
}
