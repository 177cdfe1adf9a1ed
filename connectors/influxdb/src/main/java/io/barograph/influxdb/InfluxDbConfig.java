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
 * @param gzip whether requests are compressed; default true
 * @param requestTimeout time after which a request without answer is repeated; default 10 s
 * @param maxBatchLines most lines in one request; default 5 000
 * @param maxBatchBytes most bytes in one request, before compression; a longer line is refused; default 4 MiB
 * @param maxTimeInBuffer longest time that a line waits for others while no request is in flight; default 100 ms
 * @param maxInFlightRequests most requests in flight per subtask; default 1, which keeps the order of one identity; with
 *     more, lines of one identity may overtake
 * @param maxBufferedLines lines that a subtask buffers before it holds back its input; default 50 000
 * @param backoffBase upper bound of the delay before the first repetition; doubles each time; default 200 ms
 * @param backoffCap upper bound of the delay before any repetition; default 30 s
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
        boolean gzip,
        Duration requestTimeout,
        int maxBatchLines,
        long maxBatchBytes,
        Duration maxTimeInBuffer,
        int maxInFlightRequests,
        int maxBufferedLines,
        Duration backoffBase,
        Duration backoffCap)
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
        require(maxBatchLines > 0, "a batch must hold at least one line: " + maxBatchLines);
        require(maxBatchBytes > 0, "a batch must hold at least one byte: " + maxBatchBytes);
        require(
                maxTimeInBuffer.toMillis() > 0,
                "the time in the buffer must be at least a millisecond: " + maxTimeInBuffer);
        require(maxInFlightRequests > 0, "at least one request must be allowed in flight: " + maxInFlightRequests);
        require(
                maxBufferedLines > maxBatchLines,
                "the buffer (" + maxBufferedLines + " lines) must hold more than a batch (" + maxBatchLines
                        + " lines)");
        require(isPositive(backoffBase), "the first backoff must be positive: " + backoffBase);
        require(
                backoffCap.compareTo(backoffBase) >= 0,
                "the largest backoff (" + backoffCap + ") is below the first (" + backoffBase + ")");
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

    private static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }

    private static void require(boolean condition, String message) {
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
        private boolean gzip = true;
        private Duration requestTimeout = Duration.ofSeconds(10);
        private int maxBatchLines = 5_000;
        private long maxBatchBytes = 4L * 1024 * 1024;
        private Duration maxTimeInBuffer = Duration.ofMillis(100);
        private int maxInFlightRequests = 1;
        private int maxBufferedLines = 50_000;
        private Duration backoffBase = Duration.ofMillis(200);
        private Duration backoffCap = Duration.ofSeconds(30);

        private Builder(InfluxDbConfig config) {
            url = config.url;
            database = config.database;
            apiVersion = config.apiVersion;
            organisation = config.organisation;
            retentionPolicy = config.retentionPolicy;
            user = config.user;
            password = config.password;
            token = config.token;
            gzip = config.gzip;
            requestTimeout = config.requestTimeout;
            maxBatchLines = config.maxBatchLines;
            maxBatchBytes = config.maxBatchBytes;
            maxTimeInBuffer = config.maxTimeInBuffer;
            maxInFlightRequests = config.maxInFlightRequests;
            maxBufferedLines = config.maxBufferedLines;
            backoffBase = config.backoffBase;
            backoffCap = config.backoffCap;
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

        public Builder gzip(boolean compress) {
            this.gzip = compress;
            return this;
        }

        public Builder requestTimeout(Duration timeout) {
            this.requestTimeout = timeout;
            return this;
        }

        public Builder maxBatchLines(int lines) {
            this.maxBatchLines = lines;
            return this;
        }

        public Builder maxBatchBytes(long bytes) {
            this.maxBatchBytes = bytes;
            return this;
        }

        public Builder maxTimeInBuffer(Duration time) {
            this.maxTimeInBuffer = time;
            return this;
        }

        public Builder maxInFlightRequests(int requests) {
            this.maxInFlightRequests = requests;
            return this;
        }

        public Builder maxBufferedLines(int lines) {
            this.maxBufferedLines = lines;
            return this;
        }

        public Builder backoff(Duration first, Duration largest) {
            this.backoffBase = first;
            this.backoffCap = largest;
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
                    gzip,
                    requestTimeout,
                    maxBatchLines,
                    maxBatchBytes,
                    maxTimeInBuffer,
                    maxInFlightRequests,
                    maxBufferedLines,
                    backoffBase,
                    backoffCap);
        }
    }
}
