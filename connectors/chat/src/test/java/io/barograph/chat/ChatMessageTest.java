package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.barograph.chat.ChatMessage.State;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatMessageTest {
    private static ChatMessage.Builder opened() {
        return ChatMessage.about("key", State.OPENED).title("title").startedAt(Messages.START);
    }

    @Test
    void shouldNotChangeWithItsBuilder() {
        ChatMessage.Builder builder = opened().fact("Where", "scratch").label("fs", "scratch");
        ChatMessage message = builder.build();
        builder.fact("more", "more").label("more", "more").evidence("more");

        assertThat(message)
                .isEqualTo(
                        opened().fact("Where", "scratch").label("fs", "scratch").build());
    }

    @Test
    void shouldRefuseWhatDoesNotFitTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChatMessage.about("key", State.RESOLVED)
                        .title("title")
                        .startedAt(Messages.START)
                        .build())
                .withMessage("a resolution needs endedAt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> opened().endedAt(Instant.EPOCH).build())
                .withMessageContaining("lies before startedAt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> opened().title(" ").build())
                .withMessage("title is empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> opened().evidence("1")
                        .evidence("2")
                        .evidence("3")
                        .evidence("4")
                        .build())
                .withMessage("4 lines of evidence; a message has at most 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1st", "with space", "a-b"})
    void shouldRefuseNamesThatNoAlertmanagerTakes(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> opened().label(name, "value").build())
                .withMessageContaining("is no name of a label");
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "/relative", "https:///path", "https://user@host/"})
    void shouldRefuseAddressesThatAreNoPages(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> opened().link("label", URI.create(address)))
                .withMessageContaining("must begin with http:// or https://");
    }

    @Test
    void shouldRefuseAddressesThatCannotBeEncoded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> opened().link("label", URI.create("http://host/\uD800")))
                .withMessageContaining("address of a link");
    }

    @Test
    void shouldSayWhatAMessageIs() {
        assertThat(MessageText.headline(Messages.of(State.OPENED))).isEqualTo("[WARNING] Metadata of scratch is slow");
        assertThat(MessageText.headline(Messages.of(State.UPDATED)))
                .isEqualTo("[WARNING, UPDATE] Metadata of scratch is slow");
        assertThat(MessageText.headline(Messages.of(State.RESOLVED)))
                .isEqualTo("[RESOLVED] Metadata of scratch is slow");
        assertThat(MessageText.headline(Messages.of(State.TEST))).isEqualTo("[TEST] Metadata of scratch is slow");
    }

    @Test
    void shouldSaySinceAndUntilWhen() {
        assertThat(MessageText.facts(Messages.of(State.RESOLVED)))
                .startsWith(
                        new ChatMessage.Fact("Since", "2026-11-21 08:00:00 UTC"),
                        new ChatMessage.Fact("Until", "2026-11-21 10:05:00 UTC (2 h 5 min)"));
        ChatMessage minutes =
                opened().endedAt(Messages.START.plus(Duration.ofSeconds(61))).build();
        assertThat(MessageText.facts(minutes).get(1).value()).endsWith("(1 min 1 s)");
        ChatMessage days =
                opened().endedAt(Messages.START.plus(Duration.ofHours(49))).build();
        assertThat(MessageText.facts(days).get(1).value()).endsWith("(2 d 1 h)");
    }

    @Test
    void shouldCountTheFactsThatHaveNoRoom() {
        ChatMessage.Builder many = opened();
        for (int i = 0; i < 30; i++) {
            many.fact("fact " + i, "value");
        }

        assertThat(MessageText.facts(many.build()))
                .hasSize(20)
                .endsWith(
                        new ChatMessage.Fact("fact 17", "value"),
                        new ChatMessage.Fact("More", "12 further facts have no room here"));
    }

    @Test
    void shouldTellLongKeysApart() {
        String begin = "x".repeat(100_000);
        String one = identity(begin + "1");

        assertThat(one).hasSize(150).isEqualTo(identity(begin + "1")).isNotEqualTo(identity(begin + "2"));
        assertThat(identity("a\nb"))
                .startsWith("a b#")
                .isNotEqualTo(identity("a\tb"))
                .isNotEqualTo("a b");
        assertThat(identity("a\uD800")).isNotEqualTo(identity("a\uD801"));
        assertThat(identity("contention/scratch/17")).isEqualTo("contention/scratch/17");
    }

    private static String identity(String key) {
        return MessageText.identity(ChatMessage.about(key, State.TEST)
                .title("title")
                .startedAt(Messages.START)
                .build());
    }
}
