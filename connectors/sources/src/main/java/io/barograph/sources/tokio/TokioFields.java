package io.barograph.sources.tokio;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.RefusedRecordException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The fields of one row of a TOKIO table, by column, with their checks.
 *
 * @param places of the columns, by their names; the record looks through its header for each field
 */
record TokioFields(NamedCsvRecord row, Map<String, Integer> places) {
    private static final int MAX_DIGITS = 300;

    /** End of the year 9999. Milliseconds in such a place are the usual mistake. */
    private static final long LATEST_SECOND = 253_402_300_799L;

    /** @throws RefusedRecordException if the row has more or fewer fields than the header */
    void checkCount() throws RefusedRecordException {
        if (row.getFieldCount() != row.getHeader().size()) {
            throw new RefusedRecordException("it has " + row.getFieldCount() + " fields, the header has "
                    + row.getHeader().size());
        }
    }

    List<String> columns() {
        return row.getHeader();
    }

    long line() {
        return row.getStartingLineNumber();
    }

    /** Empty where the row has nothing: a row that is too short lacks its last columns. */
    String text(String column) {
        Integer place = places.get(column);
        return place == null || place >= row.getFieldCount()
                ? ""
                : row.getField(place).strip();
    }

    boolean has(String column) {
        return !text(column).isEmpty();
    }

    String required(String column) throws RefusedRecordException {
        String text = text(column);
        if (text.isEmpty()) {
            throw new RefusedRecordException(column + " is empty");
        }
        return text;
    }

    /** Some tables have passed through floating point: 4088886.0 is job 4088886. */
    String jobId(String column) throws RefusedRecordException {
        String text = required(column);
        return text.matches("\\d+\\.0+") ? text.substring(0, text.indexOf('.')) : text;
    }

    int processes(String column) throws RefusedRecordException {
        long processes = count(column);
        if (processes < 1 || processes > Integer.MAX_VALUE) {
            throw new RefusedRecordException(column + " = " + processes + " is no number of processes");
        }
        return (int) processes;
    }

    Instant instant(String column) throws RefusedRecordException {
        long seconds = count(column);
        if (seconds > LATEST_SECOND) {
            throw new RefusedRecordException(column + " = " + text(column) + " is no time in epoch seconds");
        }
        return Instant.ofEpochSecond(seconds);
    }

    /** Counts are written as 1649291067392 or, rounded, as 1.64929106739e+12. */
    long count(String column) throws RefusedRecordException {
        try {
            return number(column).longValueExact();
        } catch (ArithmeticException e) {
            throw new RefusedRecordException(column + " = " + text(column) + " is no whole number");
        }
    }

    BigDecimal number(String column) throws RefusedRecordException {
        String text = required(column);
        try {
            BigDecimal number = new BigDecimal(text);
            // Beyond that range no double is finite, and BigDecimal itself becomes slow.
            if (number.signum() >= 0 && number.precision() - (long) number.scale() <= MAX_DIGITS) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the refusal
        }
        throw new RefusedRecordException(column + " = \"" + text + "\" is no number, zero or more");
    }

    /** Null where the table does not have the column, or the row nothing in it. */
    Double known(String column) throws RefusedRecordException {
        return has(column) ? Double.valueOf(number(column).doubleValue()) : null;
    }
}
