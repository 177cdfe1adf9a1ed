package io.barograph.verdicts.why;

import io.barograph.schemas.ContentionEvent;
import java.util.List;
import java.util.Optional;

/**
 * One answer with its evidence.
 *
 * @param rule the rule that says so
 * @param evidence one to three lines with numbers and units, the weightiest first
 * @param host the probing host that it is taken from
 */
public record SlownessExplanation(
        SlownessCause answer,
        SlownessRule rule,
        List<String> evidence,
        Optional<ContentionEvent> event,
        Optional<String> host) {
    /** Most lines of evidence. */
    public static final int MAX_LINES = 3;

    /** Cuts the evidence to {@link #MAX_LINES}. */
    public SlownessExplanation {
        evidence = evidence.stream()
                .filter(line -> !line.isBlank())
                .distinct()
                .limit(MAX_LINES)
                .toList();
        if (evidence.isEmpty()) {
            throw new IllegalArgumentException("an answer needs evidence");
        }
    }

    /** @return the same for those who may not know whose jobs the others are */
    public SlownessExplanation withoutNames() {
        return event.map(EvidenceLines::suspects)
                .map(named -> new SlownessExplanation(
                        answer,
                        rule,
                        evidence.stream()
                                .map(line -> line.equals(named) ? "Most of the load: jobs of others." : line)
                                .toList(),
                        event,
                        host))
                .orElse(this);
    }

    static SlownessExplanation of(SlownessCause answer, SlownessRule rule, List<String> evidence) {
        return new SlownessExplanation(answer, rule, evidence, Optional.empty(), Optional.empty());
    }
}
