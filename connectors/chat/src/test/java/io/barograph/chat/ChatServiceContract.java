package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.chat.ChatMessage.State;
import io.barograph.chat.DeliveryAttemptOutcome.Delivered;
import io.barograph.chat.DeliveryAttemptOutcome.Refused;
import io.barograph.chat.DeliveryAttemptOutcome.RetryAfter;
import io.barograph.configuration.ChatChannelSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every service, against real servers. Every outcome is searched for the secrets. */
abstract class ChatServiceContract {
    private static final String TOKEN = "sEcReT-tOkEn-4711";
    private static final String SIGNATURE = "s1gnAtUrE-0815";
    private static final String BEARER = "b3aReR-t0kEn-1234";
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration SHORT = Duration.ofMillis(300);

    private final List<ChatChannel> channels = new ArrayList<>();
    private final RememberedLog log = new RememberedLog();
    private ScriptedService service;

    /** {@return the service under test} */
    abstract ChatChannelSettings.Type type();

    /** {@return its published rules} */
    abstract PayloadRules rules();

    /** {@return how it says that it has taken a message} */
    abstract ScriptedService.Script taken();

    @BeforeEach
    void start() throws Exception {
        log.start();
        service = new ScriptedService(taken());
    }

    @AfterEach
    void stop() {
        service.close();
        channels.forEach(ChatChannel::close);
        log.stop();
        log.lines().forEach(ChatServiceContract::assertNoSecret);
    }

    private boolean hasOwnSecret() {
        return type() == ChatChannelSettings.Type.WEBHOOK || type() == ChatChannelSettings.Type.ALERTMANAGER;
    }

    private ChatChannel channel(URI base, Duration timeout) {
        ChatChannelSettings settings =
                Settings.of(type(), null, null, null, null, hasOwnSecret() ? Settings.SECRET_VARIABLE : null, timeout);
        String query = type() == ChatChannelSettings.Type.ALERTMANAGER ? "" : "?sig=" + SIGNATURE;
        Map<String, String> environment =
                Map.of(Settings.VARIABLE, base + "/hooks/" + TOKEN + query, Settings.SECRET_VARIABLE, BEARER);
        ChatChannel channel = new HttpChannel(settings, environment, () -> NOW);
        channels.add(channel);
        return channel;
    }

    private static DeliveryAttemptOutcome attempt(ChatChannel channel) {
        DeliveryAttemptOutcome outcome = channel.attempt(Messages.of(State.OPENED));
        assertNoSecret(outcome.toString());
        assertNoSecret(channel.toString());
        Thread.getAllStackTraces().keySet().forEach(thread -> assertNoSecret(thread.getName()));
        return outcome;
    }

    private DeliveryAttemptOutcome attempt(ScriptedService.Script script) {
        service.answer(script);
        return attempt(channel(service.url(), Settings.TIMEOUT));
    }

    private static void assertNoSecret(String text) {
        assertThat(text).doesNotContain(TOKEN, SIGNATURE, BEARER);
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void shouldPostWhatTheServicePublishesAsItsRules(State state) {
        DeliveryAttemptOutcome outcome =
                channel(service.url(), Settings.TIMEOUT).attempt(Messages.of(state));

        assertThat(outcome).isEqualTo(new Delivered());
        ScriptedService.Request request = service.requests().get(0);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).startsWith("/hooks/" + TOKEN);
        assertThat(request.header("Content-type")).startsWith("application/json");
        assertThat(request.header("Authorization")).isEqualTo(hasOwnSecret() ? "Bearer " + BEARER : null);
        rules().check(request.body().getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 410, 413, 422})
    void shouldTakeARefusalForFinal(int status) {
        assertThat(attempt(ScriptedService.echo(status)))
                .isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.reason())
                        .contains("answered " + status + " (no: "));
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void shouldRepeatWhatMayPass(int status) {
        assertThat(attempt(ScriptedService.echo(status))).isInstanceOfSatisfying(RetryAfter.class, retry -> {
            assertThat(retry.delay()).isEmpty();
            assertThat(retry.reason()).contains("answered " + status + " (no: ");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            7                               | PT7S
            0                               | PT0S
            Sat, 21 Nov 2026 12:00:30 GMT   | PT30S
            Sat, 21 Nov 2026 11:00:00 GMT   | PT0S
            86400                           | PT15M
            soon                            |
            -3                              |
            99999999999999999999            |
            """)
    void shouldHonourRetryAfter(String header, Duration delay) {
        for (int status : new int[] {429, 503}) {
            assertThat(attempt(ScriptedService.status(status, "", "Retry-After", header)))
                    .isInstanceOfSatisfying(
                            RetryAfter.class,
                            retry -> assertThat(retry.delay().orElse(null)).isEqualTo(delay));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void shouldCarryNoSecretToAnotherAddress(int status) throws Exception {
        try (ScriptedService other = new ScriptedService(taken())) {
            DeliveryAttemptOutcome outcome = attempt(ScriptedService.status(
                    status, "", "Location", other.url() + "/hooks/" + TOKEN + "?sig=" + SIGNATURE));

            assertThat(outcome).isInstanceOf(Refused.class);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void shouldRepeatWhenThereIsNoAnswerInTime() {
        service.answer(service.silence());

        assertThat(attempt(channel(service.url(), SHORT)))
                .isEqualTo(new RetryAfter(Optional.empty(), "no complete answer within 300 ms"));
    }

    @Test
    void shouldRepeatWhenTheAnswerIsNotCompleteInTime() {
        service.answer(service.drip(200));

        assertThat(attempt(channel(service.url(), SHORT)))
                .isEqualTo(new RetryAfter(Optional.empty(), "no complete answer within 300 ms"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 500})
    void shouldNotReadAnAnswerWithoutEnd(int status) throws Exception {
        CompletableFuture<Void> leftAlone = new CompletableFuture<>();

        DeliveryAttemptOutcome outcome = attempt(ScriptedService.endless(status, leftAlone));

        assertThat(outcome.toString()).contains("answered " + status + " (with a long text)");
        leftAlone.get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldRepeatWhenNobodyListens() throws Exception {
        URI nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + free.getLocalPort());
        }

        assertThat(attempt(channel(nobody, Settings.TIMEOUT)))
                .isInstanceOfSatisfying(
                        RetryAfter.class, retry -> assertThat(retry.reason()).startsWith("no connection"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok"})
    void shouldRepeatWhenTheConnectionBreaks(String part) throws Exception {
        try (BreakingService breaking = new BreakingService(part)) {
            assertThat(attempt(channel(breaking.url(), Settings.TIMEOUT)))
                    .isInstanceOfSatisfying(RetryAfter.class, retry -> assertThat(retry.reason())
                            .startsWith("the connection broke off"));
        }
    }

    @Test
    void shouldRefuseToSendToACertificateThatIsNotTrusted(@TempDir Path folder) throws Exception {
        try (ScriptedService secure = ScriptedService.secure(SelfSigned.context(folder), taken())) {
            assertThat(attempt(channel(secure.url(), Settings.TIMEOUT)))
                    .isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.reason())
                            .contains("certificate is not trusted"));
            assertThat(secure.requests()).isEmpty();
        }
    }

    @Test
    void shouldRepeatWhenTlsIsNotSpoken() throws Exception {
        try (BreakingService plain = new BreakingService("HTTP/1.1 400 Bad Request\r\n\r\n")) {
            URI secure = URI.create(plain.url().toString().replace("http:", "https:"));

            assertThat(attempt(channel(secure, Settings.TIMEOUT)))
                    .isInstanceOfSatisfying(RetryAfter.class, retry -> assertThat(retry.reason())
                            .containsAnyOf("TLS failed", "connection broke off"));
        }
    }

    @Test
    void shouldQuoteNeitherPagesNorSecretsThatAreWrittenDifferently() {
        assertThat(attempt(ScriptedService.status(404, "<html>" + TOKEN + "</html>")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).contains("a page of HTML"));
        assertThat(attempt(ScriptedService.status(404, "{\"path\": \"\\/hooks\\/" + TOKEN + "\"}")))
                .isInstanceOf(Refused.class);
    }

    @Test
    void shouldKeepTheOrderWhenAMessageIsRepeated() throws Exception {
        service.answer(taken(), ScriptedService.status(503, "busy"), taken());
        try (ChatDelivery delivery = new ChatDelivery(
                channel(service.url(), Settings.TIMEOUT),
                Duration.ofMinutes(30),
                10,
                new FastPauses(),
                RandomGenerator.getDefault())) {
            List<CompletableFuture<MessageDeliveryResult>> sent = new ArrayList<>();
            for (String title : List.of("first", "second", "third")) {
                sent.add(delivery.send(Messages.titled(title)));
            }
            for (CompletableFuture<MessageDeliveryResult> future : sent) {
                assertThat(future.get(10, TimeUnit.SECONDS).isDelivered()).isTrue();
            }

            assertThat(sent.get(1).get().attempts()).isEqualTo(2);
            assertThat(service.requests()).hasSize(4);
            List<String> titles = List.of("first", "second", "second", "third");
            for (int i = 0; i < titles.size(); i++) {
                assertThat(service.requests().get(i).body()).contains(titles.get(i));
            }
        }
    }
}
