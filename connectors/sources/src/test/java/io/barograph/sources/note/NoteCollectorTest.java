package io.barograph.sources.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.configuration.CollectingSettings;
import io.barograph.configuration.KafkaSettings;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.runtime.runner.ConfiguredCollector;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends real requests to a collector whose polls run in a thread of their own. */
@Timeout(60)
class NoteCollectorTest {
    private static final String NOTE =
            "{\"fileSystem\":\"/scratch1\",\"kind\":\"purge\",\"from\":\"2018-02-09T08:00:00Z\",\"text\":\"12 weeks\"}";
    private static final String HEAD = "POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    private static final Instant NOW = Instant.parse("2018-02-09T12:00:00Z");
    private static final String DISK_FULL = "cannot write to spool (No space left on device)";
    private static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("snx11025", "/scratch1")));

    /** A port that no broker listens on. */
    private static final KafkaSettings NO_BROKER = new KafkaSettings("127.0.0.1:1", "", null);

    private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
    private final List<SiteEvent> stored = new CopyOnWriteArrayList<>();
    private final ExecutorService polls = Executors.newSingleThreadExecutor();
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile boolean diskFull;
    private SourceCollector collector;

    @TempDir
    private Path folder;

    @AfterEach
    void stop() throws InterruptedException {
        polls.shutdownNow();
        assertThat(polls.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        if (collector != null) {
            collector.close();
        }
    }

    @Test
    void shouldStoreANoteBeforeItSaysSo() throws Exception {
        URI url = start(new NoteOptions("127.0.0.1", 0, null));

        HttpResponse<String> answer = post(url, NOTE, null);

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).isEqualTo("{\"id\":\"snx11025/purge/2018-02-09T08:00:00Z\"}\n");
        assertThat(stored).singleElement().satisfies(event -> {
            assertThat(event.getFileSystem()).isEqualTo("snx11025");
            assertThat(event.getKind()).isEqualTo(SiteEventKind.PURGE);
            assertThat(event.getRecordedAt()).isEqualTo(NOW);
        });
        assertThat(collector.check()).isEqualTo("listens at " + url);
    }

    @Test
    void shouldFindNothingWrongWhereARunningSiteTakesTheNotes() throws Exception {
        URI url = start(new NoteOptions("127.0.0.1", 0, null));
        try (SourceCollector doctors = collector(new NoteOptions("127.0.0.1", url.getPort(), null))) {
            assertThat(doctors.check()).isEqualTo("takes notes at " + url + " already, in a running site or collector");
        }
    }

    @Test
    void shouldSayThatANoteIsNotStoredWhileTheDiskIsFull() throws Exception {
        URI url = start(new NoteOptions("127.0.0.1", 0, null));
        diskFull = true;

        HttpResponse<String> answer = post(url, NOTE, null);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("could not be stored; send it again later");
        diskFull = false;
        assertThat(post(url, NOTE, null).statusCode()).isEqualTo(201);
        assertThat(stored).hasSize(1);
    }

    @Test
    void shouldSayWhichNotesAreStoredUntilTheSpoolIsFullWhileTheBrokerIsAway() throws Exception {
        CollectorRuntime.Site site = new CollectorRuntime.Site(
                "host",
                CATALOGUE,
                new CollectingSettings(folder, 64 * 1024, Duration.ofSeconds(30), Duration.ofSeconds(30)),
                Clock.systemUTC());
        ConfiguredCollector<?> configured = new ConfiguredCollector<>(
                "notes", new NoteCollectorType(), new NoteOptions("127.0.0.1", 0, null), "test");
        List<Integer> statuses = new ArrayList<>();
        try (CollectorRuntime runtime = CollectorRuntime.start(site, NO_BROKER, List.of(configured), notes::add)) {
            URI url = awaitUrl();
            for (int i = 0; i < 40; i++) {
                statuses.add(post(url, NOTE.replace("12 weeks", "x".repeat(3_000)), null)
                        .statusCode());
            }

            int kept = statuses.indexOf(503);
            assertThat(kept).isPositive();
            assertThat(statuses.subList(0, kept)).containsOnly(201);
            assertThat(statuses.subList(kept, 40)).containsOnly(503);
            CollectorHealth health = runtime.health().get(0);
            assertThat(health.getPublished()).containsEntry("site-events", (long) kept);
            assertThat(health.getDropped()).containsEntry("site-events", 40L - kept);
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            value = {
                "POST; /other; application/json; {}; 404; notes go to /notes",
                "GET; /notes; application/json; ; 405; send a note by POST",
                "POST; /notes; text/plain; {}; 415; Content-Type: application/json",
                "POST; /notes; application/json; {; 400; no JSON",
                "POST; /notes; application/json; []; 400; no JSON object",
                "POST; /notes; application/json; {\"fileSystem\":1}; 400; the field fileSystem should be text",
                "POST; /notes; application/json; {\"fs\":\"x\"}; 400; no field \\\"fs\\\"; it has fileSystem, kind",
                "POST; /notes; application/json; {\"fileSystem\":\"snx11026\"}; 400; did you mean snx11025?",
                "POST; /notes; application/json; {\"fileSystem\":\"snx11025\"}; 400; kind is missing",
            })
    void shouldTellTheClientWhatIsWrong(String method, String path, String type, String body, int status, String reason)
            throws Exception {
        URI url = start(new NoteOptions("127.0.0.1", 0, null));
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path))
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body == null ? "" : body))
                .build();

        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"error\":").contains(reason);
        assertThat(stored).isEmpty();
    }

    @Test
    void shouldRefuseABodyThatIsTooLarge() throws Exception {
        URI url = start(new NoteOptions("127.0.0.1", 0, null));

        HttpResponse<String> answer = post(url, "x".repeat(NoteHandler.MAX_SIZE + 1), null);

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("at most 65536 bytes");
    }

    @Test
    void shouldAskForTheTokenWhereThereIsOne() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
        URI url = start(new NoteOptions("127.0.0.1", 0, token));

        assertThat(post(url, NOTE, null).statusCode()).isEqualTo(401);
        assertThat(post(url, NOTE, "Bearer wrong").statusCode()).isEqualTo(401);
        assertThat(post(url, NOTE, "Basic s3cret").statusCode()).isEqualTo(401);
        assertThat(post(url, NOTE, "Bearer s3cret").statusCode()).isEqualTo(201);
        Files.writeString(token, "n3w\n");
        assertThat(post(url, NOTE, "Bearer s3cret").statusCode()).isEqualTo(401);
        assertThat(post(url, NOTE, "Bearer n3w").statusCode()).isEqualTo(201);
        Files.delete(token);
        assertThat(post(url, NOTE, "Bearer n3w").statusCode()).isEqualTo(503);
        assertThat(stored).hasSize(2);
        assertThatThrownBy(collector::check)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("token");
    }

    @Test
    void shouldRefuseToListenToOtherHostsWithoutAToken() {
        assertThatThrownBy(() -> new NoteOptions("0.0.0.0", 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give tokenFile as well");
        assertThatThrownBy(() -> new NoteOptions("127.0.0.1", 70_000, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 to 65535");
        assertThat(new NoteOptions("0.0.0.0", 0, folder.resolve("token")).port())
                .isZero();
    }

    @Test
    void shouldNameTheRemedyWhereThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            collector = collector(new NoteOptions("127.0.0.1", taken.getLocalPort(), null));

            assertThatThrownBy(collector::check)
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("choose a free port");
            assertThatThrownBy(() -> collector.poll(new Storing()))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("choose a free port");
        }
        assertThat(collector.check()).startsWith("can listen on 127.0.0.1:");
    }

    @Test
    void shouldTakeANoteWhileManyOthersSendTheirsSlowly() throws Exception {
        URI url = start(new NoteOptions("127.0.0.1", 0, null));
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 80; i++) {
                Socket socket = new Socket(url.getHost(), url.getPort());
                slow.add(socket);
                send(socket, i % 2 == 0 ? "POST /notes HT" : HEAD + "Content-Length: 100\r\n\r\n{");
            }

            assertThat(post(url, NOTE, null).statusCode()).isEqualTo(201);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /notes HTTP/1.1\r\nX-Slow: ", HEAD + "Content-Length: 60000\r\n\r\n{"})
    void shouldCloseAConnectionWhoseNoteIsNotCompleteInTimeWhateverBytesCome(String beginning) throws Exception {
        URI url = start(new NoteCollector(new NoteOptions("127.0.0.1", 0, null), context(), Duration.ofMillis(500)));
        try (Socket slow = new Socket(url.getHost(), url.getPort())) {
            send(slow, beginning);

            Awaitility.await().pollInterval(Duration.ofMillis(50)).until(() -> isClosedAfterAnotherByte(slow));
        }
        assertThat(post(url, NOTE, null).statusCode()).isEqualTo(201);
    }

    @Test
    void shouldSayWhenToSendAgainWhereTooManyNotesWait() throws Exception {
        collector = new NoteCollector(new NoteOptions("127.0.0.1", 0, null), context());
        assertThat(collector.poll(new Storing())).isTrue(); // listens, and stores nothing that comes later
        URI url = URI.create(notes.element().substring(notes.element().indexOf("http://")));
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (int i = 0; i < NoteHandler.MAX_WAITING; i++) {
            waiting.add(client.sendAsync(request(url, NOTE, null), HttpResponse.BodyHandlers.ofString()));
        }

        Awaitility.await().until(() -> {
            CompletableFuture<HttpResponse<String>> next =
                    client.sendAsync(request(url, NOTE, null), HttpResponse.BodyHandlers.ofString());
            waiting.add(next);
            try {
                HttpResponse<String> answer = next.get(200, TimeUnit.MILLISECONDS);
                return answer.statusCode() == 503
                        && answer.headers().firstValue("Retry-After").equals(Optional.of("5"));
            } catch (TimeoutException e) {
                return false;
            }
        });
        collector.close();
        collector = null;
        for (CompletableFuture<HttpResponse<String>> each : waiting) {
            each.handle((answer, failure) -> answer).get(20, TimeUnit.SECONDS);
        }
        assertThat(stored).isEmpty();
    }

    @Test
    void shouldTakeNoNoteThatIsSentToAForeignName() throws Exception {
        URI url = start(new NoteOptions("127.0.0.1", 0, null));

        assertThat(answerFor(url, "evil.example:" + url.getPort())).contains(" 421 ");
        assertThat(stored).isEmpty();
        assertThat(answerFor(url, "localhost:" + url.getPort())).contains(" 201 ");
        assertThat(stored).hasSize(1);
    }

    /** Status line for a note that is sent to a name. */
    private static String answerFor(URI url, String host) throws IOException {
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            send(
                    socket,
                    "POST /notes HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
                            + "Connection: close\r\nContent-Length: " + NOTE.length() + "\r\n\r\n" + NOTE);
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static boolean isClosedAfterAnotherByte(Socket socket) throws IOException {
        socket.setSoTimeout(1);
        try {
            send(socket, "a");
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                // an answer to what was sent
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private CollectorContext context() {
        return new CollectorContext("notes", "host", CATALOGUE, folder, Clock.fixed(NOW, ZoneOffset.UTC), notes::add);
    }

    private SourceCollector collector(NoteOptions options) {
        return new NoteCollectorType().create(options, context());
    }

    /** @return where it takes notes */
    private URI start(NoteOptions options) {
        return start(collector(options));
    }

    private URI start(SourceCollector started) {
        collector = started;
        polls.execute(this::runPolls);
        return awaitUrl();
    }

    private URI awaitUrl() {
        Awaitility.await().until(() -> !notes.isEmpty());
        String note = notes.element();
        return URI.create(note.substring(note.indexOf("http://")));
    }

    private void runPolls() {
        try {
            while (true) {
                try {
                    collector.poll(new Storing());
                } catch (PublishException e) {
                    assertThat(e).hasMessage(DISK_FULL);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the test has ended
        }
    }

    private HttpResponse<String> post(URI url, String body, String authorization)
            throws IOException, InterruptedException {
        return client.send(request(url, body, authorization), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(URI url, String body, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return request.build();
    }

    private final class Storing implements RecordPublisher {
        private SiteEvent pending;

        @Override
        public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            pending = (SiteEvent) record;
            return true;
        }

        @Override
        public void flush() {
            if (diskFull) {
                throw new PublishException(DISK_FULL, null);
            }
            stored.add(pending);
        }

        @Override
        public void close() {}
    }
}
