package io.barograph.sources.tokio;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;

/** What all samples of one server have in common. TOKIO does not say which host serves a target. */
record SampleTemplate(String fileSystem, String server, ServerKind kind, Duration interval) {
    private static final String COLLECTOR = "tokio";

    ServerSample at(Instant time) {
        ServerSample sample = new ServerSample();
        sample.setFileSystem(fileSystem);
        sample.setServer(server);
        sample.setKind(kind);
        sample.setTime(time);
        sample.setPublishedAt(time);
        sample.setIntervalMillis(Math.toIntExact(interval.toMillis()));
        sample.setCollector(COLLECTOR);
        return sample;
    }
}
