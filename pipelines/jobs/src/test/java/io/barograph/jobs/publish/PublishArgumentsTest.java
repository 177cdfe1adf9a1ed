package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.SecretSource;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishArgumentsTest {
    @TempDir
    Path folder;

    @Test
    void shouldHaveDefaults() throws Exception {
        PublishConfiguration configuration =
                parse("--bootstrap-servers k:9092 --influxdb-url http://i:8086 --influxdb-database weather");

        assertThat(configuration.kafka().bootstrapServers()).isEqualTo("k:9092");
        assertThat(configuration.kafka().topicPrefix()).isEmpty();
        assertThat(configuration.kafka().clientProperties()).isEmpty();
        assertThat(configuration.influxDb().url()).isEqualTo(URI.create("http://i:8086"));
        assertThat(configuration.influxDb().database()).isEqualTo("weather");
        assertThat(configuration.influxDb().apiVersion()).isEqualTo(ApiVersion.V1);
        assertThat(configuration.influxDb().user()).isEmpty();
        assertThat(configuration.replay()).isEmpty();
        assertThat(configuration.bounded()).isFalse();
        assertThat(configuration.retentionLevels()).isTrue();
    }

    @Test
    void shouldTakeEveryArgument() throws Exception {
        Path properties = Files.writeString(folder.resolve("kafka.properties"), "security.protocol=SSL\n");
        String common = "--bootstrap-servers k:9092 --topic-prefix p- --kafka-properties " + properties
                + " --influxdb-url http://i:8086 --influxdb-database weather --replay february --bounded true";
        PublishConfiguration version1 = parse(
                common + " --influxdb-retention-policy year --influxdb-user me --influxdb-secret-variable SECRET");
        PublishConfiguration version2 =
                parse(common + " --influxdb-api V2 --influxdb-organisation site --influxdb-secret-file /token");

        assertThat(version1.kafka().topicPrefix()).isEqualTo("p-");
        assertThat(version1.kafka().clientProperties()).isEqualTo(Map.of("security.protocol", "SSL"));
        assertThat(version1.replay()).isEqualTo("february");
        assertThat(version1.bounded()).isTrue();
        assertThat(version1.retentionLevels()).isFalse();
        assertThat(version1.influxDb().retentionPolicy()).contains("year");
        assertThat(version1.influxDb().user()).contains("me");
        assertThat(version1.influxDb().password()).contains(SecretSource.environment("SECRET"));
        assertThat(version2.influxDb().apiVersion()).isEqualTo(ApiVersion.V2);
        assertThat(version2.influxDb().organisation()).contains("site");
        assertThat(version2.influxDb().token()).contains(SecretSource.file(Path.of("/token")));
    }

    @Test
    void shouldKeepReplaysAndNamedPoliciesOutOfTheRetentionLevelsUnlessAskedTo() throws Exception {
        String common = "--bootstrap-servers k:9092 --influxdb-url http://i:8086 --influxdb-database weather ";
        assertThat(parse(common + "--replay february").retentionLevels()).isFalse();
        assertThat(parse(common + "--influxdb-retention-policy year").retentionLevels())
                .isFalse();
        assertThat(parse(common + "--replay february --influxdb-retention-levels true")
                        .retentionLevels())
                .isTrue();
        assertThat(parse(common + "--influxdb-retention-levels false").retentionLevels())
                .isFalse();
    }

    @Test
    void shouldAnswerWrongArgumentsWithTheUsage() {
        assertThatThrownBy(() -> parse("--bootstrap-servers k:9092"))
                .hasMessageContaining("--influxdb-url is missing")
                .hasMessageContaining(PublishArguments.USAGE);
        assertThatThrownBy(() -> parse("--influx-url x")).hasMessageContaining("unknown arguments [influx-url]");
        assertThatThrownBy(() -> parse("--bootstrap-servers k:9092 --influxdb-url http://i:8086"
                        + " --influxdb-database weather --influxdb-user me"))
                .hasMessageContaining("--influxdb-user needs --influxdb-secret-file");
    }

    private static PublishConfiguration parse(String arguments) throws Exception {
        return PublishArguments.parse(arguments.split(" ", -1));
    }
}
