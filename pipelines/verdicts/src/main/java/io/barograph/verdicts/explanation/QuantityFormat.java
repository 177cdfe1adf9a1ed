package io.barograph.verdicts.explanation;

import java.util.Locale;

/** Writes numbers with their units for sentences. */
public final class QuantityFormat {
    private QuantityFormat() {}

    /**
     * @param unit its unit; empty, {@code ratio} and {@code fraction} are not written
     * @return number and unit to four digits, bytes with a decimal prefix, for instance {@code 14.22 GB/s}
     */
    public static String quantity(double value, String unit) {
        if (unit.equals("B") || unit.equals("B/s")) {
            String prefixes = " kMGTPE";
            int prefix = 0;
            double scaled = value;
            while (Math.abs(scaled) >= 1000 && prefix < prefixes.length() - 1) {
                scaled /= 1000;
                prefix++;
            }
            return number(scaled) + " " + (prefix == 0 ? "" : prefixes.charAt(prefix)) + unit;
        }
        String number = number(value);
        return unit.isEmpty() || unit.equals("ratio") || unit.equals("fraction") ? number : number + " " + unit;
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "not known";
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 1e6 ? "%.3g" : "%.4g", value)
                .replaceAll("(\\.\\d*?)0+$", "$1")
                .replaceAll("\\.$", "");
    }
}
