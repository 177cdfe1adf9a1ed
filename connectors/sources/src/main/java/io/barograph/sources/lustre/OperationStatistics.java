package io.barograph.sources.lustre;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A text of counters: {@code stats}, {@code md_stats}. A line is {@code name count samples [unit]}, then for some units
 * {@code min max sum}, then for some versions the sum of squares. The unit does not matter here: {@code reqs}, {@code
 * usec} and {@code usecs} count operations, {@code bytes} sums bytes.
 *
 * <p>A server leaves out a counter that is zero. So an absent line is zero, if the text is whole: it states its time, and
 * every line of it was understood. Else an absent line is unknown. Where a name stands twice, the last line counts, as in
 * LMT.
 */
final class OperationStatistics {
    /** Counter of one operation; a sum that the text does not have is 0. */
    private record Operation(long count, long sum) {
        private Operation plus(Operation other) {
            return new Operation(Math.addExact(count, other.count), Math.addExact(sum, other.sum));
        }
    }

    private static final Set<String> TIMES = Set.of("start_time", "elapsed_time");

    private final Map<String, Operation> operations;
    private final Instant time;
    private final boolean whole;

    private OperationStatistics(Map<String, Operation> operations, Instant time, boolean whole) {
        this.operations = Collections.unmodifiableMap(operations);
        this.time = time;
        this.whole = whole;
    }

    static OperationStatistics parse(ServerText text, ParseProblemHandler problems) {
        Map<String, Operation> operations = new LinkedHashMap<>();
        Instant time = null;
        boolean understood = true;
        List<String> lines = text.lines();
        for (int i = 0; i < lines.size(); i++) {
            String[] words = lines.get(i).strip().split("\\s+", 2);
            String name = words[0].endsWith(":") ? words[0].substring(0, words[0].length() - 1) : words[0];
            if (name.isEmpty() || TIMES.contains(name)) {
                continue;
            }
            String value = words.length == 2 ? words[1] : "";
            try {
                if (name.equals("snapshot_time")) {
                    time = SnapshotTime.parse(value)
                            .orElseThrow(() -> new NumberFormatException("snapshot_time is of no known form"));
                } else {
                    operations.put(name, operation(value));
                }
            } catch (NumberFormatException e) {
                understood = false;
                problems.report(text.at(i), e.getMessage(), lines.get(i));
            }
        }
        return new OperationStatistics(operations, time, understood && time != null);
    }

    private static Operation operation(String value) {
        String[] words = value.split("\\s+", -1);
        boolean numbers = words.length == 3 || words.length == 6 || words.length == 7;
        if (!numbers || !words[1].equals("samples") || !words[2].startsWith("[") || !words[2].endsWith("]")) {
            throw new NumberFormatException("not a line \"name count samples [unit] ...\"");
        }
        long count = StatisticsNumbers.count(words[0]);
        if (words.length == 3 && words[2].equals("[bytes]") && count > 0) {
            throw new NumberFormatException("it counts bytes but has no sum");
        }
        return new Operation(count, words.length > 3 ? StatisticsNumbers.count(words[5]) : 0);
    }

    /**
     * @param parts texts of the same kind, for instance of each client
     * @return their sum; what is too large for a counter is left out and makes it not whole
     */
    static OperationStatistics sum(Collection<OperationStatistics> parts) {
        Map<String, Operation> sum = new LinkedHashMap<>();
        List<Instant> times = new ArrayList<>();
        boolean whole = true;
        for (OperationStatistics part : parts) {
            part.time().ifPresent(times::add);
            whole &= part.whole;
            for (Map.Entry<String, Operation> entry : part.operations.entrySet()) {
                try {
                    sum.merge(entry.getKey(), entry.getValue(), Operation::plus);
                } catch (ArithmeticException e) {
                    sum.remove(entry.getKey());
                    whole = false;
                }
            }
        }
        return new OperationStatistics(sum, times.isEmpty() ? null : Collections.max(times), whole);
    }

    Set<String> names() {
        return operations.keySet();
    }

    /** @return how often the operation took place; null if that is not known */
    Long count(String name) {
        Operation operation = operations.get(name);
        return operation == null ? absent() : Long.valueOf(operation.count());
    }

    /** @return the sum over its samples, in its unit; null if that is not known */
    Long sum(String name) {
        Operation operation = operations.get(name);
        return operation == null ? absent() : Long.valueOf(operation.sum());
    }

    private Long absent() {
        return whole ? Long.valueOf(0) : null;
    }

    /** @return when the server took it, if it says so */
    Optional<Instant> time() {
        return Optional.ofNullable(time);
    }
}
