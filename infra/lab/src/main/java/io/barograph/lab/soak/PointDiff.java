package io.barograph.lab.soak;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares all points of two databases of an InfluxDB 1.x: measurement, tags, time and every field. Both are read in the
 * order of time, a page at a time, so that their size does not matter. The tag {@code replay} is what distinguishes the databases
 * apart, and left out.
 */
final class PointDiff {
    /** Differences of one measurement that are described; all are counted. */
    static final int MAX_SHOWN = 10;

    private static final String REPLAY_TAG = "replay";
    private static final String TIME = "time";
    private static final int PAGE_POINTS = 2_000;

    /** Points of one instant must fit in an answer of 64 MiB. */
    private static final int MAX_PAGE_POINTS = 64_000;

    /** What the two databases do not share of a measurement. */
    record Found(
            String measurement,
            long live,
            long expected,
            long missing,
            long extra,
            long different,
            List<String> differences) {}

    private final InfluxDbAdmin live;
    private final InfluxDbAdmin expected;

    PointDiff(InfluxDbConfig live, InfluxDbConfig expected) throws IOException {
        this.live = new InfluxDbAdmin(live);
        this.expected = new InfluxDbAdmin(expected);
    }

    /** @return what differs, by measurement of either database, in the order of their names */
    List<Found> compare() throws IOException, InterruptedException {
        Set<String> measurements = new TreeSet<>(names(live, "SHOW MEASUREMENTS", "name"));
        measurements.addAll(names(expected, "SHOW MEASUREMENTS", "name"));
        List<Found> found = new ArrayList<>();
        for (String measurement : measurements) {
            found.add(new Comparison(measurement).run());
        }
        return found;
    }

    private static List<String> names(InfluxDbAdmin database, String question, String column)
            throws IOException, InterruptedException {
        return database.query(question).stream()
                .map(row -> String.valueOf(row.values().get(column)))
                .toList();
    }

    /** The points of one instant, fields by tags. */
    private record Moment(long nanos, Map<String, Map<String, Object>> points) {}

    /** The points of a measurement, instant by instant. */
    private static final class Moments {
        private final InfluxDbAdmin database;
        private final String measurement;
        private final Set<String> tags;
        private List<InfluxRow> page = List.of();
        private int next;
        private long from = Long.MIN_VALUE;
        private boolean isLastPage;
        private int size = PAGE_POINTS;

        Moments(InfluxDbAdmin database, String measurement) throws IOException, InterruptedException {
            this.database = database;
            this.measurement = measurement;
            this.tags =
                    Set.copyOf(names(database, "SHOW TAG KEYS FROM " + InfluxDbAdmin.quoted(measurement), "tagKey"));
        }

        /** @return the next instant; null at the end */
        Moment next() throws IOException, InterruptedException {
            if (next == page.size()) {
                if (isLastPage) {
                    return null;
                }
                read();
                if (page.isEmpty()) {
                    return null;
                }
            }
            long time = time(page.get(next));
            Map<String, Map<String, Object>> points = new TreeMap<>();
            for (; next < page.size() && time(page.get(next)) == time; next++) {
                Map<String, Object> fields = new TreeMap<>(page.get(next).values());
                StringBuilder series = new StringBuilder();
                for (String tag : new TreeSet<>(tags)) {
                    Object value = fields.remove(tag);
                    if (!tag.equals(REPLAY_TAG) && value != null && !value.equals("")) {
                        series.append(series.isEmpty() ? "" : ",")
                                .append(tag)
                                .append('=')
                                .append(value);
                    }
                }
                fields.remove(TIME);
                points.put(series.toString(), fields);
            }
            return new Moment(time, points);
        }

        /** A page ends before an instant that it may not hold all of. */
        private void read() throws IOException, InterruptedException {
            while (true) {
                List<InfluxRow> rows = database.query("SELECT * FROM " + InfluxDbAdmin.quoted(measurement)
                        + (from == Long.MIN_VALUE ? "" : " WHERE time >= " + from) + " ORDER BY time LIMIT " + size);
                next = 0;
                isLastPage = rows.size() < size;
                if (isLastPage) {
                    page = rows;
                    return;
                }
                from = time(rows.get(rows.size() - 1));
                int end = rows.size();
                while (end > 0 && time(rows.get(end - 1)) == from) {
                    end--;
                }
                if (end > 0) {
                    page = rows.subList(0, end);
                    return;
                }
                size *= 2;
                if (size > MAX_PAGE_POINTS) {
                    throw new IOException("more than " + MAX_PAGE_POINTS / 2 + " points of " + measurement + " at "
                            + instant(from) + "; they cannot be compared");
                }
            }
        }

        private static long time(InfluxRow row) {
            return (Long) row.values().get(TIME);
        }
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    private final class Comparison {
        private final String measurement;
        private final List<String> differences = new ArrayList<>();
        private long ofLive;
        private long ofExpected;
        private long missing;
        private long extra;
        private long different;

        Comparison(String measurement) {
            this.measurement = measurement;
        }

        Found run() throws IOException, InterruptedException {
            Moments moments = new Moments(live, measurement);
            Moments others = new Moments(expected, measurement);
            Moment one = moments.next();
            Moment other = others.next();
            while (one != null || other != null) {
                long time = Math.min(
                        one == null ? Long.MAX_VALUE : one.nanos(), other == null ? Long.MAX_VALUE : other.nanos());
                boolean hasOne = one != null && one.nanos() == time;
                boolean hasOther = other != null && other.nanos() == time;
                compare(time, hasOne ? one.points() : Map.of(), hasOther ? other.points() : Map.of());
                one = hasOne ? moments.next() : one;
                other = hasOther ? others.next() : other;
            }
            return new Found(measurement, ofLive, ofExpected, missing, extra, different, differences);
        }

        private void compare(
                long time, Map<String, Map<String, Object>> stored, Map<String, Map<String, Object>> wanted) {
            ofLive += stored.size();
            ofExpected += wanted.size();
            Set<String> all = new TreeSet<>(stored.keySet());
            all.addAll(wanted.keySet());
            for (String series : all) {
                Map<String, Object> is = stored.get(series);
                Map<String, Object> should = wanted.get(series);
                if (is == null) {
                    missing++;
                    describe(time, series, "is missing");
                } else if (should == null) {
                    extra++;
                    describe(time, series, "should not be there");
                } else if (!is.equals(should)) {
                    different++;
                    describe(time, series, changes(is, should));
                }
            }
        }

        private static String changes(Map<String, Object> is, Map<String, Object> should) {
            Set<String> fields = new TreeSet<>(should.keySet());
            fields.addAll(is.keySet());
            return fields.stream()
                    .filter(field -> !Objects.equals(is.get(field), should.get(field)))
                    .map(field -> field + " is " + is.get(field) + " instead of " + should.get(field))
                    .collect(Collectors.joining(", "));
        }

        private void describe(long time, String series, String what) {
            if (differences.size() < MAX_SHOWN) {
                differences.add(
                        measurement + (series.isEmpty() ? "" : "," + series) + " " + instant(time) + ": " + what);
            }
        }
    }
}
