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
            new AlertMessages(URI.create("http://page:8080/"), URI.create("https://grafana/sub"));

    static {
        AvroCodec.of(ContentionEvent.class); // makes Avro trust the records
    }

    private Alerts() {}

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

    static ChannelSettings webhook(URI url) {
        return ChannelSettings.of(new ChatChannelSettings(
                CHANNEL,
                ChatChannelSettings.Type.WEBHOOK,
                url,
                null,
                null,
                null,
                null,
                null,
                false,
                Duration.ofSeconds(60),
                Duration.ofSeconds(90)));
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
