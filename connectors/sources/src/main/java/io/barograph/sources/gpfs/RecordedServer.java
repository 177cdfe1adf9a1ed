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
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
        double[] row = rows.computeIfAbsent(time, unused -> {
            double[] empty = new double[MmperfmonQuantity.COUNT];
            Arrays.fill(empty, Double.NaN);
            return empty;
        });
        double known = row[quantity.place()];
        if (!Double.isNaN(known) && !Double.isNaN(value) && known != value) {
            return false;
        }
        if (!Double.isNaN(value)) {
            row[quantity.place()] = value;
        }
        return true;
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

    Iterator<ServerSample> samples(Duration interval) {
        Pass pass = new Pass(interval);
        return rows.entrySet().stream()
                .flatMap(row -> Stream.of(pass.atBegin(row), pass.atEnd(row, rows.higherEntry(row.getKey()))))
                .filter(Objects::nonNull)
                .iterator();
    }

    /** The counters, from row to row. */
    private final class Pass {
        private final Duration interval;
        private final double[] sums = new double[MmperfmonQuantity.AMOUNTS];
        private final boolean[] started = new boolean[MmperfmonQuantity.AMOUNTS];

        Pass(Duration interval) {
            this.interval = interval;
        }

        /** @return null unless a counter begins where the row's interval begins */
        private ServerSample atBegin(Map.Entry<Instant, double[]> row) {
            boolean[] begins = new boolean[MmperfmonQuantity.AMOUNTS];
            if (!begin(row, begins)) {
                return null;
            }
            ServerSample sample = empty(row.getKey().minus(interval));
            setCounters(sample, begins);
            return sample;
        }

        /** Marks the counters that begin with a row. */
        private boolean begin(Map.Entry<Instant, double[]> with, boolean[] begins) {
            boolean any = false;
            for (int i = 0; i < MmperfmonQuantity.AMOUNTS; i++) {
                if (!started[i] && !Double.isNaN(with.getValue()[i])) {
                    begins[i] = true;
                    started[i] = true;
                    any = true;
                }
            }
            return any;
        }

        /** @return what is known at the end of the row's interval, which may be the beginning of a counter */
        private ServerSample atEnd(Map.Entry<Instant, double[]> row, Map.Entry<Instant, double[]> next) {
            double[] values = row.getValue();
            boolean[] known = new boolean[MmperfmonQuantity.AMOUNTS];
            boolean any = false;
            for (int i = 0; i < MmperfmonQuantity.AMOUNTS; i++) {
                known[i] = !Double.isNaN(values[i]);
                any |= known[i];
                sums[i] += known[i] ? values[i] : 0;
            }
            if (next != null && !next.getKey().minus(interval).isAfter(row.getKey())) {
                any |= begin(next, known);
            }
            double cpu = values[MmperfmonQuantity.CPU_USER_PERCENT.place()]
                    + values[MmperfmonQuantity.CPU_SYSTEM_PERCENT.place()];
            double memory = values[MmperfmonQuantity.MEMORY_TOTAL_BYTES.place()];
            double used = memory - values[MmperfmonQuantity.MEMORY_FREE_BYTES.place()];
            boolean knowsMemory = !Double.isNaN(used) && memory > 0;
            if (!any && Double.isNaN(cpu) && !knowsMemory) {
                return null;
            }
            ServerSample sample = empty(row.getKey());
            setCounters(sample, known);
            sample.setCpuPercent(Double.isNaN(cpu) ? null : cpu);
            sample.setMemoryPercent(knowsMemory ? 100 * used / memory : null);
            return sample;
        }

        private void setCounters(ServerSample sample, boolean[] known) {
            sample.setReadBytes(counter(MmperfmonQuantity.READ_BYTES, known));
            sample.setWriteBytes(counter(MmperfmonQuantity.WRITE_BYTES, known));
            sample.setReadOperations(counter(MmperfmonQuantity.READ_OPERATIONS, known));
            sample.setWriteOperations(counter(MmperfmonQuantity.WRITE_OPERATIONS, known));
        }

        private Long counter(MmperfmonQuantity quantity, boolean[] known) {
            return known[quantity.place()] ? Math.round(sums[quantity.place()]) : null;
        }

        private ServerSample empty(Instant time) {
            return ServerSample.newBuilder()
                    .setFileSystem(fileSystem)
                    .setServer(server)
                    .setHost(host)
                    .setKind(ServerKind.NSD)
                    .setTime(time)
                    .setPublishedAt(time)
                    .setIntervalMillis(Math.toIntExact(interval.toMillis()))
                    .setCollector("mmperfmon")
                    .build();
        }
    }
}
