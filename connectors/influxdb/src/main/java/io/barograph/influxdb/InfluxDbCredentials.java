package io.barograph.influxdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The secret in memory, as the header that carries it. Its text form never shows it.
 *
 * @param header value of {@code Authorization}; null if there are no credentials
 * @param remedy what to do when the server refuses them
 */
record InfluxDbCredentials(String header, String secret, String remedy) {
    /**
     * @return user and password as {@code Basic} (1.x), token as {@code Token} (2.x) or {@code Bearer} (3.x), or
     *     nothing
     */
    static InfluxDbCredentials read(InfluxDbConfig config) throws IOException {
        if (config.user() != null) {
            String password = config.password().read();
            String pair = config.user() + ":" + password;
            return new InfluxDbCredentials(
                    "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)),
                    password,
                    "check user " + config.user() + " and the password in " + config.password());
        }
        if (config.token() != null) {
            String token = config.token().read();
            String scheme = config.apiVersion() == ApiVersion.V2 ? "Token " : "Bearer ";
            return new InfluxDbCredentials(scheme + token, token, "check the token in " + config.token());
        }
        return new InfluxDbCredentials(null, null, "the server asks for credentials and none are configured");
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
