package io.barograph.lab.bench;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxDbSink;
import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.influxdb.RejectedLineReporter;
import io.barograph.influxdb.SecretSource;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.LocalInfluxDb;
import io.barograph.stack.LocalJob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Barograph's sink in a Flink job against a plain loop that writes the same points in batches of the same size, compressed
 * alike, to the same InfluxDB. One writer each.
 */
final class SinkBench {
    private static final String DATABASE = "barograph_bench";
    private static final String MEASUREMENT_OF_SINK = "of_sink";
    private static final String MEASUREMENT_OF_LOOP = "of_loop";
    private static final int SERVERS = 248;
    private static final int BATCH_LINES = 5_000;

    private SinkBench() {}

    static void run(BenchRun run, BenchResult figures) throws IOException, InterruptedException {
        int lines = run.sized(100_000, 2_000_000);
        LocalInfluxDb server = run.stack().influxDb().orElseThrow();
        SecretSource password = SecretSource.file(server.passwordFile());
        InfluxDbConfig config = InfluxDbConfig.builder(server.url(), DATABASE)
                .user(LocalInfluxDb.USER, password)
                .build();
        InfluxDbAdmin influxDb = new InfluxDbAdmin(config);
        influxDb.query("DROP DATABASE " + DATABASE);
        influxDb.ensureDatabaseWithInfiniteRetention();
        run.step("plain writer");
        double loop = loop(config.url(), password.read(), lines);
        run.step("sink");
        double sink = sink(run, config, lines);
        requireStored(influxDb, MEASUREMENT_OF_LOOP, lines);
        requireStored(influxDb, MEASUREMENT_OF_SINK, lines);
        influxDb.query("DROP DATABASE " + DATABASE);
        figures.add("plain batched writer", loop, "lines/s")
                .add("sink", sink, "lines/s")
                .ratio("sink / plain batched writer", sink / loop);
    }

    private static void requireStored(InfluxDbAdmin influxDb, String measurement, long lines)
            throws IOException, InterruptedException {
        Object stored = influxDb.query("SELECT COUNT(read_bytes_per_s) FROM " + measurement)
                .get(0)
                .values()
                .get("count");
        if (!stored.equals(lines)) {
            throw new CommandFailedException(
                    "InfluxDB holds " + stored + " points of " + measurement + ", not " + lines, "Its log says more.");
        }
    }

    private static double loop(URI url, String password, int lines) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        String login = Base64.getEncoder()
                .encodeToString((LocalInfluxDb.USER + ":" + password).getBytes(StandardCharsets.UTF_8));
        long begin = System.nanoTime();
        for (int first = 0; first < lines; first += BATCH_LINES) {
            HttpRequest request = HttpRequest.newBuilder(url.resolve("/write?db=" + DATABASE))
                    .header("Content-Encoding", "gzip")
                    .header("Authorization", "Basic " + login)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(batch(first, Math.min(lines, first + BATCH_LINES))))
                    .build();
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status != 204) {
                throw new CommandFailedException("InfluxDB answered a write with " + status, "Its log says more.");
            }
        }
        return lines / ((System.nanoTime() - begin) / 1e9);
    }

    private static byte[] batch(int from, int to) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringBuilder text = new StringBuilder();
        for (long i = from; i < to; i++) {
            text.append(MEASUREMENT_OF_LOOP)
                    .append(",fs=sim-scratch,server=OST")
                    .append(i % SERVERS)
                    .append(" metadata_operations_per_s=")
                    .append(i / 7.0)
                    .append(",read_bytes_per_s=")
                    .append(i * 1.5)
                    .append(",samples=")
                    .append(i % 12)
                    .append("i,write_bytes_per_s=")
                    .append(i * 2.5)
                    .append(' ')
                    .append(nanos(i))
                    .append('\n');
        }
        try (OutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** A point of each server every 5 s. */
    private static long nanos(long i) {
        return TimeUnit.SECONDS.toNanos(PrefilledSite.BEGIN.getEpochSecond() + i / SERVERS * 5);
    }

    private static double sink(BenchRun run, InfluxDbConfig config, int lines) throws InterruptedException {
        Configuration options = BenchStateBackend.HASHMAP.options();
        // The end of the input is the end of the job; otherwise it waits for a last checkpoint.
        options.set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);
        StreamExecutionEnvironment env = run.stack().flink().environment(options);
        env.setParallelism(1);
        env.fromSequence(0, lines - 1L)
                .uid("numbers")
                .sinkTo(new InfluxDbSink<>(config, new Points(), new NoneRejected()))
                .uid("influxdb");
        Points.FIRST.set(0);
        LocalJob job = run.stack().flink().submit("bench sink", env);
        run.stack().awaitFinish(job);
        return lines / ((System.nanoTime() - Points.FIRST.get()) / 1e9);
    }

    /** As {@link #batch} writes them. */
    private static final class Points implements PointConverter<Long> {
        /** When the first point was made, which is after the start of the job. */
        private static final AtomicLong FIRST = new AtomicLong();

        @Override
        public List<InfluxPoint> convert(Long i) {
            if (i == 0) {
                FIRST.set(System.nanoTime());
            }
            return List.of(InfluxPoint.measurement(MEASUREMENT_OF_SINK)
                    .tag("fs", "sim-scratch")
                    .tag("server", "OST" + i % SERVERS)
                    .field("metadata_operations_per_s", i / 7.0)
                    .field("read_bytes_per_s", i * 1.5)
                    .field("samples", i % 12)
                    .field("write_bytes_per_s", i * 2.5)
                    .at(nanos(i)));
        }
    }

    /** All points are well formed. */
    private static final class NoneRejected implements RejectedLineReporter {
        @Override
        public void open() {
            // nothing to be opened
        }

        @Override
        public void report(String rejected, Long timestamp, String reason) throws IOException {
            throw new IOException("InfluxDB refused " + rejected + ": " + reason);
        }

        @Override
        public void flush() {
            // nothing is kept
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
