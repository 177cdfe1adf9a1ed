package io.barograph.chat;

import io.barograph.chat.ChatMessage.Severity;
import io.barograph.chat.ChatMessage.State;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever a job, a user or a path is called, each service gets a message that keeps to its rules. */
class PayloadFuzzTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @Property(tries = 300)
    void shouldKeepToTheRulesOfSlack(@ForAll("hostile") ChatMessage message, @ForAll boolean pictures) {
        new SlackRules().check(new SlackFormat(pictures).payload(message, NOW));
    }

    @Property(tries = 300)
    void shouldKeepToTheRulesOfMattermost(@ForAll("hostile") ChatMessage message, @ForAll boolean pictures) {
        new MattermostRules().check(new MattermostFormat(pictures).payload(message, NOW));
    }

    @Property(tries = 300)
    void shouldKeepToTheRulesOfTeams(@ForAll("hostile") ChatMessage message, @ForAll boolean pictures) {
        new TeamsRules().check(new TeamsFormat(pictures).payload(message, NOW));
    }

    @Property(tries = 300)
    void shouldKeepToTheRulesOfTheWebhook(@ForAll("hostile") ChatMessage message) {
        new WebhookRules().check(new WebhookFormat().payload(message, NOW));
    }

    @Property(tries = 300)
    void shouldKeepToTheRulesOfTheAlertmanager(@ForAll("hostile") ChatMessage message) {
        new AlertmanagerRules().check(new AlertmanagerFormat().payload(message, NOW));
    }

    @Provide
    Arbitrary<ChatMessage> hostile() {
        Arbitrary<String> text = hostileText();
        Arbitrary<String> title = text.filter(value -> !value.isBlank());
        return Combinators.combine(
                        Arbitraries.of(State.class),
                        Arbitraries.of(Severity.class),
                        title,
                        title,
                        text.list().ofMaxSize(40),
                        text.list().ofMaxSize(ChatMessage.MAX_EVIDENCE),
                        title.list().ofMaxSize(ChatMessage.MAX_LINKS),
                        text.list().ofMaxSize(ChatMessage.MAX_LABELS))
                .as((state, severity, key, name, facts, evidence, links, labels) -> {
                    ChatMessage.Builder message = ChatMessage.about(key, state)
                            .severity(severity)
                            .title(name)
                            .startedAt(NOW.minus(Duration.ofHours(1)))
                            .endedAt(state == State.RESOLVED ? NOW : null)
                            .picture(address(name));
                    facts.forEach(fact -> message.fact(name, fact));
                    evidence.forEach(message::evidence);
                    links.forEach(link -> message.link(link, address(link)));
                    for (int i = 0; i < labels.size(); i++) {
                        message.label("label_" + i, labels.get(i));
                    }
                    return message.build();
                });
    }

    /** Addresses that a job's name is part of: encoded by the form, or as far as an address may hold it. */
    private static URI address(String text) {
        String begin = text.substring(0, Math.min(text.length(), 400));
        String open = begin.replaceAll("[^a-zA-Z0-9@&()*_~!$'+,;=:\u00E4\u20AC-]", "");
        return URI.create("https://example.org/" + open + "?job=" + URLEncoder.encode(begin, StandardCharsets.UTF_8));
    }

    private static Arbitrary<String> hostileText() {
        Arbitrary<String> fragment = Arbitraries.of(
                "<!channel>",
                "<!everyone|x>",
                "<@U024BE7LR>",
                "<#C024BE7LR>",
                "@channel",
                "@all",
                "@here",
                "@alice",
                "@\u200Bchannel",
                "@\u202Echannel",
                "\\@here",
                "<at>Alice</at>",
                "](https://evil.example)",
                "![x](y)",
                "**",
                "__",
                "```",
                "`",
                "~~",
                "# ",
                "- ",
                "> ",
                "|",
                "<script>",
                "&amp;",
                "&lt;!channel&gt;",
                "&",
                "<",
                ">",
                "\n",
                "\r\n",
                "\u0000",
                "\u001B[31m",
                "\u0085",
                "\u2028",
                "\uD83D",
                "\uDE00",
                "\uD83D\uDE00",
                "\u202E",
                "\uFFFF",
                "\"",
                "\\",
                "\\u0000",
                "{{DATE(2017-02-14T06:08:39Z)}}",
                "@{x}",
                "${x}",
                "$x$",
                "/scratch/my_file",
                "job 4711",
                " ");
        Arbitrary<String> mixed = fragment.list().ofMaxSize(12).map(parts -> String.join("", parts));
        Arbitrary<String> huge =
                fragment.filter(value -> !value.isBlank()).map(part -> part.repeat(100_000 / part.length()));
        return Arbitraries.frequencyOf(
                Tuple.of(6, mixed), Tuple.of(3, Arbitraries.strings().all().ofMaxLength(60)), Tuple.of(1, huge));
    }
}
