package io.barograph.attacks;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.barograph.alerting.operators.AlertingConfiguration;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.alerting.AlertingJob;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Takes what an alerting job sends: to a channel for everything, and to one of the people of the bystander. */
final class AlertReceiver implements AutoCloseable {
    /** Most messages to a channel in an hour; a digest comes on top. */
    static final int HOURLY_CAP = 20;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVERYBODY = "everybody";
    private static final String BYSTANDERS = "bystanders";

    private final Path settings;
    private final HttpServer server;
    private volatile Instant contentionKnownAt;
    private final Map<String, List<JsonNode>> messages =
            Map.of(EVERYBODY, new CopyOnWriteArrayList<>(), BYSTANDERS, new CopyOnWriteArrayList<>());

    /** @param settings file that the configuration of the job is written to */
    AlertReceiver(Path settings) throws IOException {
        this.settings = settings;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
        Files.writeString(settings, configuration(server.getAddress().getPort()));
    }

    /** What happened months ago, as the clock on the wall has it, is news. */
    private static String configuration(int port) {
        String url = "http://127.0.0.1:" + port + "/";
        return """
                fileSystems: [{name: %s}, {name: %s}, {name: %s}]
                alerting:
                  channels:
                    - {name: all, type: webhook, url: '%s'}
                    - {name: some, type: webhook, url: '%s'}
                  routes:
                    - {name: everything, channel: all}
                    - {name: bystander, channel: some, fileSystems: [%s], severity: warning}
                  groupWindow: 1s
                  hourlyCap: %d
                  staleAfter: 3650d
                  catchUpAfter: 3650d
                """
                .formatted(
                        AttackedSite.BYSTANDER,
                        AttackedSite.OTHER_BYSTANDER,
                        AttackedSite.ATTACKED,
                        url + EVERYBODY,
                        url + BYSTANDERS,
                        AttackedSite.BYSTANDER,
                        HOURLY_CAP);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode message = JSON.readTree(exchange.getRequestBody());
            String channel = exchange.getRequestURI().getPath().substring(1);
            messages.get(channel).add(message);
            if (channel.equals(BYSTANDERS) && isOnContention(message) && contentionKnownAt == null) {
                contentionKnownAt = Instant.now();
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }

    void buildJob(StreamExecutionEnvironment env, KafkaConnection kafka) {
        AlertingJob.build(
                env,
                AlertingConfiguration.of(
                        BarographConfiguration.read(settings).alerts().orElseThrow(), kafka));
    }

    /** Waits until the people of the bystander know of the contention there, as a message and not in a digest. */
    void awaitContention(Duration limit) {
        await().alias("an alert on the contention of " + AttackedSite.BYSTANDER)
                .atMost(limit)
                .until(() -> messages.get(BYSTANDERS).stream().anyMatch(AlertReceiver::isOnContention));
    }

    /** @return when they knew, by the clock on the wall; null if they do not */
    Instant contentionKnownAt() {
        return contentionKnownAt;
    }

    /** @return how many messages its people had before the one on the contention */
    long messagesBeforeContention() {
        return messages.get(BYSTANDERS).stream()
                .takeWhile(message -> !isOnContention(message))
                .count();
    }

    List<JsonNode> toEverybody() {
        return List.copyOf(messages.get(EVERYBODY));
    }

    private static boolean isOnContention(JsonNode message) {
        JsonNode labels = message.path("labels");
        return labels.path("rule").asText().equals("contention")
                && labels.path("fs").asText().equals(AttackedSite.BYSTANDER);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
