package io.barograph.sources.jobstats;

import io.barograph.runtime.CountText;
import java.util.regex.Pattern;

/**
 * One counter of a job or of a server.
 *
 * @param name operation, for instance {@code write_bytes} or {@code open}
 * @param unit {@code bytes}, {@code reqs}, {@code usecs}, {@code usec}
 * @param sum sum over the operations, in the unit; -1 where the line has none
 */
record OperationLine(String name, long samples, String unit, long sum) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");

    /** Data operations that a server also counts by another name, or whose lines hold latencies. */
    boolean isOtherViewOfDataOperation() {
        return switch (name) {
            case "read", "write", "preprw", "commitrw" -> true;
            default -> false;
        };
    }

    /** {@code read} and {@code write} hold bytes up to Lustre 2.5 and latencies from 2.13. */
    boolean isBytes(String direction) {
        return name.equals(direction + "_bytes") || (name.equals(direction) && unit.equals("bytes"));
    }

    /**
     * @param line {@code read_bytes: { samples: 2, unit: bytes, min: 4096, max:16777216, sum: 16781312 }} of job_stats
     * @return the counter; null if the line is none
     */
    static OperationLine ofJob(String line) {
        int colon = line.indexOf(':');
        if (colon < 0 || !isName(line.substring(0, colon))) {
            return null;
        }
        String rest = line.substring(colon + 1).strip();
        if (!rest.startsWith("{") || !rest.endsWith("}")) {
            return null;
        }
        String name = line.substring(0, colon);
        String body = rest.substring(1, rest.length() - 1);
        long samples = -1;
        long sum = -1;
        String unit = null;
        int from = 0;
        while (from <= body.length()) {
            int end = endOfField(body, from);
            String field = body.substring(from, end);
            int separator = field.indexOf(':');
            if (separator < 0) {
                return null;
            }
            String key = field.substring(0, separator).strip();
            String value = field.substring(separator + 1).strip();
            switch (key) {
                case "samples" -> samples = samples < 0 ? CountText.parse(value) : -1;
                case "unit" -> unit = value;
                case "sum" -> {
                    sum = CountText.parse(value);
                    if (sum < 0) {
                        return null;
                    }
                }
                default -> {
                    // min, max, sumsq, hist: nothing that is published
                }
            }
            from = end + 1;
        }
        return samples < 0 || unit == null ? null : new OperationLine(name, samples, unit, sum);
    }

    /** The comma that ends a field is the first one outside the braces of a histogram. */
    private static int endOfField(String body, int from) {
        int depth = 0;
        for (int at = from; at < body.length(); at++) {
            switch (body.charAt(at)) {
                case '{' -> depth++;
                case '}' -> depth--;
                case ',' -> {
                    if (depth == 0) {
                        return at;
                    }
                }
                default -> {
                    // part of the field
                }
            }
        }
        return body.length();
    }

    /**
     * @param line {@code write_bytes 12 samples [bytes] 4096 4194304 50331648} of stats or md_stats
     * @return the counter; null if the line is none
     */
    static OperationLine ofServer(String line) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length < 4 || !words[2].equals("samples") || !isName(words[0])) {
            return null;
        }
        long samples = CountText.parse(words[1]);
        String unit = words[3];
        if (samples < 0 || !unit.startsWith("[") || !unit.endsWith("]") || unit.length() < 2) {
            return null;
        }
        long sum = -1;
        if (words.length > 6) {
            sum = CountText.parse(words[6]);
            if (sum < 0) {
                return null;
            }
        }
        return new OperationLine(words[0], samples, unit.substring(1, unit.length() - 1), sum);
    }

    /** @return whether an operation can be called that */
    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
