package io.barograph.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.configuration.LivePageSettings;
import io.barograph.configuration.LivePageSettings.Audience;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.page.results.WeatherQueries;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that hold connections and send slowly, over real sockets, and the one that only wants to look. */
@Timeout(120)
class PageConnectionBoundsTest {
    private static final String PROXY = "127.0.0.1";
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final int ATTACKERS = 550;
    private static final int ANSWER_TIMEOUT_MILLIS = 10_000;

    @TempDir
    private Path folder;

    private final List<Socket> sockets = new ArrayList<>();
    private LivePage page;

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        if (page != null) {
            page.close();
        }
    }

    private void start(PageConnectionLimits limits, Path tokenFile) throws IOException {
        int unused;
        try (ServerSocket socket = new ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        WeatherQueries store = new WeatherQueries(
                InfluxDbConfig.builder(URI.create("http://127.0.0.1:" + unused), "barograph")
                        .build(),
                true);
        page = LivePage.start(
                new LivePageSettings(PROXY, 0, Audience.STAFF, null, tokenFile),
                new LivePage.Sources(store, Samples.view(), jobs -> Map.of(), List.of("scratch")),
                Clock.fixed(Samples.NOW, ZoneOffset.UTC),
                limits,
                address -> address.getHostAddress().equals(PROXY));
    }

    @SuppressWarnings("AddressSelection") // an address, not a name
    private Socket connect(String from) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress(PROXY, page.url().getPort()), ANSWER_TIMEOUT_MILLIS);
        return socket;
    }

    private Socket open(String from) throws IOException {
        Socket socket = connect(from);
        sockets.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String request(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }

    private String answer(String from, String path) throws IOException {
        try (Socket socket = connect(from)) {
            socket.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
            send(socket, request(path));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Whether the server has closed it, whatever it has said before. */
    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(1);
        try {
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

    private static boolean isClosedAfterAnotherByte(Socket socket) throws IOException {
        try {
            send(socket, "a");
        } catch (IOException e) {
            return true;
        }
        return isClosed(socket);
    }

    private static PageConnectionLimits limits(int requests, int requestsPerAddress, Duration headTimeout) {
        return new PageConnectionLimits(
                requests + 20,
                requests,
                requestsPerAddress + 2,
                requestsPerAddress,
                headTimeout,
                Duration.ofSeconds(60));
    }

    @Test
    void shouldAnswerWhileMoreClientsThanItBearsSendTheirHeadsByteByByte() throws Exception {
        start(PageConnectionLimits.DEFAULT, null);
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < ATTACKERS; i++) {
            slow.add(slow());
        }
        AtomicInteger polls = new AtomicInteger();
        ScheduledExecutorService attack = Executors.newSingleThreadScheduledExecutor();
        try {
            ScheduledFuture<?> bytes = attack.scheduleWithFixedDelay(
                    () -> {
                        slow.replaceAll(this::anotherByte);
                        polls.incrementAndGet();
                    },
                    0,
                    SHORT.toMillis(),
                    TimeUnit.MILLISECONDS);
            for (int poll = 1; poll <= 6; poll++) {
                int begun = poll;
                await().atMost(Duration.ofSeconds(30)).until(() -> bytes.isDone() || polls.get() >= begun);
                assertThat(answer(PROXY, "/")).startsWith("HTTP/1.1 200 ");
                assertThat(answer(PROXY, "/metrics")).startsWith("HTTP/1.1 200 ");
            }
            assertThat(bytes.isDone()).as("the attack has failed").isFalse();
        } finally {
            attack.shutdownNow();
            assertThat(attack.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private Socket slow() throws IOException {
        Socket socket = connect(PROXY);
        send(socket, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
        return socket;
    }

    /** Comes again where it was closed. */
    private Socket anotherByte(Socket socket) {
        try {
            if (!isClosedAfterAnotherByte(socket)) {
                return socket;
            }
            socket.close();
            return slow();
        } catch (IOException e) {
            return socket; // tries again with the next byte
        }
    }

    @Test
    void shouldCloseAConnectionWhoseHeadIsNotCompleteInTimeWhateverBytesCome() throws Exception {
        start(limits(10, 10, SHORT), null);
        Socket slow = open(PROXY);
        send(slow, "GET / HTTP/1.1\r\nX-Slow: ");

        await().pollInterval(Duration.ofMillis(50)).until(() -> isClosedAfterAnotherByte(slow));
    }

    @Test
    void shouldCloseAConnectionWhoseFormIsNotCompleteInTimeWhateverBytesCome() throws Exception {
        start(limits(10, 10, SHORT), Files.writeString(folder.resolve("token"), "0123456789abcdef\n"));
        Socket slow = open(PROXY);
        send(
                slow,
                "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\n\r\ntoken=");

        await().pollInterval(Duration.ofMillis(50)).until(() -> isClosedAfterAnotherByte(slow));
    }

    @Test
    void shouldKeepAnOpenPageUpToDateForLongerThanAnyOtherRequestMayTake() throws Exception {
        start(new PageConnectionLimits(20, 10, 20, 10, SHORT, SHORT), null);
        Socket stream = open(PROXY);
        send(stream, request("/stream?path=%2Fjobs"));
        long begun = System.nanoTime();
        stream.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
        InputStream in = stream.getInputStream();

        while (System.nanoTime() - begun < SHORT.multipliedBy(6).toNanos()) {
            assertThat(in.read()).as("the next byte of the updates").isNotNegative();
        }
    }

    @Test
    void shouldSayThatItIsFullAndWhenToAskAgain() throws Exception {
        start(limits(1, 1, Duration.ofSeconds(10)), null);
        Socket stream = open(PROXY);
        send(stream, request("/stream?path=%2Fjobs"));
        assertThat(stream.getInputStream().read()).isEqualTo('H');

        assertThat(answer(PROXY, "/jobs"))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 5\r\n", "Ask again in 5 s.");
        stream.close();
        await("the page that was closed makes room")
                .until(() -> answer(PROXY, "/jobs").startsWith("HTTP/1.1 200 "));
    }

    @Test
    void shouldLeaveRoomForOthersWhenOneAddressAsksForMoreThanItsShare() throws Exception {
        start(limits(10, 2, Duration.ofSeconds(10)), null);
        for (int i = 0; i < 2; i++) {
            Socket stream = open("127.0.0.2");
            send(stream, request("/stream?path=%2Fjobs"));
            assertThat(stream.getInputStream().read()).isEqualTo('H');
        }

        assertThat(answer("127.0.0.2", "/jobs")).startsWith("HTTP/1.1 503 ").contains("Retry-After: 5\r\n");
        assertThat(answer("127.0.0.3", "/jobs")).startsWith("HTTP/1.1 200 ");
        assertThat(answer(PROXY, "/jobs")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void shouldCloseAConnectionOfAnAddressThatHoldsMoreThanItsShare() throws Exception {
        start(limits(10, 2, Duration.ofSeconds(60)), null);
        Socket other = open("127.0.0.3");
        List<Socket> many = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            many.add(open("127.0.0.2"));
        }

        await().until(() -> {
            int closed = 0;
            for (Socket socket : many) {
                closed += isClosed(socket) ? 1 : 0;
            }
            return closed == 1;
        });
        send(other, request("/jobs"));
        assertThat(other.getInputStream().read()).isEqualTo('H');
    }
}
