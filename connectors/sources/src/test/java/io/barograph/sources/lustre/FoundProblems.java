package io.barograph.sources.lustre;

import java.util.ArrayList;
import java.util.List;

/** Keeps the problems that a parser reports. */
final class FoundProblems implements ParseProblemHandler {
    record Problem(String origin, String reason, String input) {}

    private final List<Problem> all = new ArrayList<>();

    @Override
    public void report(String origin, String reason, String input) {
        all.add(new Problem(origin, reason, input));
    }

    List<Problem> all() {
        return all;
    }

    /** Fails the test if there is a problem. */
    static final ParseProblemHandler NONE = (origin, reason, input) -> {
        throw new AssertionError(origin + ": " + reason + ": " + input);
    };
}
