package io.barograph.sources.lmt;

import io.barograph.runtime.RefusedRecordException;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads columns by what the database really holds. SQLite stores any type in any column and its driver turns text into 0
 * when asked for a number; here that is refused instead.
 */
final class LmtColumnReader {
    private LmtColumnReader() {}

    /** A whole number, zero or more; null stays null. */
    static Long count(ResultSet row, String column) throws SQLException, RefusedRecordException {
        BigDecimal number = number(row, column);
        if (number == null) {
            return null;
        }
        try {
            long value = number.longValueExact();
            if (value >= 0) {
                return value;
            }
        } catch (ArithmeticException e) {
            // falls through to the refusal
        }
        throw new RefusedRecordException(column + " = " + number.toPlainString() + " is no count");
    }

    /** A key; null is refused. */
    static long key(ResultSet row, String column) throws SQLException, RefusedRecordException {
        Long value = count(row, column);
        if (value == null) {
            throw new RefusedRecordException("it has no " + column);
        }
        return value;
    }

    /** A finite number; null stays null. */
    static Double real(ResultSet row, String column) throws SQLException, RefusedRecordException {
        BigDecimal number = number(row, column);
        return number == null ? null : Double.valueOf(number.doubleValue());
    }

    /** A FLOAT of the server becomes the decimal that was stored, not the nearest binary float widened. */
    private static BigDecimal number(ResultSet row, String column) throws SQLException, RefusedRecordException {
        Object value = row.getObject(column);
        if (value == null) {
            return null;
        }
        if (value instanceof Number) {
            try {
                return new BigDecimal(value.toString());
            } catch (NumberFormatException e) {
                throw new RefusedRecordException(column + " = " + value + " is not finite");
            }
        }
        throw new RefusedRecordException(column + " = \"" + value + "\" is no number");
    }

    /** The row as text, for a dead letter. */
    static String text(ResultSet row) throws SQLException {
        StringBuilder text = new StringBuilder();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            if (column > 1) {
                text.append(' ');
            }
            text.append(row.getMetaData().getColumnLabel(column)).append('=').append(row.getString(column));
        }
        return text.toString();
    }
}
