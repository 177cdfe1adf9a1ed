package io.barograph.verdicts.explanation;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Writes numbers with their units for sentences. */
public final class QuantityFormat {
    /** From here on three digits make a thousand. */
    private static final double ROUNDED_TO_THOUSAND = 999.5;

    private QuantityFormat() {}

    /**
     * @param unit its unit; empty, {@code ratio} and {@code fraction} are not written
     * @return number and unit to three digits, bytes with a decimal prefix, for instance {@code 14.2 GB/s}; from a thousand
     *     on digits are in groups of three, {@code 46 500 operations}
     */
    public static String quantity(double value, String unit) {
        if (unit.equals("B") || unit.equals("B/s")) {
            String prefixes = " kMGTPE";
            int prefix = 0;
            double scaled = value;
            while (Math.abs(scaled) >= ROUNDED_TO_THOUSAND && prefix < prefixes.length() - 1) {
                scaled /= 1000;
                prefix++;
            }
            return number(scaled) + " " + (prefix == 0 ? "" : prefixes.charAt(prefix)) + unit;
        }
        String number = number(value);
        if (unit.isEmpty() || unit.equals("ratio") || unit.equals("fraction")) {
            return number;
        }
        return number + (unit.startsWith("/") ? "" : " ") + unit;
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "unknown";
        }
        BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(3)).stripTrailingZeros();
        if (rounded.precision() - rounded.scale() <= 3) {
            return rounded.toPlainString();
        }
        return String.format(Locale.ROOT, "%,d", rounded.toBigInteger()).replace(',', ' ');
    }
}
