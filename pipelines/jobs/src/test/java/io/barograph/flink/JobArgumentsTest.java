package io.barograph.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.configuration.ConfigurationException;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.SecretSource;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.schemas.motif.RunEligibility;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobArgumentsTest {
    @TempDir
    private Path folder;

    private JobArguments parse(String configuration, String... more) throws Exception {
        Path file = Files.writeString(folder.resolve("b.yaml"), configuration);
        String[] args = new String[more.length + 2];
        args[0] = "--config";
        args[1] = file.toString();
        System.arraycopy(more, 0, args, 2, more.length);
        return JobArguments.parse(args);
    }

    @Test
    void shouldBeLiveAndUnboundedByDefault() throws Exception {
        JobArguments arguments = parse("kafka: {bootstrapServers: 'a:1'}\n");
        assertThat(arguments.replay()).isEmpty();
        assertThat(arguments.bounded()).isFalse();
        AnalysisConfiguration analysis = AnalysisConfiguration.of(arguments.configuration());
        KafkaConnection kafka = KafkaConnection.of(arguments.configuration());
        assertThat(analysis.history()).isEqualTo(HistoryPolicy.DEFAULT);
        assertThat(analysis.motifs().eligibility()).isEqualTo(RunEligibility.DEFAULT);
        assertThat(analysis.climate()).isEqualTo(ClimatePolicy.DEFAULT);
        assertThat(kafka.bootstrapServers()).isEqualTo("a:1");
    }

    @Test
    void shouldHandOnWhatTheConfigurationSays() throws Exception {
        Files.writeString(folder.resolve("kafka.properties"), "security.protocol=SSL\n");
        JobArguments arguments = parse(
                """
                fileSystems: [{name: scratch, aliases: [snx11025]}]
                kafka: {bootstrapServers: 'a:1', topicPrefix: site., propertiesFile: kafka.properties}
                influxDb: {url: 'http://h:8086', api: v1, database: d, retentionPolicy: year, user: u, secretFile: s}
                analysis:
                  fineHistory: 1h
                  minuteHistory: 1d
                  lateness: 1m
                  revisionDelay: 2m
                  motifs: {applicationNames: [{pattern: 'vasp', name: vasp}], eligibleBytes: 100, eligibleProcesses: 4}
                  climate: {window: 30d, fewestRuns: 8}
                """,
                "--replay",
                "february",
                "--bounded",
                "true",
                "--again",
                "true");
        assertThat(arguments.replay()).isEqualTo("february");
        assertThat(arguments.bounded()).isTrue();
        assertThat(arguments.again()).isTrue();

        AnalysisConfiguration analysis = AnalysisConfiguration.of(arguments.configuration());
        KafkaConnection kafka = KafkaConnection.of(arguments.configuration());
        assertThat(kafka.topicPrefix()).isEqualTo("site.");
        assertThat(kafka.clientProperties()).containsEntry("security.protocol", "SSL");
        assertThat(analysis.catalogue().resolve("snx11025")).isPresent();
        assertThat(analysis.history())
                .isEqualTo(new HistoryPolicy(
                        Duration.ofHours(1),
                        Duration.ofDays(1),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(2),
                        HistoryPolicy.DEFAULT.slack()));

        assertThat(analysis.motifs().applications().of("/opt/vasp_std")).isEqualTo("vasp");
        assertThat(analysis.motifs().eligibility()).isEqualTo(new RunEligibility(100, 4));
        assertThat(analysis.climate()).isEqualTo(new ClimatePolicy(Duration.ofDays(30), 8));

        InfluxDbConfig influxDb = PublishConfiguration.influxDb(
                arguments.configuration().results().orElseThrow());
        assertThat(influxDb.apiVersion()).isEqualTo(ApiVersion.V1);
        assertThat(influxDb.database()).isEqualTo("d");
        assertThat(influxDb.retentionPolicy()).isEqualTo("year");
        assertThat(influxDb.user()).isEqualTo("u");
        assertThat(influxDb.password()).isEqualTo(SecretSource.file(folder.resolve("s")));
    }

    @Test
    void shouldTakeATokenWithoutAUser() throws Exception {
        JobArguments arguments = parse("influxDb: {url: 'http://h:1', api: v3, database: d, secretVariable: TOKEN}\n");
        assertThat(PublishConfiguration.influxDb(
                                arguments.configuration().results().orElseThrow())
                        .token())
                .isEqualTo(SecretSource.environment("TOKEN"));
    }

    @Test
    void shouldRefuseWhatItDoesNotKnowOrMisses() throws Exception {
        assertThatThrownBy(() -> JobArguments.parse(new String[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--config is missing")
                .hasMessageContaining("--replay NAME");
        assertThatThrownBy(() -> parse("kafka:\n", "--influxdb-url", "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown arguments [influxdb-url]");
        JobArguments empty = parse("kafka:\n");
        assertThatThrownBy(() -> KafkaConnection.of(empty.configuration()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no section kafka");
    }
}
