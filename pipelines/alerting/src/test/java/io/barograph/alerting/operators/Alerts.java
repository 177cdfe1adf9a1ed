package io.barograph.alerting.operators;

import io.barograph.alerting.AlertPolicy;
import io.barograph.alerting.AlertRoute;
import io.barograph.alerting.AlertScope;
import io.barograph.alerting.Severity;
import io.barograph.configuration.ChatChannelSettings;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.SuspectSource;
import io.barograph.schemas.Victim;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Events and policies of the tests. */
final class Alerts {
    static final Instant ONSET = Instant.parse("2026-01-01T10:00:00Z");
    static final String CHANNEL = "chat";
    static final AlertMessages MESSAGES =
            new AlertMessages(URI.create("http://barograph:8096/"), URI.create("https://grafana/sub"));

    static {
        AvroCodec.of(ContentionEvent.class); // makes Avro trust the records
    }

    /** An example in the form of the analysis, after an event of a simulated site; the numbers of its opening are made up. */
    static final ContentionEvent EXAMPLE_CONTENTION = ContentionEvent.newBuilder()
            .setKind(EventKind.CONTENTION)
            .setType(EventType.WRITE)
            .setFileSystem("sim-scratch")
            .setOnset(Instant.parse("2024-01-01T08:46:00Z"))
            .setOpenedAt(Instant.parse("2024-01-01T08:46:15Z"))
            .setStart(Instant.parse("2024-01-01T08:45:55Z"))
            .setState(EventState.OPENED)
            .setRevision(1)
            .setDecidedAt(Instant.parse("2024-01-01T08:47:10Z"))
            .setEvidence(List.of(HarmEvidence.PROBE))
            .setThreshold(14829163626.8364)
            .setPeakPerSecond(40533397549.26667)
            .setWorstSlowdown(4.7)
            .setWorstOperation("DATA_READ")
            .setCandidateJobs(42)
            .setSentence("Writes of up to 40.53 GB/s made others up to 4.7 times slower, since 2024-01-01T08:45:55Z.")
            .build();

    static final ContentionEvent EXAMPLE_CONTENTION_OVER = ContentionEvent.newBuilder(EXAMPLE_CONTENTION)
            .setState(EventState.CLOSED)
            .setRevision(9)
            .setDecidedAt(Instant.parse("2024-01-01T08:55:10Z"))
            .setEnd(Instant.parse("2024-01-01T08:54:05Z"))
            .setEvidence(List.of(HarmEvidence.PROBE, HarmEvidence.RUN))
            .setWorstSlowdown(28.4362498654013)
            .setSuspects(List.of(Suspect.newBuilder()
                    .setJobId("9000008")
                    .setApplication("hammer_write")
                    .setUser("amara")
                    .setNodes(64)
                    .setAmount(1.2e12)
                    .setShare(0.81)
                    .setSource(SuspectSource.JOB_STATS)
                    .build()))
            .setVictims(List.of(Victim.newBuilder()
                    .setJobId("1003215")
                    .setApplication("hacc_io_write")
                    .setUser("amara")
                    .setLostSeconds(86.50872521802546)
                    .build()))
            .setVictimJobs(42)
            .setLostNodeHours(5.3695634865780955)
            .setSentence("Writes of up to 40.53 GB/s made others up to 28.4 times slower for 490 s, from"
                    + " 2024-01-01T08:45:55Z. Largest part: job 9000008 (hammer_write, 64 nodes), 81 %. 42"
                    + " jobs lost 5.4 node-hours, most of all job 1003215 (hacc_io_write, 32 nodes) 0.8.")
            .build();

    /** Likewise, after an OST of a simulated site that becomes slow. */
    static final ContentionEvent EXAMPLE_DEGRADATION = ContentionEvent.newBuilder()
            .setKind(EventKind.DEGRADED)
            .setType(EventType.WRITE)
            .setFileSystem("sim-scratch")
            .setServer("sim-scratch-OST0026")
            .setServers(List.of("sim-scratch-OST0026"))
            .setServerCount(1)
            .setOnset(Instant.parse("2024-01-01T05:24:20Z"))
            .setOpenedAt(Instant.parse("2024-01-01T05:25:40Z"))
            .setStart(Instant.parse("2024-01-01T05:24:05Z"))
            .setState(EventState.OPENED)
            .setRevision(1)
            .setDecidedAt(Instant.parse("2024-01-01T05:25:40Z"))
            .setEvidence(List.of(HarmEvidence.PROBE))
            .setThreshold(2.0)
            .setPeakPerSecond(351787498.91999996)
            .setWorstSlowdown(4.2)
            .setWorstOperation("DATA_WRITE")
            .setSentence("sim-scratch-OST0026 is up to 4.2 times slower than usual without load that explains it, since"
                    + " 2024-01-01T05:24:05Z.")
            .build();

    private Alerts() {}

    static ChatChannelSettings alertmanager(URI url) {
        return settings(ChatChannelSettings.Type.ALERTMANAGER, url);
    }

    static ChannelSettings webhook(URI url) {
        return ChannelSettings.of(settings(ChatChannelSettings.Type.WEBHOOK, url));
    }

    private static ChatChannelSettings settings(ChatChannelSettings.Type type, URI url) {
        Duration timeout = Duration.ofSeconds(60);
        return new ChatChannelSettings(
                CHANNEL, type, url, null, null, null, null, null, false, timeout, Duration.ofSeconds(90));
    }

    static AlertPolicy policy(int cap, Duration window) {
        return new AlertPolicy(
                AlertingPolicies.DEFAULT_RULES,
                List.of(new AlertRoute("all", CHANNEL, AlertScope.ALL, Severity.INFO)),
                window.toMillis(),
                0,
                cap,
                Duration.ofMinutes(10).toMillis(),
                Duration.ofMinutes(10).toMillis(),
                "",
                0);
    }

    static ContentionEvent.Builder contention(String fileSystem, Instant onset) {
        return ContentionEvent.newBuilder()
                .setKind(EventKind.CONTENTION)
                .setType(EventType.READ)
                .setFileSystem(fileSystem)
                .setOnset(onset)
                .setOpenedAt(onset.plusSeconds(25))
                .setStart(onset.minusSeconds(5))
                .setState(EventState.OPENED)
                .setRevision(1)
                .setDecidedAt(onset.plusSeconds(30))
                .setEvidence(List.of(HarmEvidence.PROBE))
                .setThreshold(1.5e9)
                .setPeakPerSecond(12.34e9)
                .setWorstSlowdown(3.2)
                .setWorstOperation("DATA_READ")
                .setSuspects(List.of(Suspect.newBuilder()
                        .setJobId("4711")
                        .setApplication("vasp")
                        .setUser("ada")
                        .setAmount(1e12)
                        .setShare(0.78)
                        .setSource(SuspectSource.JOB_STATS)
                        .build()))
                .setSentence("Reads took 3.2 times as long as usual while 4711 read 12 GB/s.");
    }

    static ContentionEvent worse(ContentionEvent event) {
        return ContentionEvent.newBuilder(event)
                .setState(EventState.UPDATED)
                .setRevision(2)
                .setWorstSlowdown(7.0)
                .setDecidedAt(event.getDecidedAt().plusSeconds(1))
                .setVictims(List.of(Victim.newBuilder()
                        .setJobId("4712")
                        .setApplication("ior")
                        .setLostSeconds(90.0)
                        .build()))
                .setVictimJobs(4)
                .setLostNodeHours(12.5)
                .build();
    }

    static ContentionEvent closed(ContentionEvent event) {
        return ContentionEvent.newBuilder(event)
                .setState(EventState.CLOSED)
                .setRevision(9)
                .setDecidedAt(event.getDecidedAt().plusSeconds(2))
                .setEnd(event.getDecidedAt().plusSeconds(1))
                .build();
    }
}
