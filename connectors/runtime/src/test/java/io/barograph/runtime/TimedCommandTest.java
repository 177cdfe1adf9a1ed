package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TimedCommandTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void shouldTellOutputErrorsAndExitCode() throws Exception {
        TimedCommand.Outcome outcome = run(LONG, 1000, "echo out; echo err >&2; exit 3");

        assertThat(outcome).isEqualTo(new TimedCommand.Outcome("out\n", "err\n", 3, false, false));
        assertThat(outcome.failure(LONG)).isEqualTo("exit code 3: err");
    }

    @Test
    void shouldEndACommandThatPrintsTooMuchWithAllThatItStarted() throws Exception {
        TimedCommand.Outcome outcome = run(LONG, 1000, "yes & wait");

        assertThat(outcome.truncated()).isTrue();
        assertThat(outcome.overran()).isFalse();
        assertThat(outcome.succeeded()).isFalse();
        assertThat(outcome.output()).hasSize(1000);
        assertThat(outcome.failure(LONG)).startsWith("too much output, ended");
    }

    @Test
    void shouldEndACommandAtItsLimitAndKeepWhatItSaid() throws Exception {
        TimedCommand.Outcome outcome = run(Duration.ofSeconds(1), 1000, "echo begun; sleep 600");

        assertThat(outcome.overran()).isTrue();
        assertThat(outcome.output()).isEqualTo("begun\n");
        assertThat(outcome.failure(Duration.ofSeconds(1))).isEqualTo("still running after 1 s, ended: begun");
    }

    @Test
    void shouldNotTakeOutputForWholeWhileSomethingHoldsItOpen(@TempDir Path folder) throws Exception {
        Path held = Files.createFile(folder.resolve("held"));
        // The JDK closes the pipe of a process that ends before its output is being read: the command lasts longer.
        TimedCommand.Outcome outcome =
                run(LONG, 1000, "echo begun; setsid sh -c 'while [ -e " + held + " ]; do sleep 0.1; done' & sleep 1");

        assertThat(outcome.succeeded()).isFalse();
        assertThat(outcome.overran()).isTrue();
    }

    @Test
    void shouldGiveVariablesAndHandTheOutputOn() throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        TimedCommand.Outcome outcome = TimedCommand.run(
                List.of("sh", "-c", "echo $SLURM_TIME_FORMAT"), Map.of("SLURM_TIME_FORMAT", "%s"), LONG, 1000, output);

        assertThat(outcome.succeeded()).isTrue();
        assertThat(output).hasToString("%s\n");
        assertThat(outcome.output()).isEmpty();
    }

    private static TimedCommand.Outcome run(Duration limit, int mostBytes, String shell)
            throws InterruptedException, IOException {
        return TimedCommand.run(List.of("sh", "-c", shell), limit, mostBytes);
    }

    @Test
    void shouldFailWhateverGoesWrongWithItsOutput() {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int each) {
                throw new IllegalStateException("no room");
            }
        };

        assertThatThrownBy(
                        () -> TimedCommand.run(List.of("echo", "hello"), Map.of(), Duration.ofSeconds(30), 100, broken))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no room");
    }
}
