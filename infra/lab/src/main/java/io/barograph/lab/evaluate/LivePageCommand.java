package io.barograph.lab.evaluate;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.serve.LivePageServer;
import io.barograph.configuration.LivePageSettings;
import io.barograph.flink.JobArguments;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "live-page",
        description = {
            "Writes results of a large site through Kafka and the publish job into InfluxDB, serves the live page over"
                    + " them, and measures how long its pages take. Each request asks the database anew.",
            "",
            "docs/live-page.md has a result."
        },
        footer = "  ./barograph evaluate live-page --jobs 10000 --osts 1350")
public final class LivePageCommand extends BarographCommand {
    private static final String TOPIC_PREFIX = "evaluate-page-";
    private static final Duration POLL = Duration.ofMillis(500);
    private static final List<String> PATHS = List.of("", "jobs", "events", "slowdown");

    /** Longer than answers of the database are shared between readers. */
    private static final Duration REQUEST_INTERVAL = Duration.ofMillis(2_100);

    private static final Duration READ_LIMIT = Duration.ofMinutes(5);

    @Option(
            names = "--jobs",
            paramLabel = "NUMBER",
            defaultValue = "10000",
            description = "Runs (default: ${DEFAULT-VALUE}).")
    private int jobs;

    @Option(
            names = "--osts",
            paramLabel = "NUMBER",
            defaultValue = "1350",
            description = "OSTs of the file system (default: ${DEFAULT-VALUE}).")
    private int osts;

    @Option(
            names = "--requests",
            paramLabel = "NUMBER",
            defaultValue = "30",
            description = "Requests of each page (default: ${DEFAULT-VALUE}).")
    private int requests;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        LocalStack.Settings settings =
                new LocalStack.Settings("evaluate-page", Optional.empty(), 2, JobArguments.CHECKPOINT_INTERVAL);
        Instant now = Instant.now();
        try (LocalStack stack = LocalStack.start(settings, HomeFolder.ofLauncher(), out)) {
            stack.broker().deleteTopics(TOPIC_PREFIX);
            String prefix = TOPIC_PREFIX + now.getEpochSecond() + ".";
            stack.broker().createTopics(prefix, 1, true);
            InfluxDbConfig influxDb = stack.influxDb("evaluate_page_" + now.getEpochSecond());
            fill(stack, prefix, influxDb, now);
            out.println("The database holds " + jobs + " runs and an hour of " + osts + " OSTs.");
            try (LivePageServer serving = LivePageServer.start(
                    LivePageSettings.forThisHost(0),
                    new LivePageServer.Installation(
                            stack.broker().settings(prefix), influxDb, true, new FileSystemCatalogue(List.of())),
                    Clock.fixed(now, ZoneOffset.UTC))) {
                measure(serving.url(), out);
            }
            new InfluxDbAdmin(influxDb).query("DROP DATABASE " + InfluxDbAdmin.quoted(influxDb.database()));
        }
        return 0;
    }

    private void fill(LocalStack stack, String prefix, InfluxDbConfig influxDb, Instant now)
            throws IOException, InterruptedException {
        KafkaConnection kafka = stack.broker().connection(prefix);
        try (RecordPublisher publisher = new KafkaPublisher(kafka.bootstrapServers(), prefix, kafka.properties())) {
            new LargeSite(jobs, osts, now).publishTo(publisher);
        }
        StreamExecutionEnvironment publish = stack.flink().environment();
        publish.setParallelism(1);
        PublishConfiguration results = new PublishConfiguration(kafka, influxDb, "", true, true);
        results.ensureRetentionLevels();
        PublishJob.build(publish, results);
        LocalJob job = stack.flink().submit("publish", publish);
        stack.awaitFinish(job);
    }

    private void measure(URI page, PrintWriter out) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        awaitTopics(http, page);
        out.printf(Locale.ROOT, "%-10s %10s %10s %10s%n", "page", "p50 ms", "p95 ms", "bytes");
        for (String path : PATHS) {
            double[] millis = new double[requests];
            int bytes = 0;
            for (int i = 0; i < requests; i++) {
                TimeUnit.MILLISECONDS.sleep(REQUEST_INTERVAL.toMillis());
                long start = System.nanoTime();
                bytes = get(http, page.resolve("/" + path)).length();
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
            Arrays.sort(millis);
            out.printf(
                    Locale.ROOT,
                    "%-10s %10.0f %10.0f %10d%n",
                    path.isEmpty() ? "now" : path,
                    millis[(requests - 1) / 2],
                    millis[(int) Math.ceil(0.95 * requests) - 1],
                    bytes);
        }
    }

    /** The page says so itself while it still reads. */
    private static void awaitTopics(HttpClient http, URI page) throws IOException, InterruptedException {
        Instant deadline = Instant.now().plus(READ_LIMIT);
        while (get(http, page).contains("still being read")
                || get(http, page.resolve("/jobs")).contains("still being read")) {
            if (Instant.now().isAfter(deadline)) {
                throw new CommandFailedException("the page does not come to an end of the topics", "The log says why.");
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    private static String get(HttpClient http, URI page) throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new CommandFailedException(page + " answered " + response.statusCode(), "The log says more.");
        }
        return response.body();
    }
}
