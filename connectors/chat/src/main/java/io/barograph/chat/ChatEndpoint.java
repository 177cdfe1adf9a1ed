package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;
import io.barograph.configuration.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Where requests go and what they carry to be let in; all of it may be secret. Its text form shows none of it. */
record ChatEndpoint(URI address, Optional<String> authorization, List<String> secrets) {
    private static final String ALERTS = "/api/v2/alerts";

    /** Shorter parts of an address occur in any text and give nothing away. */
    private static final int MIN_SECRET_PART = 6;

    /** @throws ConfigurationException if one of them cannot be read or used */
    static ChatEndpoint read(ChatChannelSettings settings, Map<String, String> environment) {
        String channel = settings.name();
        String written = settings.url() != null
                ? settings.url().toString()
                : read(channel, "url", settings.urlFile(), settings.urlVariable(), environment);
        URI address = address(settings, written);
        String secret = read(channel, "secret", settings.secretFile(), settings.secretVariable(), environment);
        String authorization = authorization(settings, secret);
        return new ChatEndpoint(address, Optional.ofNullable(authorization), secrets(address, secret, authorization));
    }

    private static URI address(ChatChannelSettings settings, String written) {
        URI address;
        try {
            address = new URI(written);
        } catch (URISyntaxException e) {
            throw noAddress(settings); // the exception would quote it
        }
        boolean usable = address.getHost() != null
                && address.getRawUserInfo() == null
                && List.of("http", "https")
                        .contains(String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT));
        if (!usable) {
            throw noAddress(settings);
        }
        boolean base = settings.type() == ChatChannelSettings.Type.ALERTMANAGER
                && !address.getPath().endsWith(ALERTS);
        if (base && (address.getRawQuery() != null || address.getRawFragment() != null)) {
            throw new ConfigurationException("channel " + settings.name() + ": the address of an Alertmanager has no"
                    + " ? or #; its base is enough, such as http://localhost:9093");
        }
        if (base) {
            String folder = written.endsWith("/") ? written.substring(0, written.length() - 1) : written;
            return URI.create(folder + ALERTS);
        }
        return address;
    }

    private static ConfigurationException noAddress(ChatChannelSettings settings) {
        return new ConfigurationException("channel " + settings.name() + ": what "
                + (settings.url() != null ? "url" : settings.urlFile() != null ? "urlFile" : "urlVariable")
                + " holds is no address that begins with http:// or https:// and names a host, without user and"
                + " password");
    }

    private static String authorization(ChatChannelSettings settings, String secret) {
        if (secret == null) {
            return null;
        }
        if (settings.user() != null) {
            String pair = settings.user() + ":" + secret;
            return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        }
        if (!secret.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            // The HTTP client would refuse it with a text that quotes it.
            throw new ConfigurationException("channel " + settings.name()
                    + ": the bearer token holds characters that no token has; check the file or variable");
        }
        return "Bearer " + secret;
    }

    private static List<String> secrets(URI address, String secret, String authorization) {
        Stream<String> parts = Stream.of(address.getRawPath(), address.getRawQuery())
                .filter(Objects::nonNull)
                .flatMap(part -> Stream.concat(Stream.of(part), Stream.of(part.split("[/&=]", -1))))
                .flatMap(part -> Stream.of(part, decoded(part)))
                .filter(part -> part.length() >= MIN_SECRET_PART);
        Stream<String> credentials = Stream.of(
                        secret,
                        authorization,
                        authorization == null ? null : authorization.split(" ", -1)[1])
                .filter(Objects::nonNull);
        return Stream.concat(Stream.concat(Stream.of(address.toString()), parts), credentials)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return part;
        }
    }

    /** {@return the text without the secrets that it quotes} */
    String redact(String text) {
        String redacted = text;
        for (String secret : secrets) {
            redacted = redacted.replace(secret, "***");
        }
        return redacted;
    }

    @Override
    public String toString() {
        return "Endpoint[***]";
    }

    /**
     * Reads what must not stand in the configuration. No message quotes what was read.
     *
     * @param key what is looked for, as the keys of the configuration begin: {@code url} or {@code secret}
     * @param file file whose first line it is; null for none
     * @param variable environment variable that holds it; null for none
     * @return the secret; null if neither is given
     * @throws ConfigurationException if there is nothing
     */
    private static String read(
            String channel, String key, Path file, String variable, Map<String, String> environment) {
        if (file != null) {
            String where = "channel " + channel + ": " + key + "File " + file;
            return present(firstLine(where, file), where + " is empty; write it into the first line");
        }
        if (variable != null) {
            return present(
                    environment.get(variable),
                    "channel " + channel + ": " + key + "Variable: the environment variable " + variable
                            + " is not set, or empty");
        }
        return null;
    }

    private static String firstLine(String where, Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst().orElse("");
        } catch (IOException | UncheckedIOException e) {
            // Without the cause: one about malformed text might quote it.
            throw new ConfigurationException(where + " cannot be read ("
                    + e.getClass().getSimpleName() + "); create it, readable for the user of this process");
        }
    }

    private static String present(String secret, String message) {
        if (secret == null || secret.isBlank()) {
            throw new ConfigurationException(message);
        }
        return secret.strip();
    }
}
