package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.chat.ChatMessage.State;
import io.barograph.configuration.ChatChannelSettings;
import io.barograph.configuration.ConfigurationException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatChannelTest {
    @TempDir
    private Path folder;

    private static ChatChannel open(ChatChannelSettings settings, Map<String, String> environment) {
        return new HttpChannel(settings, environment, () -> Messages.START);
    }

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("secret"), text);
    }

    @Test
    void shouldReadAddressAndPasswordFromTheFirstLinesOfFiles() throws Exception {
        try (ScriptedService service = new ScriptedService(ScriptedService.status(200, ""))) {
            Path address = Files.writeString(folder.resolve("address"), service.url() + "/alerts \nsecond line\n");
            ChatChannelSettings settings = Settings.of(
                    ChatChannelSettings.Type.WEBHOOK,
                    null,
                    address,
                    "barograph",
                    file("pässword\n"),
                    null,
                    Settings.TIMEOUT);
            try (ChatChannel channel = open(settings, Map.of())) {
                assertThat(channel.attempt(Messages.of(State.TEST))).isEqualTo(new DeliveryAttemptOutcome.Delivered());
            }

            ScriptedService.Request request = service.requests().get(0);
            assertThat(request.target()).isEqualTo("/alerts");
            assertThat(request.header("Authorization"))
                    .isEqualTo("Basic "
                            + Base64.getEncoder()
                                    .encodeToString("barograph:pässword".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/api/v2/alerts"})
    void shouldAddThePathOfTheAlertmanager(String end) throws Exception {
        try (ScriptedService service = new ScriptedService(ScriptedService.status(200, ""))) {
            URI url = URI.create(service.url() + "/prefix" + end);
            ChatChannelSettings settings =
                    Settings.of(ChatChannelSettings.Type.ALERTMANAGER, url, null, null, null, null, Settings.TIMEOUT);
            try (ChatChannel channel = open(settings, Map.of())) {
                assertThat(channel.attempt(Messages.of(State.TEST))).isEqualTo(new DeliveryAttemptOutcome.Delivered());
            }

            assertThat(service.requests().get(0).target()).isEqualTo("/prefix/api/v2/alerts");
            assertThat(service.requests().get(0).header("Authorization")).isNull();
        }
    }

    @Test
    void shouldNameTheFileThatIsMissing() {
        Path missing = folder.resolve("missing");

        assertThatThrownBy(() -> open(
                        Settings.of(ChatChannelSettings.Type.SLACK, null, missing, null, null, null, Settings.TIMEOUT),
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("channel operations: urlFile " + missing)
                .hasMessageContaining("NoSuchFileException");
    }

    @Test
    void shouldNameTheVariableThatIsNotSet() {
        assertThatThrownBy(() -> open(
                        Settings.of(ChatChannelSettings.Type.SLACK, null, null, null, null, null, Settings.TIMEOUT),
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("channel operations: urlVariable: the environment variable CHAT_URL is not set, or empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hooks.example.org/sEcReT",
                "https://hooks.example.org/sEcReT with space",
                "ftp://hooks.example.org/sEcReT",
                "https:///sEcReT",
                "https://user:sEcReT@hooks.example.org/",
                "https://sEcReT:port/"
            })
    void shouldNotQuoteAnAddressThatCannotBeUsed(String address) throws Exception {
        Path file = file(address);

        assertThatThrownBy(() -> open(
                        Settings.of(ChatChannelSettings.Type.SLACK, null, file, null, null, null, Settings.TIMEOUT),
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("channel operations: what urlFile holds is no address")
                .hasNoCause()
                .hasMessageNotContaining("sEcReT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sEcReT\u00E4", "sEcReT token", "sEcReT\u0001"})
    void shouldNotQuoteATokenThatCannotBeUsed(String token) {
        ChatChannelSettings settings = Settings.of(
                ChatChannelSettings.Type.WEBHOOK,
                URI.create("http://localhost/"),
                null,
                null,
                null,
                Settings.SECRET_VARIABLE,
                Settings.TIMEOUT);

        assertThatThrownBy(() -> open(settings, Map.of(Settings.SECRET_VARIABLE, token)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("bearer token")
                .hasMessageNotContaining("sEcReT");
    }

    @Test
    void shouldNotQuoteAFileThatIsNoText() throws Exception {
        Path file = Files.write(folder.resolve("secret"), new byte[] {'s', 'E', (byte) 0xFF, (byte) 0xFE, 'T'});

        assertThatThrownBy(() -> open(
                        Settings.of(ChatChannelSettings.Type.SLACK, null, file, null, null, null, Settings.TIMEOUT),
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasNoCause()
                .hasMessageContaining("cannot be read");
    }
}
