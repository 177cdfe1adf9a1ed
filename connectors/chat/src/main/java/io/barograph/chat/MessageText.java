package io.barograph.chat;

import io.barograph.chat.ChatMessage.Fact;
import io.barograph.chat.ChatMessage.Link;
import io.barograph.chat.ChatMessage.State;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What all services say about a message in the same words. */
final class MessageText {
    /** Most facts that a message to people shows, with since and until. */
    static final int MAX_FACTS = 20;

    /** A longer address is not shown, for one that is cut leads nowhere. */
    static final int MAX_ADDRESS = 700;

    /** Most characters of an alert's identity. */
    static final int MAX_KEY = 150;

    private static final int DIGEST_BYTES = 8;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private MessageText() {}

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** {@return the title after a word that says at a glance what the message is} */
    static String headline(ChatMessage message) {
        String severity = message.severity().name();
        String mark =
                switch (message.state()) {
                    case OPENED -> severity;
                    case UPDATED -> severity + ", UPDATE";
                    case RESOLVED, DIGEST, TEST, HEARTBEAT -> message.state().name();
                };
        return "[" + mark + "] " + message.title();
    }

    /** {@return since when, until when, and the facts; the last one counts those that have no room} */
    static List<Fact> facts(ChatMessage message) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(
                message.state() == State.TEST || message.state() == State.HEARTBEAT ? "At" : "Since",
                time(message.startedAt())));
        if (message.endedAt() != null) {
            Duration lasted = Duration.between(message.startedAt(), message.endedAt());
            facts.add(new Fact("Until", time(message.endedAt()) + " (" + words(lasted) + ")"));
        }
        int room = MAX_FACTS - facts.size();
        List<Fact> given = message.facts();
        if (given.size() <= room) {
            facts.addAll(given);
        } else {
            facts.addAll(given.subList(0, room - 1));
            facts.add(new Fact("More", (given.size() - room + 1) + " further facts have no room here"));
        }
        return facts;
    }

    private static String time(Instant instant) {
        return TIME.format(instant.truncatedTo(ChronoUnit.SECONDS));
    }

    private static String words(Duration time) {
        if (time.toDays() > 0) {
            return time.toDays() + " d " + time.toHoursPart() + " h";
        }
        if (time.toHours() > 0) {
            return time.toHours() + " h " + time.toMinutesPart() + " min";
        }
        return time.toMinutes() > 0
                ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
                : time.toSeconds() + " s";
    }

    static Optional<String> picture(ChatMessage message, boolean pictures) {
        return Optional.ofNullable(message.picture())
                .filter(picture -> pictures)
                .flatMap(MessageText::shown);
    }

    /** {@return the address of the link; empty if it is too long} */
    static Optional<String> shownAddress(Link link) {
        return shown(link.address());
    }

    private static Optional<String> shown(URI uri) {
        return Optional.of(address(uri)).filter(address -> address.length() <= MAX_ADDRESS);
    }

    /** @return its links, with one to the picture if that is not shown */
    static List<Link> links(ChatMessage message, boolean pictures) {
        List<Link> links = new ArrayList<>(message.links());
        if (message.picture() != null && picture(message, pictures).isEmpty()) {
            links.add(new Link("Picture", message.picture()));
        }
        return links;
    }

    /** {@return the address in ASCII, without an @ that could be taken for a mention} */
    static String address(URI address) {
        return address.toASCIIString().replace("@", "%40");
    }

    /**
     * The identity of the alert as a short line, the same for all of its messages and different from that of another
     * alert: a key that cannot be shown whole ends in a digest of it.
     */
    static String identity(ChatMessage message) {
        String key = message.key();
        if (key.equals(SingleLineText.line(key, MAX_KEY))) {
            return key;
        }
        byte[] digest = sha256(key);
        return SingleLineText.line(key, MAX_KEY - 2 * DIGEST_BYTES - 1) + "#"
                + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    }

    private static byte[] sha256(String text) {
        try {
            // Char by char: a character set would turn all halves of surrogate pairs into the same bytes.
            ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES);
            bytes.asCharBuffer().put(text);
            return MessageDigest.getInstance("SHA-256").digest(bytes.array());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
