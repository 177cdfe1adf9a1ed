package io.barograph.runtime;

import io.barograph.schemas.DeadLetter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Lets one dead letter an hour through of each problem: a source that is polled shows the same bad line in every poll. The
 * others are counted by {@link RecordPublisher#refuseAgain}, and the next letter of the problem says how many they were. The
 * newest {@value #REMEMBERED} problems are remembered by origin and reason.
 */
public final class DeadLetterThrottle {
    private static final Duration QUIET = Duration.ofHours(1);
    private static final int REMEMBERED = 10_000;
    private static final Pattern COUNT = Pattern.compile(" \\(\\d+ more times since [^ ()]+\\)$");

    private final Clock clock;
    private final Map<String, Problem> problems = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Problem> eldest) {
            return size() > REMEMBERED;
        }
    };

    public DeadLetterThrottle(Clock clock) {
        this.clock = clock;
    }

    /**
     * @param output takes the letters that pass, and counts the others
     * @return takes all letters, from any thread
     */
    public Consumer<DeadLetter> to(RecordPublisher output) {
        return to(output::refuse, output::refuseAgain);
    }

    /** @return takes all letters, from any thread */
    public Consumer<DeadLetter> to(Consumer<DeadLetter> letters, Consumer<DeadLetter> repeats) {
        return letter -> {
            DeadLetter passing = passing(letter);
            if (passing == null) {
                repeats.accept(letter);
            } else {
                letters.accept(passing);
            }
        };
    }

    /** @return the reason without the number of its repeats */
    public static String withoutCount(String reason) {
        return COUNT.matcher(reason).replaceFirst("");
    }

    /** @return null if there was a letter of this problem in the last hour */
    private synchronized DeadLetter passing(DeadLetter letter) {
        Instant now = clock.instant();
        String key = letter.getOrigin() + '\n' + letter.getReason();
        Problem known = problems.get(key);
        if (known != null && now.isBefore(known.passed.plus(QUIET))) {
            known.repeats++;
            return null;
        }
        problems.put(key, new Problem(now));
        return known == null || known.repeats == 0
                ? letter
                : DeadLetter.newBuilder(letter)
                        .setReason(letter.getReason() + " (" + known.repeats + " more times since "
                                + known.passed.truncatedTo(ChronoUnit.SECONDS) + ")")
                        .build();
    }

    private static final class Problem {
        private final Instant passed;
        private long repeats;

        Problem(Instant passed) {
            this.passed = passed;
        }
    }
}
