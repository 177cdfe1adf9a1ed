package io.barograph.sources.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the stripes of a file lie. Reads what {@code lfs getstripe} prints, with {@code -y} (YAML) or without, of a file
 * with one plain striping pattern.
 */
record LustreLayout(long stripeSize, List<Integer> targets) {
    private static final Pattern SIZE = Pattern.compile("\\s*lmm_stripe_size:\\s*(\\d+)\\s*");
    private static final Pattern COUNT = Pattern.compile("\\s*lmm_stripe_count:\\s*(\\d+)\\s*");
    private static final Pattern YAML_OBJECT = Pattern.compile("\\s*-\\s*l_ost_idx:\\s*(\\d{1,5})\\s*");
    private static final Pattern TABLE_ROW =
            Pattern.compile("\\s*(\\d{1,5})\\s+\\d+\\s+0x[0-9a-f]+\\s+\\S+\\s*\\*?\\s*");
    private static final Pattern TARGET = Pattern.compile("\\s*(\\d{1,5}):\\s+(\\S+?)(_UUID)?\\s+(\\S+)\\s*");

    /**
     * @param text what {@code lfs getstripe} printed of one file
     * @throws IOException if it is not one, or a composite one
     */
    static LustreLayout parse(String text) throws IOException {
        if (text.contains("lcm_entry_count") || text.contains("lcme_id")) {
            throw new IOException("it is a composite layout");
        }
        long size = -1;
        long count = -1;
        List<Integer> targets = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            size = number(SIZE, line, size);
            count = number(COUNT, line, count);
            Matcher object = YAML_OBJECT.matcher(line);
            Matcher row = TABLE_ROW.matcher(line);
            if (object.matches()) {
                targets.add(Integer.parseInt(object.group(1)));
            } else if (row.matches()) {
                targets.add(Integer.parseInt(row.group(1)));
            }
        }
        if (size <= 0 || targets.isEmpty()) {
            throw new IOException("no stripe size, or no objects");
        }
        if (count != targets.size()) {
            throw new IOException("stripe count " + count + ", but " + targets.size() + " objects");
        }
        return new LustreLayout(size, targets);
    }

    private static long number(Pattern pattern, String line, long otherwise) throws IOException {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            return otherwise;
        }
        try {
            return Long.parseLong(matcher.group(1));
        } catch (NumberFormatException e) {
            throw new IOException("a number without sense: " + line.strip());
        }
    }

    /** @return number of stripes before the first target comes again */
    int stripeCount() {
        return targets.size();
    }

    /**
     * @param offset offset in the file, bytes
     * @param length bytes from there
     * @return index of the OST that holds all of them; empty if they lie on more than one stripe
     */
    OptionalInt target(long offset, long length) {
        long stripe = offset / stripeSize;
        if ((offset + length - 1) / stripeSize != stripe) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(targets.get((int) (stripe % targets.size())));
    }

    /**
     * Reads what {@code lfs mdts} or {@code lfs osts} prints.
     *
     * @param text lines such as {@code 0: scratch1-MDT0000_UUID ACTIVE}
     */
    static List<Integer> activeTargets(String text) {
        List<Integer> indices = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            Matcher matcher = TARGET.matcher(line);
            if (matcher.matches() && matcher.group(4).toUpperCase(Locale.ROOT).equals("ACTIVE")) {
                indices.add(Integer.parseInt(matcher.group(1)));
            }
        }
        return indices;
    }
}
