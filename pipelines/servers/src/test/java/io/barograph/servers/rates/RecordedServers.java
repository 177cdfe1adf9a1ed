package io.barograph.servers.rates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterChains;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.CounterSample;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.testing.RecordedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/** The recorded samples of a file system's servers, read from their table, and reference values. */
public final class RecordedServers {
    public static final String EDISON = "lmt/edison-scratch1-2018-02-09/ost.csv.gz";
    public static final long INTERVAL = 5_000;

    private final SortedMap<String, List<CounterSample>> readings = new TreeMap<>();

    private RecordedServers() {}

    /** Byte counters of data servers. */
    public static RecordedServers ofBytes(String table) {
        return of(
                table,
                column -> column.equals("read_bytes_total") || column.equals("write_bytes_total"),
                Map.of(
                        "read_bytes_total",
                        QuantityAmounts.READ_BYTES,
                        "write_bytes_total",
                        QuantityAmounts.WRITE_BYTES));
    }

    /** Operation counters of metadata servers. */
    static RecordedServers ofMetadata(String table) {
        return of(table, column -> column.endsWith("_total"), Map.of());
    }

    private static RecordedServers of(String table, Predicate<String> counter, Map<String, String> names) {
        RecordedServers servers = new RecordedServers();
        for (Map<String, String> row : rows(table)) {
            Map<String, Long> counters = new HashMap<>();
            row.forEach((column, value) -> {
                if (counter.test(column) && !value.isEmpty()) {
                    counters.put(names.getOrDefault(column, column.replace("_total", "")), Long.parseLong(value));
                }
            });
            servers.readings
                    .computeIfAbsent(row.get("target"), target -> new ArrayList<>())
                    .add(CounterChains.sample(Long.parseLong(row.get("timestamp_ms")), QuantityAmounts.of(counters)));
        }
        return servers;
    }

    /** Rows of a recorded table, by column. */
    static List<Map<String, String>> rows(String table) {
        List<Map<String, String>> rows = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(RecordedData.path(table))), StandardCharsets.UTF_8))) {
            String[] header = reader.readLine().split(",", -1);
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] values = line.split(",", -1);
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < header.length; i++) {
                    row.put(header[i], values[i]);
                }
                rows.add(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    public static JsonNode reference(String file) {
        try {
            return new ObjectMapper()
                    .readTree(RecordedData.path("reference/" + file).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public SortedMap<String, List<CounterSample>> readings() {
        return readings;
    }

    public List<CounterIncrement> increments(String server) {
        List<CounterIncrement> increments = new ArrayList<>();
        CounterChain chain = CounterChains.inMemory();
        readings.get(server).forEach(reading -> chain.insert(reading, increments::add));
        return increments;
    }

    /** Increments of all servers whose closing label lies in (from, to]. */
    public List<CounterIncrement> increments(long from, long to) {
        List<CounterIncrement> increments = new ArrayList<>();
        for (String server : readings.keySet()) {
            for (CounterIncrement increment : increments(server)) {
                if (increment.to() > from && increment.to() <= to) {
                    increments.add(increment);
                }
            }
        }
        return increments;
    }

    /** Parts of all servers whose label lies in (from, to], gaps spread. */
    public void parts(long from, long to, Consumer<IntervalIncrement> consumer) {
        GapSpreading spreading = new GapSpreading(INTERVAL);
        for (String server : readings.keySet()) {
            for (CounterIncrement increment : increments(server)) {
                spreading.spread(increment, part -> {
                    if (part.label() > from && part.label() <= to) {
                        consumer.accept(part);
                    }
                });
            }
        }
    }

    /** Loads by label in (from, to], gaps spread. */
    SortedMap<Long, IntervalLoads> intervals(long from, long to) {
        SortedMap<Long, IntervalLoads> intervals = new TreeMap<>();
        ServerNumbering numbers = new ServerNumbering();
        GapSpreading spreading = new GapSpreading(INTERVAL);
        for (String server : readings.keySet()) {
            int number = numbers.numberOf(server);
            for (CounterIncrement increment : increments(server)) {
                spreading.spread(increment, part -> {
                    if (part.label() > from && part.label() <= to) {
                        intervals
                                .computeIfAbsent(part.label(), label -> new IntervalLoads())
                                .add(number, part);
                    }
                });
            }
        }
        return intervals;
    }
}
