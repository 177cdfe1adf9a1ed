package io.barograph.schemas.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SourceQuotasTest {
    private static final long NINE = Instant.parse("2026-03-01T09:00:00Z").toEpochMilli();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final int QUOTA = 1_024;

    private final SourceQuotas quotas = new SourceQuotas(QUOTA);

    private static ServerPoll poll(String collector, String server, String... operations) {
        AvroCodec.of(ServerPoll.class); // Avro builds no record of a class that the codec has not made it trust
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer(server)
                .setKind(ServerKind.MDT)
                .setTime(Instant.ofEpochMilli(NINE))
                .setPublishedAt(Instant.ofEpochMilli(NINE))
                .setIntervalMillis(5_000)
                .setCollector(collector)
                .build();
        if (operations.length > 0) {
            sample.setMetadataOperations(
                    Set.of(operations).stream().collect(java.util.stream.Collectors.toMap(each -> each, each -> 1L)));
        }
        return ServerPolls.of(List.of(sample), "").get(0);
    }

    private String refusal(String collector, String server, long time) {
        return quotas.refusal(poll(collector, server), time, time);
    }

    private int admitted(String collector, String prefix, int servers, long time) {
        int admitted = 0;
        for (int server = 0; server < servers; server++) {
            admitted += refusal(collector, prefix + server, time) == null ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void shouldRefuseWhatASourceInventsBeyondItsQuotaAndSayWhose() {
        assertThat(admitted("lmt", "OST", QUOTA, NINE)).isEqualTo(QUOTA);
        assertThat(refusal("lmt", "OST-one-more", NINE)).contains("collector lmt", "too many servers", "1024");
        assertThat(admitted("lmt", "OST", QUOTA, NINE + HOUR / 2)).isEqualTo(QUOTA);
    }

    @Test
    void shouldCountEachServerOfAPollAndNameTheHostOfItsCollector() {
        assertThat(quotas.refusal(ofServers("mon1", QUOTA), NINE, NINE)).isNull();
        assertThat(quotas.refusal(ofServers("mon1", QUOTA + 1), NINE, NINE))
                .contains("collector lmt@mon1", "too many servers");
    }

    private static ServerPoll ofServers(String host, int servers) {
        ServerPoll poll = poll("lmt", "OST0");
        poll.setHost(host);
        poll.setServers(
                IntStream.range(0, servers).mapToObj(server -> "OST" + server).toList());
        return poll;
    }

    @Test
    void shouldGiveASourceAQuotaEachHourAndKnowWhatItBroughtInTheOneBefore() {
        admitted("lmt", "OST", QUOTA, NINE);
        assertThat(admitted("lmt", "more", QUOTA + 1, NINE + HOUR)).isEqualTo(QUOTA);
        assertThat(admitted("lmt", "OST", QUOTA, NINE + HOUR + 1)).isEqualTo(QUOTA);
    }

    @Test
    void shouldNeverRefuseARealServerForInventedOnes() {
        admitted("lmt", "OST", 248, NINE);
        for (int hour = 1; hour < 6; hour++) {
            long time = NINE + hour * HOUR;
            for (int source = 0; source < 20; source++) {
                admitted("invented" + source, "x" + hour + "-" + source + "-", 300, time);
            }
            assertThat(admitted("lmt", "OST", 248, time + 1)).isEqualTo(248);
        }
    }

    @Test
    void shouldGiveAllNewSourcesOneQuotaTogetherAndKnownSourcesTheirOwn() {
        assertThat(refusal("lmt", "OST0", NINE)).isNull();
        int invented = 0;
        for (int source = 0; source < 5_000; source++) {
            invented += refusal("invented" + source, "x" + source, NINE + HOUR) == null ? 1 : 0;
        }
        assertThat(invented).isEqualTo(QUOTA);
        assertThat(refusal("lmt", "OST1", NINE + HOUR)).isNull();
    }

    @Test
    void shouldBoundAllNamesThatAreKnownHoweverManySourcesBringThem() throws IOException {
        for (int hour = 0; hour < 8; hour++) {
            for (int source = 0; source < 10; source++) {
                for (int past = hour; past >= 0; past--) {
                    admitted("s" + source, "x" + past + "-" + source + "-", 300, NINE + hour * HOUR);
                }
            }
        }
        assertThat(bytes(quotas).length).isLessThan(2 * 4 * QUOTA * Long.BYTES + 4_096);
    }

    @Test
    void shouldTakeNewJobsOfAKnownSourceHoweverManySourcesAreInvented() {
        assertThat(quotas.refusal(job("slurm", "1"), NINE, NINE)).isNull();
        for (int source = 0; source < SourceQuotas.MAX_SOURCES; source++) {
            JobEvent invented = job("invented" + source, "x" + source);
            assertThat(quotas.refusal(invented, NINE + HOUR, NINE + HOUR)).isNull();
        }
        assertThat(quotas.refusal(job("one more", "y"), NINE + HOUR, NINE + HOUR))
                .contains("is one of too many");
        assertThat(quotas.refusal(job("slurm", "2"), NINE + HOUR, NINE + HOUR)).isNull();
    }

    private static JobEvent job(String collector, String jobId) {
        AvroCodec.of(JobEvent.class);
        return JobEvent.newBuilder()
                .setJobId(jobId)
                .setKind(JobEventKind.START)
                .setTime(Instant.ofEpochMilli(NINE))
                .setPublishedAt(Instant.ofEpochMilli(NINE))
                .setCollector(collector)
                .build();
    }

    @Test
    void shouldTellTheHourByTheRecordsButNotByOneThatIsAheadOfTheClock() {
        admitted("lmt", "OST", 248, NINE);
        admitted("invented", "x", QUOTA, NINE);
        for (int ahead = 1; ahead <= 3; ahead++) {
            ServerPoll early = poll("invented", "y" + ahead);
            assertThat(quotas.refusal(early, NINE + ahead * HOUR, NINE)).isNotNull();
        }
        assertThat(admitted("lmt", "OST", 248, NINE)).isEqualTo(248);
    }

    @Test
    void shouldBoundKindsOfOperations() {
        int admitted = 0;
        for (int kind = 0; kind < 2_000; kind++) {
            String refusal = quotas.refusal(poll("lmt", "MDT0", "open", "k" + kind), NINE, NINE);
            admitted += refusal == null ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(1_023);
        assertThat(quotas.refusal(poll("lmt", "MDT0", "open"), NINE, NINE)).isNull();
    }

    @Test
    void shouldBoundCollectorsOfInventedHosts() {
        SourceQuotas health = new SourceQuotas(QUOTA);
        AvroCodec.of(CollectorHealth.class);
        int admitted = 0;
        for (int host = 0; host < 25_000; host++) {
            CollectorHealth report = CollectorHealth.newBuilder()
                    .setCollector("lmt")
                    .setType("lmt")
                    .setHost("host" + host)
                    .setTime(Instant.ofEpochMilli(NINE))
                    .setStartedAt(Instant.ofEpochMilli(NINE))
                    .setState(CollectorState.RUNNING)
                    .setPolls(1)
                    .setFailedPolls(0)
                    .setPublished(Map.of())
                    .setRefused(Map.of())
                    .setDropped(Map.of())
                    .setSpooledBytes(0)
                    .build();
            admitted += health.refusal(report, NINE, NINE) == null ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(SourceQuotas.Kind.COLLECTORS.quota);
    }

    @Test
    void shouldGoOnAsIfNothingHadHappenedWhenRestored() throws IOException {
        admitted("lmt", "OST", 248, NINE);
        admitted("invented", "x", 500, NINE + HOUR);
        SourceQuotas restored = new SourceQuotas(QUOTA);
        restored.readFrom(new DataInputStream(new ByteArrayInputStream(bytes(quotas))));
        for (int server = 0; server < 2_000; server++) {
            ServerPoll next = poll("invented", "y" + server);
            assertThat(restored.refusal(next, NINE + HOUR, NINE + HOUR) == null)
                    .isEqualTo(quotas.refusal(next, NINE + HOUR, NINE + HOUR) == null);
        }
        assertThat(restored.refusal(poll("lmt", "OST0"), NINE + HOUR, NINE + HOUR))
                .isNull();
    }

    private static byte[] bytes(SourceQuotas quotas) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        quotas.writeTo(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    @Test
    void shouldTakeTheQuotaOfServersFromWhatTheCatalogueExpects() {
        CatalogueFileSystem large = new CatalogueFileSystem("scratch", Set.of(), Duration.ofSeconds(5), 1_000);
        CatalogueFileSystem unknown = CatalogueFileSystem.of("home");
        assertThat(SourceQuotas.serversOf(new FileSystemCatalogue(List.of(large))))
                .isEqualTo(4_000);
        assertThat(SourceQuotas.serversOf(new FileSystemCatalogue(List.of(large, unknown))))
                .isEqualTo(16_384);
        assertThat(SourceQuotas.serversOf(new FileSystemCatalogue(List.of()))).isEqualTo(16_384);
        assertThat(SourceQuotas.serversOf(new FileSystemCatalogue(
                        List.of(new CatalogueFileSystem("small", Set.of(), Duration.ofSeconds(5), 8)))))
                .isEqualTo(1_024);
    }
}
