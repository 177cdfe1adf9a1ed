package io.barograph.sources.lustre;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * State of a target, from {@code recovery_status}, in LMT's words: {@code COMPLETE 108/108 0s remaining}, {@code
 * RECOVERING 172 43s remaining}, {@code INACTIVE 0s remaining}, {@code WAITING on MDTs: 0001}.
 */
final class RecoveryStatus {
    private RecoveryStatus() {}

    /** @return the state; null if the text does not have it */
    static String parse(ServerText text, ParseProblemHandler problems) {
        Map<String, String> values = new HashMap<>();
        List<String> lines = text.lines();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", 2);
            if (words.length == 2) {
                values.put(words[0], words[1]);
            }
        }
        String status = values.get("status:");
        if (status == null) {
            problems.report(text.at(0), "no line \"status:\"", text.content());
            return null;
        }
        String awaited = values.get("non-ready");
        if (awaited != null) {
            return fold(status + " on " + awaited);
        }
        return fold(status + " " + values.getOrDefault("completed_clients:", "") + " "
                + values.getOrDefault("time_remaining:", "0") + "s remaining");
    }

    /** @return the words with one blank between them */
    static String fold(String words) {
        return words.strip().replaceAll("\\s+", " ");
    }
}
