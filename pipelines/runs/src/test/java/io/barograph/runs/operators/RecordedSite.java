package io.barograph.runs.operators;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.testing.RecordedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** The recording of Edison's scratch1 of 2018-02-09, and the rows of the table of runs that it covers. */
final class RecordedSite {
    static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("snx11025", "scratch1", "/scratch1")));

    private static final String FOLDER = "lmt/edison-scratch1-2018-02-09/";
    private static final double INTERVAL_SECONDS = 5;

    static {
        AvroCodec.of(JobSummary.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private RecordedSite() {}

    /** Samples of all servers in [from, to], by time. */
    static List<ServerSample> samples(Instant from, Instant to) throws IOException {
        List<ServerSample> samples = new ArrayList<>();
        for (Map<String, String> row : rows(FOLDER + "ost.csv.gz")) {
            ServerSample sample = sample(row, row.get("target"), ServerKind.OST);
            sample.setReadBytes(Long.valueOf(row.get("read_bytes_total")));
            sample.setWriteBytes(Long.valueOf(row.get("write_bytes_total")));
            sample.setUsedKibibytes(number(row.get("kbytes_used")));
            sample.setFreeKibibytes(number(row.get("kbytes_free")));
            samples.add(sample);
        }
        for (Map<String, String> row : rows(FOLDER + "oss.csv.gz")) {
            ServerSample sample = sample(row, row.get("server"), ServerKind.OSS);
            sample.setCpuPercent(Double.valueOf(row.get("cpu_pct")));
            samples.add(sample);
        }
        // The recording holds rates of metadata operations; the counters that they are the differences of start at 0.
        Map<String, Long> counters = new TreeMap<>();
        for (Map<String, String> row : rows(FOLDER + "mdt.csv.gz")) {
            row.forEach((column, value) -> {
                if (column.endsWith("_per_s")) {
                    long moved = value.isEmpty() ? 0 : Math.round(Double.parseDouble(value) * INTERVAL_SECONDS);
                    counters.merge(column.substring(0, column.indexOf("_per_s")), moved, Long::sum);
                }
            });
            ServerSample sample = sample(row, row.get("target"), ServerKind.MDT);
            sample.setMetadataOperations(new TreeMap<>(counters));
            sample.setCpuPercent(row.get("cpu_pct").isEmpty() ? null : Double.valueOf(row.get("cpu_pct")));
            samples.add(sample);
        }
        samples.removeIf(
                sample -> sample.getTime().isBefore(from) || sample.getTime().isAfter(to));
        samples.sort(Comparator.comparing(ServerSample::getTime));
        return samples;
    }

    private static Long number(String value) {
        return value.isEmpty() ? null : Long.valueOf(value);
    }

    private static ServerSample sample(Map<String, String> row, String server, ServerKind kind) {
        Instant time = Instant.ofEpochMilli(Long.parseLong(row.get("timestamp_ms")));
        return ServerSample.newBuilder()
                .setFileSystem("snx11025")
                .setServer(server)
                .setHost(row.get("server"))
                .setKind(kind)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(5_000)
                .build();
    }

    /** Rows of the year's table whose runs were on scratch1 in [from, to], by start. */
    static List<Map<String, String>> runs(Instant from, Instant to) throws IOException {
        List<Map<String, String>> runs = new ArrayList<>();
        for (Map<String, String> row : rows("job-year/edison.csv.gz")) {
            if (row.get("_file_system").equals("scratch1") && !start(row).isBefore(from) && !end(row).isAfter(to)) {
                runs.add(row);
            }
        }
        runs.sort(Comparator.comparing(RecordedSite::start));
        return runs;
    }

    static Instant start(Map<String, String> row) {
        return Instant.ofEpochSecond(new BigDecimal(row.get("darshan_start_time")).longValueExact());
    }

    private static Instant end(Map<String, String> row) {
        return Instant.ofEpochSecond(new BigDecimal(row.get("darshan_end_time")).longValueExact());
    }

    /** A summary with what the table says of Darshan. */
    static JobSummary summary(Map<String, String> row) {
        long read = whole(row, "darshan_tot_bytes_read_posix");
        long written = whole(row, "darshan_tot_bytes_written_posix");
        long reads = whole(row, "darshan_tot_reads_posix");
        long writes = whole(row, "darshan_tot_writes_posix");
        long opens = whole(row, "darshan_tot_opens_posix");
        double mebibytes = Double.parseDouble(row.get("darshan_agg_perf_by_slowest_posix"));
        return JobSummary.newBuilder()
                .setJobId(row.get("_jobid"))
                .setExecutable(row.get("darshan_app"))
                .setStartTime(start(row))
                .setEndTime(end(row))
                .setRunTimeSeconds(Double.parseDouble(row.get("darshan_walltime")))
                .setProcesses((int) whole(row, "darshan_nprocs"))
                .setCollectedAt(end(row))
                .setModules(List.of(ModuleUse.newBuilder()
                        .setModule("POSIX")
                        .setReadBytes(read)
                        .setWriteBytes(written)
                        .setReads(reads)
                        .setWrites(writes)
                        .setOpens(opens)
                        .setStats(whole(row, "darshan_tot_stats_posix"))
                        .setPerformanceBytesPerSecond(mebibytes * 1024 * 1024)
                        .build()))
                .setFileSystems(List.of(FileSystemUse.newBuilder()
                        .setFileSystem("snx11025")
                        .setResolved(true)
                        .setMountPoint("/scratch1")
                        .setReadBytes(read)
                        .setWriteBytes(written)
                        .setReads(reads)
                        .setWrites(writes)
                        .setOpens(opens)
                        .setFiles(whole(row, "darshan_num_opens_posix"))
                        .build()))
                .build();
    }

    private static long whole(Map<String, String> row, String column) {
        return new BigDecimal(row.get(column)).longValueExact();
    }

    private static List<Map<String, String>> rows(String table) throws IOException {
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
        }
        return rows;
    }
}
