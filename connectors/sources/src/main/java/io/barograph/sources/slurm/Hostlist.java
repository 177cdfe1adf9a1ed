package io.barograph.sources.slurm;

import io.barograph.runtime.RefusedRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Slurm's short form of node names: {@code nid0[1001-1003,1010]}, {@code rack[0-1]node[08-11],login1}. A range keeps the
 * width of its first number ({@code [008-010]}). Several brackets of one name give all combinations, the last one
 * fastest.
 *
 * <p>No machine has more than {@value #MAX_NODES} nodes; a list that would give more is refused before it is expanded.
 */
final class Hostlist {
    static final int MAX_NODES = 200_000;

    private static final int MAX_DIGITS = 12;

    /** What Slurm writes instead of a list when there is none. */
    private static final Set<String> NONE = Set.of("", "None assigned", "None", "(null)", "N/A", "Unknown");

    private final String text;
    private int at;

    private Hostlist(String text) {
        this.text = text;
    }

    /**
     * @return the names in its order, with repetitions; empty if the job has no nodes
     * @throws RefusedRecordException if it is no host list, or would give too many names
     */
    static List<String> expand(String text) throws RefusedRecordException {
        if (NONE.contains(text.strip())) {
            return List.of();
        }
        return new Hostlist(text.strip()).names();
    }

    private List<String> names() throws RefusedRecordException {
        List<String> names = new ArrayList<>();
        do {
            List<String> more = name();
            if (names.size() + more.size() > MAX_NODES) {
                throw tooMany();
            }
            names.addAll(more);
        } while (take(','));
        if (at < text.length()) {
            throw refused("unexpected \"" + text.charAt(at) + "\"");
        }
        return names;
    }

    private List<String> name() throws RefusedRecordException {
        List<String> names = List.of("");
        int begin = at;
        while (at < text.length() && text.charAt(at) != ',') {
            names = append(names, take('[') ? ranges() : List.of(literal()));
        }
        if (at == begin) {
            throw refused("a name is empty");
        }
        return names;
    }

    private static List<String> append(List<String> names, List<String> endings) throws RefusedRecordException {
        if ((long) names.size() * endings.size() > MAX_NODES) {
            throw tooMany();
        }
        List<String> longer = new ArrayList<>(names.size() * endings.size());
        for (String name : names) {
            for (String ending : endings) {
                longer.add(name + ending);
            }
        }
        return longer;
    }

    private String literal() throws RefusedRecordException {
        int begin = at;
        while (at < text.length() && isLiteral(text.charAt(at))) {
            at++;
        }
        if (at == begin) {
            throw refused("unexpected \"" + text.charAt(at) + "\"");
        }
        return text.substring(begin, at);
    }

    private static boolean isLiteral(char character) {
        return character > ' ' && character < 0x7f && ",[]|\"".indexOf(character) < 0;
    }

    private List<String> ranges() throws RefusedRecordException {
        List<String> numbers = new ArrayList<>();
        do {
            String first = digits();
            String last = take('-') ? digits() : first;
            long from = Long.parseLong(first);
            long to = Long.parseLong(last);
            if (to < from) {
                throw refused("the range " + first + "-" + last + " runs backwards");
            }
            if (to - from + numbers.size() >= MAX_NODES) {
                throw tooMany();
            }
            for (long number = from; number <= to; number++) {
                String plain = Long.toString(number);
                numbers.add("0".repeat(Math.max(0, first.length() - plain.length())) + plain);
            }
        } while (take(','));
        if (!take(']')) {
            throw refused(at < text.length() ? "unexpected \"" + text.charAt(at) + "\" in brackets" : "] is missing");
        }
        return numbers;
    }

    private String digits() throws RefusedRecordException {
        int begin = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == begin || at - begin > MAX_DIGITS) {
            throw refused("a number of 1 to " + MAX_DIGITS + " digits is missing");
        }
        return text.substring(begin, at);
    }

    private boolean take(char expected) {
        boolean there = at < text.length() && text.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private RefusedRecordException refused(String problem) {
        return new RefusedRecordException(
                "no host list: " + problem + " at character " + (at + 1) + " of \"" + TextShortener.of(text) + "\"");
    }

    private static RefusedRecordException tooMany() {
        return new RefusedRecordException("the host list names more than " + MAX_NODES + " nodes");
    }
}
