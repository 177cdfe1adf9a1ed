package io.barograph.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One place that alerts go to.
 *
 * @param url address without a secret in it
 */
public record ChatChannelSettings(
        @Setting(value = "What routes call it.", required = true) String name,
        @Setting(value = "The service.", required = true) Type type,
        @Setting("Address, for webhook and alertmanager; that of an Alertmanager is its base, such as"
                        + " http://localhost:9093.")
                URI url,
        @Setting("File whose first line is the address: webhook addresses of the chat services are secrets.")
                Path urlFile,
        @Setting("Name of the environment variable that holds it instead.") String urlVariable,
        @Setting("User of webhook or alertmanager; needs one of the two keys that follow.") String user,
        @Setting("File whose first line is the user's password, or without a user the bearer token.") Path secretFile,
        @Setting("Name of the environment variable that holds it instead.") String secretVariable,
        @Setting(
                        value = "Whether pictures are shown rather than linked. The service must be able to fetch them:"
                                + " Slack refuses a message whose picture it cannot fetch.",
                        defaultValue = "false")
                boolean pictures,
        @Setting(value = "How long the service may take to answer.", defaultValue = "10s") Duration requestTimeout,
        @Setting(
                        value = "How long a message that the service cannot take is repeated before it becomes a dead"
                                + " letter.",
                        defaultValue = "30m")
                Duration giveUpAfter) {
    /** Services. */
    public enum Type {
        /** Slack, by an incoming webhook. */
        SLACK,
        /** Mattermost, by an incoming webhook. */
        MATTERMOST,
        /** Microsoft Teams, by the webhook of a workflow. */
        TEAMS,
        /** Anything that takes the project's own JSON. */
        WEBHOOK,
        /** Prometheus Alertmanager, by its API v2. */
        ALERTMANAGER;

        private boolean hasSecretAddress() {
            return this == SLACK || this == MATTERMOST || this == TEAMS;
        }
    }

    /** Checks that there is one address, and a secret where one is needed. */
    public ChatChannelSettings {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name is empty; routes refer to it");
        }
        if (Stream.of(url, urlFile, urlVariable).filter(Objects::nonNull).count() != 1) {
            throw new IllegalArgumentException("one of url, urlFile and urlVariable is needed, and only one");
        }
        if (url != null && type.hasSecretAddress()) {
            throw new IllegalArgumentException(
                    "url: the address is a secret; put it in a file or environment variable and name that with"
                            + " urlFile or urlVariable");
        }
        if (url != null && (url.getRawUserInfo() != null || !isWeb(url))) {
            throw new IllegalArgumentException(
                    "url must begin with http:// or https:// and a host; user and password go to user and secretFile");
        }
        if (type.hasSecretAddress()
                && Stream.of(user, secretFile, secretVariable).anyMatch(Objects::nonNull)) {
            throw new IllegalArgumentException(
                    "user, secretFile and secretVariable are for webhook and alertmanager; here the address is the"
                            + " secret");
        }
        if (secretFile != null && secretVariable != null) {
            throw new IllegalArgumentException("secretFile and secretVariable are both given; leave one");
        }
        if (user != null && secretFile == null && secretVariable == null) {
            throw new IllegalArgumentException("user needs secretFile or secretVariable");
        }
        if (requestTimeout.toMillis() < 1 || giveUpAfter.compareTo(requestTimeout) < 0) {
            throw new IllegalArgumentException("requestTimeout must be positive, and giveUpAfter at least as long");
        }
    }

    private static boolean isWeb(URI address) {
        return address.getHost() != null
                && ("http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme()));
    }
}
