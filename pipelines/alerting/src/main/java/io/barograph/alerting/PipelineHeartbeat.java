package io.barograph.alerting;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A periodic message while event time advances. If it is missing, the pipeline stands still. */
final class PipelineHeartbeat {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private long progress = NEVER;
    private long progressAtBeat = NEVER;
    private long beatAt = NEVER;

    void progress(long time) {
        progress = Math.max(progress, time);
    }

    boolean isDue(AlertPolicy policy, long now) {
        return now - beatAt >= policy.heartbeatInterval()
                && progress > progressAtBeat
                && now - progress <= policy.staleAfter();
    }

    void beat(long now) {
        beatAt = now;
        progressAtBeat = progress;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(progress);
        out.writeLong(progressAtBeat);
        out.writeLong(beatAt);
    }

    static PipelineHeartbeat readFrom(DataInput in) throws IOException {
        PipelineHeartbeat heartbeat = new PipelineHeartbeat();
        heartbeat.progress = in.readLong();
        heartbeat.progressAtBeat = in.readLong();
        heartbeat.beatAt = in.readLong();
        return heartbeat;
    }
}
