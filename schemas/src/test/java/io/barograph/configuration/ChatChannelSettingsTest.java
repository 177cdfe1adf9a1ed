package io.barograph.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.configuration.ConfigurationNode.Mapping;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatChannelSettingsTest {
    private static final Path FOLDER = Path.of("/etc/barograph");

    private static ChatChannelSettings bind(String yaml) {
        return SettingsBinder.bind(ChatChannelSettings.class, (Mapping)
                ConfigurationYaml.parse("barograph.yaml", "channel", yaml, FOLDER));
    }

    @Test
    void shouldHaveDefaults() {
        assertThat(bind("{name: ops, type: slack, urlFile: slack-webhook}"))
                .isEqualTo(new ChatChannelSettings(
                        "ops",
                        ChatChannelSettings.Type.SLACK,
                        null,
                        FOLDER.resolve("slack-webhook"),
                        null,
                        null,
                        null,
                        null,
                        false,
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(30)));
    }

    @Test
    void shouldReadEveryKey() {
        assertThat(
                        bind(
                                """
                name: monitoring
                type: alertmanager
                url: http://localhost:9093
                user: barograph
                secretFile: alertmanager-password
                pictures: true
                requestTimeout: 3s
                giveUpAfter: 2h
                """))
                .isEqualTo(new ChatChannelSettings(
                        "monitoring",
                        ChatChannelSettings.Type.ALERTMANAGER,
                        URI.create("http://localhost:9093"),
                        null,
                        null,
                        "barograph",
                        FOLDER.resolve("alertmanager-password"),
                        null,
                        true,
                        Duration.ofSeconds(3),
                        Duration.ofHours(2)));
        assertThat(bind("{name: a, type: webhook, urlVariable: HOOK, secretVariable: TOKEN}"))
                .extracting(ChatChannelSettings::urlVariable, ChatChannelSettings::secretVariable)
                .containsExactly("HOOK", "TOKEN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            {type: slack, urlFile: f}                                            | "name" is missing
            {name: '', type: slack, urlFile: f}                                  | name is empty
            {name: a, type: pigeon, urlFile: f}                                  | slack or mattermost or teams
            {name: a, type: slack}                                               | one of url, urlFile and urlVariable
            {name: a, type: slack, urlFile: f, urlVariable: V}                   | one of url, urlFile and urlVariable
            {name: a, type: slack, url: 'https://hooks.example.org/x'}           | the address is a secret
            {name: a, type: teams, url: 'https://hooks.example.org/x'}           | the address is a secret
            {name: a, type: webhook, url: 'https://u:p@example.org'}             | go to user and secretFile
            {name: a, type: webhook, url: 'mailto:a@example.org'}                | must begin with http
            {name: a, type: slack, urlFile: f, secretFile: g}                    | are for webhook and alertmanager
            {name: a, type: webhook, urlFile: f, user: u}                        | user needs secretFile
            {name: a, type: webhook, urlFile: f, secretFile: g, secretVariable: V} | leave one
            {name: a, type: slack, urlFile: f, giveUpAfter: 1s}                  | giveUpAfter at least as long
            """)
    void shouldSayWhatIsWrong(String yaml, String message) {
        assertThatThrownBy(() -> bind(yaml))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }
}
