package io.barograph.sources.tokio;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compute system of a table. The tables do not name it; their files are called after it ({@code cori.csv.gz}, {@code
 * edison-abc-stats.csv}).
 *
 * @param name the first word of the file's name, in lower case; null if it does not begin with a letter
 */
record TokioSystem(String name) {
    private static final Pattern FIRST_WORD = Pattern.compile("^\\p{Alpha}\\p{Alnum}*");
    private static final String CORI = "cori";

    /** Runs of more processes than this were on Cori's Knights Landing nodes (the rule of TOKIO's analyses). */
    private static final int MAX_HASWELL_PROCESSES = 1024;

    static TokioSystem of(Path table) {
        Matcher word = FIRST_WORD.matcher(table.getFileName().toString());
        return new TokioSystem(word.find() ? word.group().toLowerCase(Locale.ROOT) : null);
    }

    /** Null for a system of one partition. */
    String partition(int processes) {
        if (!CORI.equals(name)) {
            return null;
        }
        return processes > MAX_HASWELL_PROCESSES ? "knl" : "haswell";
    }
}
