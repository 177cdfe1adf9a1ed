package io.barograph.chat;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One message about one alert. Texts may hold anything, of any length: each service's form escapes and cuts them.
 *
 * <pre>{@code
 * ChatMessage message = ChatMessage.about(alert.key(), ChatMessage.State.OPENED)
 *         .severity(ChatMessage.Severity.CRITICAL)
 *         .title("Metadata of scratch is slow")
 *         .startedAt(alert.start())
 *         .fact("How bad", "reads take 4 times as long as usual")
 *         .label("fs", "scratch")
 *         .build();
 * }</pre>
 *
 * @param key identity of the alert: the same for its opening, updates and resolution
 * @param state why the message is sent
 * @param startedAt since when
 * @param endedAt until when; null while it lasts, given for {@link State#RESOLVED}
 * @param facts what a reader wants to know, most important first: where, how bad, who is suspected, who suffers; since
 *     when and until when are added from the two instants
 * @param evidence at most {@value #MAX_EVIDENCE} lines
 * @param links at most {@value #MAX_LINKS} pages to go on with
 * @param picture a picture that the service can fetch; null for none
 * @param labels names and values for grouping and routing by Alertmanager or a webhook. They belong to the identity:
 *     they must not change between the opening and the resolution, so a label {@code severity} is that of the opening
 */
public record ChatMessage(
        String key,
        State state,
        Severity severity,
        String title,
        Instant startedAt,
        Instant endedAt,
        List<Fact> facts,
        List<String> evidence,
        List<Link> links,
        URI picture,
        Map<String, String> labels) {
    /** Most lines of evidence. */
    public static final int MAX_EVIDENCE = 3;

    /** Most links. */
    public static final int MAX_LINKS = 5;

    /** Most labels. */
    public static final int MAX_LABELS = 20;

    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]{0,62}");

    /** Why a message is sent. */
    public enum State {
        /** The alert begins. */
        OPENED,
        /** It goes on, and something about it has changed. */
        UPDATED,
        /** It is over. */
        RESOLVED,
        /** A summary of what was held back. */
        DIGEST,
        /** Somebody tries the channel. */
        TEST,
        /** The pipeline lives: when these stop coming, it does not. */
        HEARTBEAT
    }

    public enum Severity {
        /** Worth knowing. */
        INFO,
        /** Users notice. */
        WARNING,
        /** Users cannot work. */
        CRITICAL
    }

    /**
     * One thing a reader wants to know.
     *
     * @param name such as {@code Where}
     * @param value such as {@code scratch, OST0003}
     */
    public record Fact(String name, String value) {
        public Fact {
            requireText("name of a fact", name);
            Objects.requireNonNull(value, "value of a fact");
        }
    }

    /**
     * A page to go on with.
     *
     * @param address its address, http or https
     */
    public record Link(String label, URI address) {
        public Link {
            requireText("label of a link", label);
            requireWebAddress("address of a link", address);
        }
    }

    public ChatMessage {
        requireText("key", key);
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(severity, "severity");
        requireText("title", title);
        Objects.requireNonNull(startedAt, "startedAt");
        if (state == State.RESOLVED && endedAt == null) {
            throw new IllegalArgumentException("a resolution needs endedAt");
        }
        if (endedAt != null && endedAt.isBefore(startedAt)) {
            throw new IllegalArgumentException("endedAt " + endedAt + " lies before startedAt " + startedAt);
        }
        facts = List.copyOf(facts);
        evidence = List.copyOf(evidence);
        requireAtMost(MAX_EVIDENCE, evidence.size(), "lines of evidence");
        links = List.copyOf(links);
        requireAtMost(MAX_LINKS, links.size(), "links");
        if (picture != null) {
            requireWebAddress("picture", picture);
        }
        requireAtMost(MAX_LABELS, labels.size(), "labels");
        labels.forEach((name, value) -> {
            if (!LABEL_NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("\"" + name
                        + "\" is no name of a label: up to 63 letters, digits and _, a digit" + " not first");
            }
            Objects.requireNonNull(value, name);
        });
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    private static void requireAtMost(int most, int count, String what) {
        if (count > most) {
            throw new IllegalArgumentException(count + " " + what + "; a message has at most " + most);
        }
    }

    private static void requireText(String what, String text) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException(what + " is empty");
        }
    }

    private static void requireWebAddress(String what, URI address) {
        Objects.requireNonNull(address, what);
        boolean web = address.getScheme() != null
                && Set.of("http", "https").contains(address.getScheme().toLowerCase(Locale.ROOT))
                && address.getHost() != null
                && address.getRawUserInfo() == null
                && address.toString().codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
        if (!web) {
            throw new IllegalArgumentException(
                    what + " must begin with http:// or https:// and name a host, without user and password");
        }
    }

    /** @return a builder; {@code title} and {@code startedAt} must be set */
    public static Builder about(String key, State state) {
        return new Builder(key, state);
    }

    public static final class Builder {
        private final String key;
        private final State state;
        private Severity severity = Severity.INFO;
        private String title;
        private Instant startedAt;
        private Instant endedAt;
        private final List<Fact> facts = new ArrayList<>();
        private final List<String> evidence = new ArrayList<>();
        private final List<Link> links = new ArrayList<>();
        private URI picture;
        private final Map<String, String> labels = new LinkedHashMap<>();

        private Builder(String key, State state) {
            this.key = key;
            this.state = state;
        }

        /** @param value how bad it is; INFO without it */
        public Builder severity(Severity value) {
            severity = value;
            return this;
        }

        public Builder title(String value) {
            title = value;
            return this;
        }

        public Builder startedAt(Instant value) {
            startedAt = value;
            return this;
        }

        /** @param value until when; null while it lasts */
        public Builder endedAt(Instant value) {
            endedAt = value;
            return this;
        }

        /**
         * @param name such as {@code Where}
         * @param value such as {@code scratch, OST0003}
         */
        public Builder fact(String name, String value) {
            facts.add(new Fact(name, value));
            return this;
        }

        public Builder evidence(String line) {
            evidence.add(line);
            return this;
        }

        public Builder link(String label, URI address) {
            links.add(new Link(label, address));
            return this;
        }

        /** @param address a picture that the service can fetch; null for none */
        public Builder picture(URI address) {
            picture = address;
            return this;
        }

        public Builder label(String name, String value) {
            labels.put(name, value);
            return this;
        }

        /** @throws IllegalArgumentException if something is missing or does not fit together */
        public ChatMessage build() {
            return new ChatMessage(
                    key, state, severity, title, startedAt, endedAt, facts, evidence, links, picture, labels);
        }
    }
}
