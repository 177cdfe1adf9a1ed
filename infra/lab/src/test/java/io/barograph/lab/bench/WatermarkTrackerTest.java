package io.barograph.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatermarkTrackerTest {
    private static final Instant NOON = Instant.parse("2024-01-01T12:00:00Z");

    static {
        AvroCodec.of(ServerPoll.class);
    }

    private final WatermarkTracker log = new WatermarkTracker(RecordPublisher.forgetting(), 1);

    @Test
    void shouldFollowTheSlowerClockTenSecondsBehind() {
        log.publish(Topic.SERVER_POLLS, serverPoll(NOON.plusSeconds(60)));
        log.publish(Topic.JOB_SAMPLES, jobPoll(NOON.plusSeconds(30)));
        log.flush();

        assertThat(log.passed(NOON.plusSeconds(20))).isNotNull();
        assertThat(log.passed(NOON.plusSeconds(20).plusMillis(1))).isNull();

        log.publish(Topic.JOB_SAMPLES, jobPoll(NOON.plusSeconds(60)));
        log.flush();

        assertThat(log.passed(NOON.plusSeconds(50))).isNotNull();
        assertThat(log.passed(NOON.plusSeconds(50).plusMillis(1))).isNull();
    }

    @Test
    void shouldKnowWhenAnInstantWasPassedFirst() {
        log.publish(Topic.SERVER_POLLS, serverPoll(NOON));
        log.publish(Topic.JOB_SAMPLES, jobPoll(NOON));
        log.flush();
        long first = log.passed(NOON.minusSeconds(11));
        log.publish(Topic.SERVER_POLLS, serverPoll(NOON.plusSeconds(30)));
        log.publish(Topic.JOB_SAMPLES, jobPoll(NOON.plusSeconds(30)));
        log.flush();

        assertThat(log.passed(NOON.minusSeconds(11))).isEqualTo(first);
        assertThat(log.passed(NOON.plusSeconds(15))).isGreaterThan(first);
    }

    private static ServerPoll serverPoll(Instant time) {
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("OST0000")
                .setKind(ServerKind.OST)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(5_000)
                .build();
        return ServerPolls.of(List.of(sample), "").get(0);
    }

    private static JobSamples jobPoll(Instant time) {
        return JobSamples.newBuilder()
                .setFileSystem("scratch")
                .setServer("OST0000")
                .setKind(TargetKind.OST)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(30_000)
                .build();
    }
}
