package io.barograph.sources.gpfs;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What reports say of one server. Amounts per interval become counters: 0 at the beginning of the first interval whose
 * amount is known, then the running sum at the end of each. An interval whose amount is not known has no sample at its
 * end, and what was moved in it is in no counter: nobody recorded it.
 */
final class RecordedServer {
    private final String fileSystem;
    private final String server;
    private final String host;
    private final TreeMap<Instant, double[]> rows = new TreeMap<>();

    RecordedServer(String fileSystem, String server, String host) {
        this.fileSystem = fileSystem;
        this.server = server;
        this.host = host;
    }

    /** @return false if another value is there already; one that is the same may come twice */
    boolean put(Instant time, MmperfmonQuantity quantity, double value) {
        double[] row = rows.computeIfAbsent(time, unused -> unknownRow());
        double known = row[quantity.place()];
        if (!Double.isNaN(known) && !Double.isNaN(value) && known != value) {
            return false;
        }
        if (!Double.isNaN(value)) {
            row[quantity.place()] = value;
        }
        return true;
    }

    private static double[] unknownRow() {
        double[] row = new double[MmperfmonQuantity.COUNT];
        Arrays.fill(row, Double.NaN);
        return row;
    }

    String fileSystem() {
        return fileSystem;
    }

    /** @return median distance of two rows; {@code usual} if there are less than two */
    Duration interval(Duration usual) {
        List<Duration> steps = new ArrayList<>();
        Instant before = null;
        for (Instant time : rows.keySet()) {
            if (before != null) {
                steps.add(Duration.between(before, time));
            }
            before = time;
        }
        Collections.sort(steps);
        return steps.isEmpty() ? usual : steps.get(steps.size() / 2);
    }

    long rows() {
        return rows.size();
    }

    /** An interval that does not begin where the one before ends has an instant at its beginning as well. */
    Iterator<ServerSample> samples(Duration interval) {
        List<Instant> times = new ArrayList<>();
        List<double[]> rowsThatEnd = new ArrayList<>();
        rows.forEach((time, row) -> {
            Instant begin = time.minus(interval);
            if (times.isEmpty() || begin.isAfter(times.get(times.size() - 1))) {
                times.add(begin);
                rowsThatEnd.add(unknownRow());
            }
            times.add(time);
            rowsThatEnd.add(row);
        });
        rowsThatEnd.add(unknownRow());
        Counters counters = new Counters();
        return IntStream.range(0, times.size())
                .mapToObj(i -> sample(
                        times.get(i),
                        interval,
                        counters.next(rowsThatEnd.get(i), rowsThatEnd.get(i + 1)),
                        rowsThatEnd.get(i)))
                .filter(Objects::nonNull)
                .iterator();
    }

    /** The running sums of the amounts. */
    private static final class Counters {
        private final double[] sums = new double[MmperfmonQuantity.AMOUNTS];
        private final boolean[] started = new boolean[MmperfmonQuantity.AMOUNTS];

        /** @return the counters where one row ends and the following one begins; null where not known */
        Long[] next(double[] ended, double[] following) {
            Long[] counters = new Long[MmperfmonQuantity.AMOUNTS];
            for (int i = 0; i < MmperfmonQuantity.AMOUNTS; i++) {
                boolean isKnown = !Double.isNaN(ended[i]);
                boolean begins = !started[i] && !Double.isNaN(following[i]);
                started[i] |= begins;
                sums[i] += isKnown ? ended[i] : 0;
                counters[i] = isKnown || begins ? Math.round(sums[i]) : null;
            }
            return counters;
        }
    }

    /** @return null if nothing is known of the instant */
    private ServerSample sample(Instant time, Duration interval, Long[] counters, double[] row) {
        double cpu =
                row[MmperfmonQuantity.CPU_USER_PERCENT.place()] + row[MmperfmonQuantity.CPU_SYSTEM_PERCENT.place()];
        double memory = row[MmperfmonQuantity.MEMORY_TOTAL_BYTES.place()];
        double used = memory - row[MmperfmonQuantity.MEMORY_FREE_BYTES.place()];
        boolean knowsMemory = !Double.isNaN(used) && memory > 0;
        if (Stream.of(counters).allMatch(Objects::isNull) && Double.isNaN(cpu) && !knowsMemory) {
            return null;
        }
        return ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer(server)
                .setHost(host)
                .setKind(ServerKind.NSD)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(Math.toIntExact(interval.toMillis()))
                .setCollector("mmperfmon")
                .setReadBytes(counters[MmperfmonQuantity.READ_BYTES.place()])
                .setWriteBytes(counters[MmperfmonQuantity.WRITE_BYTES.place()])
                .setReadOperations(counters[MmperfmonQuantity.READ_OPERATIONS.place()])
                .setWriteOperations(counters[MmperfmonQuantity.WRITE_OPERATIONS.place()])
                .setCpuPercent(Double.isNaN(cpu) ? null : cpu)
                .setMemoryPercent(knowsMemory ? 100 * used / memory : null)
                .build();
    }
}
