package io.barograph.servers.operators;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.testing.RecordedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Recorded samples of real servers, from their tables, in the order of time. */
final class RecordedSamples {
    static final String EDISON = "lmt/edison-scratch1-2018-02-09/";
    static final String EDISON_JANUARY = "lmt/edison-scratch1-2018-01-28/";
    static final String RESET = "lmt/cori-cscratch-2018-04-18-reset/";

    private RecordedSamples() {}

    static JsonNode reference(String file) throws IOException {
        return new ObjectMapper()
                .readTree(RecordedData.path("reference/" + file).toFile());
    }

    /** All tables of a folder: OST, OSS and, where it has counters, MDT. */
    static List<ServerSample> of(String folder, long from, long to) throws IOException {
        List<ServerSample> samples = new ArrayList<>();
        for (Map<String, String> row : rows(folder + "ost.csv.gz")) {
            samples.add(sample(row, row.get("target"), ServerKind.OST)
                    .setReadBytes(Long.parseLong(row.get("read_bytes_total")))
                    .setWriteBytes(Long.parseLong(row.get("write_bytes_total")))
                    .setUsedKibibytes(number(row.get("kbytes_used")))
                    .setFreeKibibytes(number(row.get("kbytes_free")))
                    .setUsedInodes(number(row.get("inodes_used")))
                    .setFreeInodes(number(row.get("inodes_free")))
                    .build());
        }
        for (Map<String, String> row : rows(folder + "oss.csv.gz")) {
            samples.add(sample(row, row.get("server"), ServerKind.OSS)
                    .setCpuPercent(Double.parseDouble(row.get("cpu_pct")))
                    .build());
        }
        for (Map<String, String> row : rows(folder + "mdt.csv.gz")) {
            Map<String, Long> operations = new HashMap<>();
            row.forEach((column, value) -> {
                if (column.endsWith("_total") && !value.isEmpty()) {
                    operations.put(column.replace("_total", ""), Long.parseLong(value));
                }
            });
            if (!operations.isEmpty()) {
                samples.add(sample(row, row.get("target"), ServerKind.MDT)
                        .setMetadataOperations(operations)
                        .build());
            }
        }
        samples.removeIf(sample ->
                sample.getTime().toEpochMilli() < from || sample.getTime().toEpochMilli() > to);
        samples.sort(Comparator.comparing(ServerSample::getTime).thenComparing(ServerSample::getServer));
        return samples;
    }

    private static Long number(String text) {
        return text == null || text.isEmpty() ? null : (Long) Long.parseLong(text);
    }

    private static ServerSample.Builder sample(Map<String, String> row, String server, ServerKind kind) {
        Instant time = Instant.ofEpochMilli(Long.parseLong(row.get("timestamp_ms")));
        return ServerSample.newBuilder()
                .setFileSystem(row.get("file_system"))
                .setServer(server)
                .setHost(row.get("server"))
                .setKind(kind)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(5_000);
    }

    private static List<Map<String, String>> rows(String table) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        if (!Files.exists(RecordedData.path(table))) {
            return rows;
        }
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
        }
        return rows;
    }
}
