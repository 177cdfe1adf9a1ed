package io.barograph.pictures;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/**
 * A unit of readable size for values.
 *
 * @param factor value in the metric's unit / value in this one
 * @param unit its name; empty for a ratio
 */
public record UnitScale(double factor, String unit) {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};
    private static final double MANY = 1e6;

    /**
     * @param unit unit as the table of metrics has it
     * @param largest largest value to show, in that unit
     */
    public static UnitScale of(String unit, double largest) {
        if (unit.equals("B") || unit.equals("B/s")) {
            int prefix = 0;
            double factor = 1;
            while (Math.abs(largest) >= factor * 1000 && prefix < PREFIXES.length - 1) {
                factor *= 1000;
                prefix++;
            }
            return new UnitScale(factor, PREFIXES[prefix] + unit);
        }
        if (unit.equals("ratio") || unit.equals("fraction")) {
            return new UnitScale(1, "");
        }
        return Math.abs(largest) >= MANY && !unit.isEmpty()
                ? new UnitScale(MANY, "million " + unit)
                : new UnitScale(1, unit);
    }

    double scaled(double value) {
        return value / factor;
    }

    /** The value with its unit, to four digits. */
    public String words(double value) {
        String number = digits(scaled(value));
        return unit.isEmpty() ? number : unit.equals("%") ? number + " %" : number + " " + unit;
    }

    /** The same beside its unit: units of several letters are left out. */
    static String brief(String unit, double value) {
        UnitScale scale = of(unit, value);
        if (scale.unit().startsWith("million")) {
            return digits(scale.scaled(value)) + " million";
        }
        return scale.unit().length() <= 5 ? scale.words(value) : digits(value);
    }

    /** To four digits, integers in full. */
    public static String digits(double value) {
        if (!Double.isFinite(value)) {
            return "not known";
        }
        double size = Math.abs(value);
        String pattern = value == Math.rint(value) || size >= 1000
                ? "#,##0"
                : size >= 100 ? "0.0" : size >= 10 ? "0.00" : size >= 0.001 ? "0.000#" : "0.00E0";
        return format(pattern).format(value);
    }

    static DecimalFormat format(String pattern) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
    }
}
