package io.barograph.influxdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The secret in memory, as the header that carries it. Its text form never shows it. */
final class InfluxDbCredentials {
    private final String header;
    private final String secret;
    private final String remedy;

    private InfluxDbCredentials(String header, String secret, String remedy) {
        this.header = header;
        this.secret = secret;
        this.remedy = remedy;
    }

    /**
     * @return user and password as {@code Basic} (1.x), token as {@code Token} (2.x) or {@code Bearer} (3.x), or
     *     nothing
     */
    static InfluxDbCredentials read(InfluxDbConfig config) throws IOException {
        if (config.user().isPresent()) {
            String password = config.password().orElseThrow().read();
            String pair = config.user().get() + ":" + password;
            String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            return new InfluxDbCredentials(
                    "Basic " + encoded,
                    password,
                    "check user " + config.user().get() + " and the password in "
                            + config.password().get());
        }
        if (config.token().isPresent()) {
            String token = config.token().get().read();
            String scheme = config.apiVersion() == ApiVersion.V2 ? "Token " : "Bearer ";
            return new InfluxDbCredentials(
                    scheme + token,
                    token,
                    "check the token in " + config.token().get());
        }
        return new InfluxDbCredentials(null, null, "the server asks for credentials and none are configured");
    }

    Optional<String> header() {
        return Optional.ofNullable(header);
    }

    /** {@return what to do when the server refuses them} */
    String remedy() {
        return remedy;
    }

    /** {@return the text with the secret blotted out, should a server or proxy have echoed it} */
    String redact(String text) {
        return secret == null ? text : text.replace(secret, "***");
    }

    @Override
    public String toString() {
        return "Credentials[" + (header == null ? "none" : "***") + "]";
    }
}
