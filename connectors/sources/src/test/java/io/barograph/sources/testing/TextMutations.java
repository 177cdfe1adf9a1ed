package io.barograph.sources.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Damaged text for the fuzz tests of parsers: real inputs with bytes flipped, lines cut, doubled, swapped or joined, and
 * numbers made huge, negative or fractional. A fuzz test is a jqwik class named {@code *FuzzTest} whose properties leave
 * the number of tries to the default, so that
 *
 * <pre>./barograph test -pl connectors/sources -am -Dtest='*FuzzTest' -Djqwik.tries.default=100000</pre>
 *
 * <p>runs it for minutes. Inputs that once failed lie in {@code src/test/resources/fuzz-corpus/} and are tested first.
 */
public final class TextMutations {
    private static final int MAX_MUTATIONS = 8;
    private static final String[] NUMBERS = {
        "0", "-1", "18446744073709551615", "9223372036854775808", "1e400", "NaN", "0.5", "00", "", "1 2", "0x10"
    };
    private static final String STRANGE = "\u0000\u001b\t;:,=|%\"\\{}[]- \u00e9\u20ac\ud83d\ude00";

    private TextMutations() {}

    /**
     * @param seeds well-formed inputs, at least one
     * @return damaged forms of them
     */
    public static Arbitrary<String> of(List<String> seeds) {
        return Combinators.combine(
                        Arbitraries.of(seeds), Arbitraries.integers().between(1, MAX_MUTATIONS), Arbitraries.longs())
                .as((seed, count, random) -> mutate(seed, count, new Random(random)));
    }

    private static String mutate(String seed, int count, Random random) {
        String text = seed;
        for (int i = 0; i < count && !text.isEmpty(); i++) {
            text = switch (random.nextInt(7)) {
                case 0 -> replaceCharacter(text, random);
                case 1 -> text.substring(0, random.nextInt(text.length()));
                case 2 -> text.substring(random.nextInt(text.length()));
                case 3 -> replaceNumber(text, random);
                case 4 -> shuffleLines(text, random);
                case 5 -> repeatPart(text, random);
                default -> removePart(text, random);
            };
        }
        return text;
    }

    private static String replaceCharacter(String text, Random random) {
        int at = random.nextInt(text.length());
        return text.substring(0, at) + STRANGE.charAt(random.nextInt(STRANGE.length())) + text.substring(at + 1);
    }

    private static String replaceNumber(String text, Random random) {
        int begin = random.nextInt(text.length());
        while (begin < text.length() && !Character.isDigit(text.charAt(begin))) {
            begin++;
        }
        int end = begin;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return text.substring(0, begin) + NUMBERS[random.nextInt(NUMBERS.length)] + text.substring(end);
    }

    private static String shuffleLines(String text, Random random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        int first = random.nextInt(lines.size());
        int second = random.nextInt(lines.size());
        String line = lines.get(first);
        lines.set(first, lines.get(second));
        lines.set(second, line);
        return String.join("\n", lines);
    }

    private static String repeatPart(String text, Random random) {
        int begin = random.nextInt(text.length());
        int end = Math.min(text.length(), begin + 1 + random.nextInt(200));
        return text.substring(0, end) + text.substring(begin);
    }

    private static String removePart(String text, Random random) {
        int begin = random.nextInt(text.length());
        int end = Math.min(text.length(), begin + 1 + random.nextInt(200));
        return text.substring(0, begin) + text.substring(end);
    }
}
