package io.barograph.chat;

import io.barograph.chat.ChatMessage.Severity;
import io.barograph.chat.ChatMessage.State;
import java.net.URI;
import java.time.Instant;

/** Messages as alerting sends them. */
final class Messages {
    static final Instant START = Instant.parse("2026-11-21T08:00:00Z");
    static final Instant END = Instant.parse("2026-11-21T10:05:00Z");

    private Messages() {}

    static ChatMessage.Builder about(String key, State state) {
        return ChatMessage.about(key, state)
                .severity(Severity.WARNING)
                .title("Metadata of scratch is slow")
                .startedAt(START)
                .endedAt(state == State.RESOLVED ? END : null)
                .fact("Where", "scratch, MDT0000 & MDT0001")
                .fact("How bad", "4.2 times slower than usual")
                .fact("Suspects", "job 4711 of alice@cluster (many_small_files.py)")
                .fact("Victims", "3 jobs")
                .evidence("opens took 4.2 ms instead of 1.0 ms")
                .evidence("job 4711 made 91 % of all opens")
                .evidence("no other server was slow")
                .link("Dashboard", URI.create("https://grafana.example.org/d/weather?from=1&to=2"))
                .link("Job 4711", URI.create("https://barograph.example.org/umami/4711.html"))
                .picture(URI.create("https://barograph.example.org/umami/4711.png"))
                .label("fs", "scratch")
                .label("type", "contention")
                .label("rule", "slow-metadata")
                .label("severity", "warning");
    }

    static ChatMessage of(State state) {
        return about("contention/scratch/mds/17", state).build();
    }

    static ChatMessage titled(String title) {
        return about("key of " + title, State.OPENED).title(title).build();
    }
}
