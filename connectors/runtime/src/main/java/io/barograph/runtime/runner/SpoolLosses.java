package io.barograph.runtime.runner;

import java.util.Optional;

/** Counts the records that a damaged spool has lost, from the numbers of those that are there. */
final class SpoolLosses {
    /** @param records records lost; may be 0, if no record lay in the damaged bytes */
    record Loss(long records, String description) {}

    private long expected;
    private String place;
    private long damagedBytes;

    /** @param first number of the record that comes first; -1 if it is not known */
    SpoolLosses(long first) {
        this.expected = first;
    }

    /** @return number of the record that comes next; -1 if it is not known */
    long expected() {
        return expected;
    }

    /** @return what was lost before it */
    Optional<Loss> see(SpoolSegment.Entry entry) {
        if (entry.damagedBytes() > 0) {
            place = place == null ? entry.file() + " at offset " + entry.offset() : place;
            damagedBytes += entry.damagedBytes();
            return Optional.empty();
        }
        if (entry.number() < 0) {
            return Optional.empty();
        }
        Optional<Loss> loss = lossBefore(entry);
        expected = Math.max(expected, entry.number() + (entry.record().isPresent() ? 1 : 0));
        place = null;
        damagedBytes = 0;
        return loss;
    }

    private Optional<Loss> lossBefore(SpoolSegment.Entry entry) {
        long records = expected < 0 ? (place == null ? 0 : 1) : Math.max(0, entry.number() - expected);
        if (place != null) {
            return Optional.of(new Loss(records, place + " (" + damagedBytes + " bytes) is damaged"));
        }
        return records == 0
                ? Optional.empty()
                : Optional.of(new Loss(
                        records, "what lay before " + entry.file() + " offset " + entry.offset() + " is missing"));
    }
}
