package io.barograph.collectors.core;

import io.barograph.schemas.DeadLetter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Passes a dead letter on once: a source that is polled shows the same bad line in every poll. The newest
 * {@value #REMEMBERED} letters are remembered by origin and reason.
 */
public final class RepeatedLetters {
    private static final int REMEMBERED = 10_000;

    private final Set<String> seen = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    /**
     * @param letters takes the letters that are new
     * @return takes all letters, from any thread
     */
    public Consumer<DeadLetter> to(Consumer<DeadLetter> letters) {
        return letter -> {
            if (isNew(letter)) {
                letters.accept(letter);
            }
        };
    }

    private synchronized boolean isNew(DeadLetter letter) {
        return seen.add(letter.getOrigin() + '\n' + letter.getReason());
    }
}
