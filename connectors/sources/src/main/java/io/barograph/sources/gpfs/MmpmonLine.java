package io.barograph.sources.gpfs;

import io.barograph.runtime.CountText;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * One line of {@code mmpmon -p}: a keyword and pairs of keyword and value, as IBM Storage Scale's administration guide
 * lists them under "Display I/O statistics per mounted file system" and "for the entire node".
 *
 * @param request {@code fs_io_s}, {@code io_s}, {@code reset}, ...
 */
record MmpmonLine(String request, Map<String, String> fields) {
    /** Answers that hold no counters of interest, and marks between answers. */
    private static final Set<String> OTHERS = Set.of("ver", "nlist", "rhist", "end", "response", "reset");

    private static final Set<String> COUNTERS = Set.of("br", "bw", "oc", "cc", "rdc", "wc", "dir", "iu");
    private static final String FAILED_NODE = "fnn";

    /** @return the answer; null if the line is none */
    static MmpmonLine of(String line) {
        String[] words = line.strip().split("\\s+", -1);
        if (!isKeyword(words[0])) {
            return null;
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 1; i + 1 < words.length; i += 2) {
            if (isKeyword(words[i])) {
                fields.putIfAbsent(bare(words[i]), words[i + 1]);
            }
        }
        return new MmpmonLine(bare(words[0]), fields);
    }

    private static boolean isKeyword(String word) {
        return word.length() > 2 && word.startsWith("_") && word.endsWith("_");
    }

    private static String bare(String keyword) {
        return keyword.substring(1, keyword.length() - 1);
    }

    boolean holdsCounters() {
        return request.equals("fs_io_s") || request.equals("io_s");
    }

    /** @return null if nothing is wrong with it, else why it is refused */
    String problem() {
        if (fields.containsKey(FAILED_NODE)) {
            return "node " + fields.get(FAILED_NODE) + " of the node list does not answer" + meaning();
        }
        if (!holdsCounters()) {
            return OTHERS.contains(request) ? null : "an answer to a request that is not known";
        }
        if (number("rc") != 0) {
            return "the request failed" + meaning();
        }
        if (node() == null || time() == null) {
            return "no node (_nn_) or no time (_t_, _tu_)";
        }
        if (request.equals("fs_io_s") && !fields.containsKey("fs")) {
            return "no file system (_fs_)";
        }
        for (String counter : COUNTERS) {
            if (number(counter) < 0) {
                return "no whole number after _" + counter + "_";
            }
        }
        return null;
    }

    /** From "Return codes from mmpmon" of the same guide. */
    private String meaning() {
        String code = fields.get("rc");
        if (code == null) {
            return " (no _rc_)";
        }
        return " (_rc_ " + code
                + switch (code) {
                    case "1" -> ", no file system is mounted)";
                    case "2" -> ", the node name is not recognised)";
                    case "13" -> ", the node is remote)";
                    case "233" -> ", the node is not joined to the cluster)";
                    case "668" -> ", quorum has been lost)";
                    default -> ")";
                };
    }

    /** @return name of the node that answers, else its address; null if there is neither */
    String node() {
        return fields.getOrDefault("nn", fields.get("n"));
    }

    /** @return the node's time of the answer; null if there is none */
    Instant time() {
        long seconds = number("t");
        long micros = number("tu");
        return seconds < 0 || micros < 0 || micros > 999_999 || seconds > Long.MAX_VALUE / 1000 - 1
                ? null
                : Instant.ofEpochMilli(1000 * seconds + micros / 1000);
    }

    /** @return the value; -1 if it is absent or no whole number from 0 to 2^63-1 */
    long number(String keyword) {
        return CountText.parse(fields.getOrDefault(keyword, ""));
    }
}
