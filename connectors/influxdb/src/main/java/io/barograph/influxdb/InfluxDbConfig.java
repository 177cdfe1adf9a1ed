package io.barograph.influxdb;

import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * Where and how to write. Immutable and validated; secrets are only referred to ({@link SecretSource}).
 *
 * <pre>{@code
 * InfluxDbConfig config = InfluxDbConfig.builder(URI.create("http://localhost:8086"), "barograph")
 *         .user("weather", SecretSource.file(Path.of("/etc/barograph/influxdb-password")))
 *         .build();
 * }</pre>
 *
 * @param url address of the server, without path, for instance {@code http://localhost:8086}
 * @param apiVersion endpoint to write to; default {@link ApiVersion#V1}
 * @param database database (1.x, 3.x) or bucket (2.x)
 * @param organisation of the bucket (2.x); else null
 * @param retentionPolicy where points go (1.x); null for the database's own default
 * @param user of the database (1.x), or null
 * @param password where the user's password is found (1.x); null without user
 * @param token where the token is found (2.x, 3.x), or null
 * @param requestTimeout time after which a request without answer is repeated; default 10 s
 * @param limits how much is written at a time; default {@link WriteLimits#DEFAULTS}
 */
public record InfluxDbConfig(
        URI url,
        ApiVersion apiVersion,
        String database,
        String organisation,
        String retentionPolicy,
        String user,
        SecretSource password,
        SecretSource token,
        Duration requestTimeout,
        WriteLimits limits)
        implements Serializable {

    /** @throws IllegalArgumentException if the settings do not fit together; the message says what to change */
    public InfluxDbConfig {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        // First, so that no later message repeats an address with a password in it.
        require(
                url.getRawUserInfo() == null,
                "the InfluxDB URL must not hold a user or password: give the user and a file or environment variable"
                        + " with the password");
        require(
                (scheme.equals("http") || scheme.equals("https")) && url.getHost() != null,
                "not an http or https address of an InfluxDB server: " + url);
        require(
                url.getRawQuery() == null && url.getRawFragment() == null,
                "the InfluxDB URL must not have a query or fragment: " + url.getScheme() + "://" + url.getAuthority());
        require(!database.isBlank(), "the name of the InfluxDB database or bucket is empty");
        require(
                retentionPolicy == null || apiVersion == ApiVersion.V1,
                "a retention policy can be named for InfluxDB 1.x only; 2.x has it in the bucket, 3.x in the database");
        require(
                user == null || apiVersion == ApiVersion.V1,
                "user and password are for InfluxDB 1.x; " + apiVersion + " takes a token");
        require(
                token == null || apiVersion != ApiVersion.V1,
                "InfluxDB 1.x takes user and password, not a token; for 2.x and 3.x set the API version");
        require(
                (organisation != null) == (apiVersion == ApiVersion.V2),
                "an organisation is needed for InfluxDB 2.x, and only there");
        require(token != null || apiVersion != ApiVersion.V2, "InfluxDB 2.x needs a token");
        require(isPositive(requestTimeout), "the request timeout must be positive: " + requestTimeout);
    }

    /** @return a builder for API version 1, without credentials */
    public static Builder builder(URI url, String database) {
        return new Builder(url, database);
    }

    /** @return the same with that retention policy (1.x) */
    public InfluxDbConfig withRetentionPolicy(String name) {
        return new Builder(this).retentionPolicy(name).build();
    }

    /**
     * @param name database (1.x, 3.x) or bucket (2.x)
     * @return the same with that database
     */
    public InfluxDbConfig withDatabase(String name) {
        Builder builder = new Builder(this);
        builder.database = Objects.requireNonNull(name, "name");
        return builder.build();
    }

    static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** What is not set has the default that {@link InfluxDbConfig} names. */
    public static final class Builder {
        private final URI url;
        private String database;
        private ApiVersion apiVersion = ApiVersion.V1;
        private String organisation;
        private String retentionPolicy;
        private String user;
        private SecretSource password;
        private SecretSource token;
        private Duration requestTimeout = Duration.ofSeconds(10);
        private WriteLimits limits = WriteLimits.DEFAULTS;

        private Builder(InfluxDbConfig config) {
            url = config.url;
            database = config.database;
            apiVersion = config.apiVersion;
            organisation = config.organisation;
            retentionPolicy = config.retentionPolicy;
            user = config.user;
            password = config.password;
            token = config.token;
            requestTimeout = config.requestTimeout;
            limits = config.limits;
        }

        private Builder(URI url, String database) {
            this.url = Objects.requireNonNull(url, "url");
            this.database = Objects.requireNonNull(database, "database");
        }

        public Builder apiVersion(ApiVersion version) {
            this.apiVersion = Objects.requireNonNull(version, "version");
            return this;
        }

        public Builder organisation(String name) {
            this.organisation = name;
            return this;
        }

        public Builder retentionPolicy(String name) {
            this.retentionPolicy = name;
            return this;
        }

        public Builder user(String name, SecretSource source) {
            this.user = Objects.requireNonNull(name, "name");
            this.password = Objects.requireNonNull(source, "source");
            return this;
        }

        public Builder token(SecretSource source) {
            this.token = source;
            return this;
        }

        public Builder requestTimeout(Duration timeout) {
            this.requestTimeout = timeout;
            return this;
        }

        public Builder limits(WriteLimits writing) {
            this.limits = writing;
            return this;
        }

        /** @throws IllegalArgumentException if the settings do not fit together; the message says what to change */
        public InfluxDbConfig build() {
            return new InfluxDbConfig(
                    url,
                    apiVersion,
                    database,
                    organisation,
                    retentionPolicy,
                    user,
                    password,
                    token,
                    requestTimeout,
                    limits);
        }
    }
}
