package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SlurmOptionsTest {
    private final SlurmCollectorType type = new SlurmCollectorType();

    @Test
    void shouldPollInItsIntervalAndFollowTopicsAndFilesWithoutOne() {
        assertThat(type.interval(options(null, null, null, "sacct", Duration.ofSeconds(90))))
                .isEqualTo(Duration.ofSeconds(90));
        assertThat(type.interval(options(Path.of("jobs"), null, null, "sacct", Duration.ofSeconds(90))))
                .isZero();
        assertThat(type.interval(options(null, "a", "broker:9092", "sacct", Duration.ofSeconds(90))))
                .isZero();
    }

    @Test
    void shouldTakeSeveralTopics() {
        assertThat(options(null, "a, a-job-start,,a", "broker:9092", "sacct", Duration.ofSeconds(90))
                        .topics())
                .containsExactly("a", "a-job-start");
    }

    @Test
    void shouldRefuseCombinationsThatContradictEachOther() {
        assertRefused(() -> options(Path.of("jobs"), "a", "b:1", "sacct", Duration.ofSeconds(1)), "exclude each other");
        assertRefused(() -> options(null, "a", null, "sacct", Duration.ofSeconds(1)), "belong together");
        assertRefused(() -> options(null, null, "b:1", "sacct", Duration.ofSeconds(1)), "belong together");
        assertRefused(() -> options(null, " , ", "b:1", "sacct", Duration.ofSeconds(1)), "topic is empty");
        assertRefused(() -> options(null, null, null, " ", Duration.ofSeconds(1)), "command is empty");
        assertRefused(() -> options(null, null, null, "sacct", Duration.ZERO), "interval must be longer");
    }

    private static void assertRefused(Runnable making, String message) {
        assertThatThrownBy(making::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static SlurmOptions options(Path file, String topic, String broker, String command, Duration interval) {
        return new SlurmOptions(
                file,
                topic,
                broker,
                null,
                command,
                interval,
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(1),
                ZoneOffset.UTC,
                null);
    }
}
