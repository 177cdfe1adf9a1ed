package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InfluxDbConfigTest {
    private static final URI URL = URI.create("http://localhost:8086");
    private static final SecretSource SECRET = SecretSource.environment("INFLUX_SECRET");

    @TempDir
    Path folder;

    @Test
    void shouldHaveDefaults() {
        InfluxDbConfig config = InfluxDbConfig.builder(URL, "barograph").build();

        assertThat(config.url()).isEqualTo(URL);
        assertThat(config.database()).isEqualTo("barograph");
        assertThat(config.apiVersion()).isEqualTo(ApiVersion.V1);
        assertThat(config.organisation()).isNull();
        assertThat(config.retentionPolicy()).isNull();
        assertThat(config.user()).isNull();
        assertThat(config.password()).isNull();
        assertThat(config.token()).isNull();
        assertThat(config.requestTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.limits().maxBatchLines()).isEqualTo(5_000);
        assertThat(config.limits().maxBatchBytes()).isEqualTo(4L * 1024 * 1024);
        assertThat(config.limits().maxTimeInBuffer()).isEqualTo(Duration.ofMillis(100));
        assertThat(config.limits().maxBufferedLines()).isEqualTo(50_000);
        assertThat(config.limits().backoff().base()).isEqualTo(Duration.ofMillis(200));
        assertThat(config.limits().backoff().cap()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void shouldKeepEverySettingOf1xThroughSerialization() throws Exception {
        WriteLimits limits = new WriteLimits(
                7, 8, Duration.ofMillis(9), 11, new InfluxDbBackoff(Duration.ofMillis(12), Duration.ofMillis(13)));
        InfluxDbConfig config = InstantiationUtil.clone(InfluxDbConfig.builder(URL, "barograph")
                .retentionPolicy("week")
                .user("weather", SECRET)
                .requestTimeout(Duration.ofSeconds(3))
                .limits(limits)
                .build());

        assertThat(config.retentionPolicy()).isEqualTo("week");
        assertThat(config.user()).isEqualTo("weather");
        assertThat(config.password()).isEqualTo(SECRET);
        assertThat(config.requestTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.limits()).isEqualTo(limits);
    }

    @Test
    void shouldKeepEverySettingOf2xThroughSerialization() throws Exception {
        InfluxDbConfig config = InstantiationUtil.clone(InfluxDbConfig.builder(URL, "bucket")
                .apiVersion(ApiVersion.V2)
                .organisation("site")
                .token(SECRET)
                .build());

        assertThat(config.apiVersion()).isEqualTo(ApiVersion.V2);
        assertThat(config.organisation()).isEqualTo("site");
        assertThat(config.token()).isEqualTo(SECRET);
    }

    static Stream<Arguments> wrongSettings() {
        return Stream.of(
                wrong("gopher://localhost", b -> {}, "not an http or https address"),
                wrong("localhost:8086", b -> {}, "not an http or https address"),
                wrong("http://localhost?db=x", b -> {}, "query or fragment"),
                wrong(URL.toString(), b -> b.organisation("site"), "organisation is needed for InfluxDB 2.x"),
                wrong(URL.toString(), b -> b.apiVersion(ApiVersion.V2).token(SECRET), "organisation is needed"),
                wrong(URL.toString(), b -> b.apiVersion(ApiVersion.V2).organisation("o"), "2.x needs a token"),
                wrong(URL.toString(), b -> b.token(SECRET), "takes user and password"),
                wrong(URL.toString(), b -> b.apiVersion(ApiVersion.V3).user("u", SECRET), "takes a token"),
                wrong(URL.toString(), b -> b.apiVersion(ApiVersion.V3).retentionPolicy("r"), "retention policy"),
                wrong(URL.toString(), b -> b.requestTimeout(Duration.ZERO), "request timeout"),
                wrong(URL.toString(), b -> b.limits(limits(0, 1, 9, 11)), "at least one line"),
                wrong(URL.toString(), b -> b.limits(limits(7, 0, 9, 11)), "at least one byte"),
                wrong(URL.toString(), b -> b.limits(limits(7, 1, 0, 11)), "at least a millisecond"),
                wrong(URL.toString(), b -> b.limits(limits(7, 1, 9, 7)), "must hold more than a batch"),
                wrong(
                        URL.toString(),
                        b -> new InfluxDbBackoff(Duration.ZERO, Duration.ofSeconds(1)),
                        "must be positive"),
                wrong(
                        URL.toString(),
                        b -> new InfluxDbBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1)),
                        "is below the first"));
    }

    private static WriteLimits limits(int batchLines, long batchBytes, long bufferMillis, int bufferedLines) {
        return new WriteLimits(
                batchLines, batchBytes, Duration.ofMillis(bufferMillis), bufferedLines, WriteLimits.DEFAULTS.backoff());
    }

    private static Arguments wrong(String url, Consumer<InfluxDbConfig.Builder> setting, String message) {
        return Arguments.of(url, setting, message);
    }

    @ParameterizedTest
    @MethodSource("wrongSettings")
    void shouldRefuseSettingsThatDoNotFit(String url, Consumer<InfluxDbConfig.Builder> setting, String message) {
        assertThatThrownBy(() -> {
                    InfluxDbConfig.Builder builder = InfluxDbConfig.builder(URI.create(url), "barograph");
                    setting.accept(builder);
                    builder.build();
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldNotRepeatThePasswordOfAnAddressThatHoldsOne() {
        InfluxDbConfig.Builder builder = InfluxDbConfig.builder(URI.create("http://me:s3cret@localhost:8086"), "x");
        assertThatThrownBy(builder::build)
                .hasMessageContaining("file or environment variable")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void shouldReadTheSecretFromItsFileAndNeverShowIt() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "s3cret\n");
        InfluxDbConfig config = InfluxDbConfig.builder(URL, "barograph")
                .user("weather", SecretSource.file(file))
                .build();

        InfluxDbCredentials credentials = InfluxDbCredentials.read(config);

        assertThat(credentials.header()).isEqualTo("Basic d2VhdGhlcjpzM2NyZXQ=");
        assertThat(credentials.redact("echo: s3cret!")).isEqualTo("echo: ***!");
        assertThat(config.toString() + credentials + credentials.remedy())
                .contains(file.toString())
                .doesNotContain("s3cret")
                .doesNotContain("d2VhdGhlcjpzM2NyZXQ=");
    }

    @Test
    void shouldSayWhereASecretIsMissing() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        Path absent = folder.resolve("absent");

        assertThatThrownBy(SecretSource.file(empty)::read).hasMessageContaining("no secret in file " + empty);
        assertThatThrownBy(SecretSource.file(absent)::read)
                .hasMessageContaining("cannot read the secret in file " + absent)
                .hasMessageContaining("create the file");
        assertThatThrownBy(SecretSource.environment("BAROGRAPH_NO_SUCH_VARIABLE")::read)
                .hasMessageContaining("no secret in environment variable BAROGRAPH_NO_SUCH_VARIABLE");
    }

    @Test
    void shouldReadASecretFromTheEnvironment() throws IOException {
        assertThat(SecretSource.environment("PATH").read())
                .isEqualTo(System.getenv("PATH").strip());
    }
}
