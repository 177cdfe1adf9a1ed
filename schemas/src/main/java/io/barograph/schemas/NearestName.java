package io.barograph.schemas;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody meant who wrote a name that is not known. */
public final class NearestName {
    private NearestName() {}

    /** @return the known name with the smallest edit distance (Levenshtein); the first one of several */
    public static Optional<String> of(String unknown, Collection<String> known) {
        return known.stream().min(Comparator.comparingInt(name -> editDistance(name, unknown)));
    }

    /** @return the nearest known name, unless more than half of the letters would have to change */
    public static Optional<String> similar(String unknown, Collection<String> known) {
        return of(unknown, known).filter(name -> editDistance(name, unknown) <= unknown.length() / 2);
    }

    private static int editDistance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
