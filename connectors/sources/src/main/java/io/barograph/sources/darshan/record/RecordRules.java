package io.barograph.sources.darshan.record;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What Darshan's counters of one file say about each other. Each holds for every record of the recorded logs, of the
 * versions 2.6 to 3.5. A log that breaks one has been damaged, though the checksums of its parts are right, and is
 * marked as partial.
 */
public final class RecordRules {
    private static final String[] BINS = {
        "0_100", "100_1K", "1K_10K", "10K_100K", "100K_1M", "1M_4M", "4M_10M", "10M_100M", "100M_1G", "1G_PLUS"
    };

    /** Bytes that an access of a bin has at least, and one of the bin before at most. */
    private static final double[] BIN_BYTES = {
        0, 100, 1 << 10, 10 << 10, 100 << 10, 1 << 20, 4 << 20, 10 << 20, 100 << 20, 1 << 30, Double.POSITIVE_INFINITY
    };

    /** A process and its threads: more than any node runs at a time. */
    private static final double MAX_THREADS = 1024;

    /** Clocks of a node and of a run differ, and old formats have whole seconds. */
    private static final double TOLERANCE_SECONDS = 1;

    private static final double TOLERANCE_PART = 0.01;
    private static final double ROUNDING_SECONDS = 1e-6;
    private static final int NONE = -1;

    private final int counterCount;
    private final int timeCount;
    private final long countersOffset;
    private final List<Direction> directions;
    private final List<int[]> accesses = new ArrayList<>();
    private final List<int[]> namedRanks = new ArrayList<>();
    private final List<Integer> timestamps = new ArrayList<>();
    private final List<int[]> stretches = new ArrayList<>();
    private final int metadataTime;

    /** Counters of STDIO, which has no histogram: opens of both kinds, then seeks; empty for the other modules. */
    private final List<Integer> streamOpens;

    private final int streamSeeks;

    /** Where the counters of reads, or of writes, stand; {@value #NONE} or empty where a module has none. */
    private record Direction(
            String name,
            int bytes,
            List<Integer> operations,
            List<Integer> bins,
            int sequential,
            int consecutive,
            int lastByte,
            int slowestSize,
            int time,
            int slowestTime,
            int end) {}

    /** @param countersOffset where the integer counters begin in a record; the floating-point counters follow */
    public RecordRules(IoModule module, long countersOffset, List<String> counters, List<String> times) {
        this.countersOffset = countersOffset;
        this.counterCount = counters.size();
        this.timeCount = times.size();
        Index index = new Index(module, counters, times);
        this.directions = List.of(direction(index, "READ", "READ"), direction(index, "WRITE", "WRITTEN"));
        for (int i = 1; i <= 4 && module != IoModule.STDIO; i++) {
            accesses.add(new int[] {index.counter("ACCESS" + i + "_ACCESS"), index.counter("ACCESS" + i + "_COUNT")});
        }
        for (String which : List.of("FASTEST", "SLOWEST")) {
            namedRanks.add(new int[] {index.counter(which + "_RANK"), index.counter(which + "_RANK_BYTES")});
        }
        for (int i = 0; i < times.size(); i++) {
            if (times.get(i).endsWith("_TIMESTAMP")) {
                timestamps.add(i);
            }
        }
        for (String operation : List.of("READ", "WRITE")) {
            stretches.add(
                    new int[] {index.time(operation + "_START_TIMESTAMP"), index.time(operation + "_END_TIMESTAMP")});
        }
        this.metadataTime = index.time("META_TIME");
        boolean streams = module == IoModule.STDIO;
        this.streamOpens = streams ? List.of(index.counter("OPENS"), index.counter("FDOPENS")) : List.of();
        this.streamSeeks = streams ? index.counter("SEEKS") : NONE;
    }

    private record Index(IoModule module, List<String> counters, List<String> times) {
        int counter(String name) {
            return counters.indexOf(prefix() + name);
        }

        int time(String name) {
            return times.indexOf(prefix() + "F_" + name);
        }

        private String prefix() {
            return module.counterSymbol().replace("counter_names", "").toUpperCase(Locale.ROOT);
        }
    }

    private static Direction direction(Index index, String verb, String participle) {
        Stream<String> operations = index.module() == IoModule.MPI_IO
                ? Stream.of("INDEP_", "COLL_", "SPLIT_", "NB_").map(kind -> kind + verb + "S")
                : Stream.of(verb + "S");
        String bins = index.module() == IoModule.MPI_IO ? "SIZE_" + verb + "_AGG_" : "SIZE_" + verb + "_";
        return new Direction(
                verb.toLowerCase(Locale.ROOT),
                index.counter("BYTES_" + (verb.equals("READ") ? "READ" : participle)),
                operations.map(index::counter).toList(),
                index.module() == IoModule.STDIO
                        ? List.of()
                        : Stream.of(BINS).map(bin -> index.counter(bins + bin)).toList(),
                index.counter("SEQ_" + verb + "S"),
                index.counter("CONSEC_" + verb + "S"),
                index.counter("MAX_BYTE_" + participle),
                index.counter("MAX_" + verb + "_TIME_SIZE"),
                index.time(verb + "_TIME"),
                index.time("MAX_" + verb + "_TIME"),
                index.time(verb + "_END_TIMESTAMP"));
    }

    public void check(Pointer fileRecord, long rank, long processes, double runTimeSeconds, Consumer<String> broken) {
        long[] counters = fileRecord.getLongArray(countersOffset, counterCount);
        double[] times = fileRecord.getDoubleArray(countersOffset + (long) Long.BYTES * counterCount, timeCount);
        if (rank < RecordValues.ALL_RANKS || rank >= processes) {
            broken.accept("a rank outside the run");
        }
        double latest = runTimeSeconds * (1 + TOLERANCE_PART) + TOLERANCE_SECONDS;
        double ranks = rank == RecordValues.ALL_RANKS ? processes : 1;
        for (Direction direction : directions) {
            checkAmounts(direction, counters, broken);
            checkTimes(direction, counters, times, latest, ranks, broken);
        }
        checkBoth(counters, processes, broken);
        if (!streamOpens.isEmpty() && rank != RecordValues.ALL_RANKS) {
            checkStream(counters, broken);
        }
        if (Math.abs(times[metadataTime]) > ranks * latest * MAX_THREADS) {
            broken.accept("more time for metadata than its threads have");
        }
        for (int timestamp : timestamps) {
            double value = times[timestamp];
            if (value > latest || (value < 0 && value != NONE)) {
                broken.accept("times outside the run");
            }
        }
        for (int[] stretch : stretches) {
            if (times[stretch[1]] > 0 && times[stretch[0]] > times[stretch[1]] + ROUNDING_SECONDS) {
                broken.accept("an end before its start");
            }
        }
    }

    private static void checkAmounts(Direction direction, long[] counters, Consumer<String> broken) {
        long bytes = counters[direction.bytes()];
        double operations = sum(direction.operations(), counters);
        if (operations == 0 && bytes > 0) {
            broken.accept("bytes without a " + direction.name());
        }
        if (at(counters, direction.slowestSize()) > Math.max(0, bytes)) {
            broken.accept("a " + direction.name() + " of more bytes than all");
        }
        if (direction.sequential() != NONE
                && (counters[direction.consecutive()] > counters[direction.sequential()]
                        || counters[direction.sequential()] > operations)) {
            broken.accept("more sequential " + direction.name() + "s than " + direction.name() + "s");
        }
        if (direction.bins().isEmpty()) {
            return;
        }
        if (sum(direction.bins(), counters) != operations) {
            broken.accept("a number of " + direction.name() + "s that is not the sum of its histogram");
        }
        double least = 0;
        double most = 0;
        int largest = 0;
        for (int i = 0; i < BINS.length; i++) {
            double accesses = counters[direction.bins().get(i)];
            if (accesses > 0) {
                least += accesses * BIN_BYTES[i];
                most += accesses * BIN_BYTES[i + 1];
                largest = i;
            }
        }
        if (bytes < least || bytes > most) {
            broken.accept("bytes of " + direction.name() + "s that do not fit their histogram");
        }
        if (direction.lastByte() != NONE && bytes > 0 && counters[direction.lastByte()] + 1.0 < BIN_BYTES[largest]) {
            broken.accept("a " + direction.name() + " that ends beyond the last byte");
        }
    }

    private static void checkTimes(
            Direction direction,
            long[] counters,
            double[] times,
            double latest,
            double ranks,
            Consumer<String> broken) {
        double time = times[direction.time()];
        if (Math.abs(time) > ranks * latest * MAX_THREADS) {
            broken.accept("more time for " + direction.name() + "s than its threads have");
        }
        boolean any = (time != 0 && time != NONE) || times[direction.end()] > 0;
        if (any && sum(direction.operations(), counters) == 0) {
            broken.accept("time for " + direction.name() + "s without one");
        }
        if (direction.slowestTime() != NONE
                && times[direction.slowestTime()]
                        > Math.min(latest, Math.max(0, time) * (1 + 1e-9) + ROUNDING_SECONDS)) {
            broken.accept("a " + direction.name() + " that took longer than all");
        }
    }

    private void checkBoth(long[] counters, long processes, Consumer<String> broken) {
        double bytes = 0;
        double operations = 0;
        for (Direction direction : directions) {
            bytes += Math.max(0, counters[direction.bytes()]);
            operations += sum(direction.operations(), counters);
        }
        double commonBytes = 0;
        double commonOperations = 0;
        for (int[] access : accesses) {
            double count = Math.max(0, counters[access[1]]);
            commonBytes += count * Math.max(0, counters[access[0]]);
            commonOperations += count;
        }
        if (commonOperations > operations || commonBytes > bytes) {
            broken.accept("more accesses of common sizes than accesses");
        }
        for (int[] named : namedRanks) {
            if (counters[named[0]] >= processes || at(counters, named[1]) > bytes) {
                broken.accept("a fastest or slowest rank that is impossible");
            }
        }
    }

    /** A file that was opened once and never sought in has as many bytes as its last one says. */
    private void checkStream(long[] counters, Consumer<String> broken) {
        if (sum(streamOpens, counters) > 1 || counters[streamSeeks] > 0) {
            return;
        }
        boolean both = directions.stream().allMatch(direction -> counters[direction.bytes()] > 0);
        for (Direction direction : directions) {
            long bytes = counters[direction.bytes()];
            if (!both && bytes > 0 && counters[direction.lastByte()] != bytes - 1) {
                broken.accept("bytes of a stream that do not fit its last byte");
            }
        }
    }

    /** Counters are at most 2^63; doubles add them without overflow, exactly as long as they are possible. */
    private static double sum(List<Integer> indices, long[] counters) {
        double sum = 0;
        for (int index : indices) {
            sum += Math.max(0, counters[index]);
        }
        return sum;
    }

    private static long at(long[] counters, int index) {
        return index == NONE ? 0 : counters[index];
    }
}
