package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RereadableTextTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final List<DeadLetter> letters = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void shouldReadAllThatACommandPrintsHoweverMuchItComplains() throws IOException {
        String command = "i=0; while [ $i -lt 3000 ]; do echo line $i; echo complaint $i >&2; i=$((i+1)); done";
        try (InputStream output = RereadableText.command(command, LONG).open()) {
            assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .hasSize(3000)
                    .endsWith("line 2999");
        }
    }

    @Test
    void shouldEndWithTheCommandAlthoughWhatItStartedKeepsThePipeOpen() throws IOException {
        try (InputStream output =
                RereadableText.command("sleep 1000 & echo $!", LONG).open()) {
            long started = Long.parseLong(new String(output.readAllBytes(), StandardCharsets.UTF_8).strip());
            ProcessHandle.of(started).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void shouldKillWhatACommandStartedWhenItsTimeIsUp() throws IOException {
        try (InputStream output = RereadableText.command("sleep 1000 & echo $!; wait", Duration.ofMillis(700))
                .open()) {
            TextLineReader lines = lines(output);
            long started = Long.parseLong(lines.next());
            assertThatIOException().isThrownBy(lines::next).withMessageContaining("did not end within 700 ms");
            assertThat(ProcessHandle.of(started).map(ProcessHandle::onExit))
                    .satisfiesAnyOf(exit -> assertThat(exit).isEmpty(), exit -> assertThat(exit.orElseThrow())
                            .succeedsWithin(Duration.ofSeconds(30)));
        }
    }

    @Test
    void shouldEndSoonAfterAnInterrupt() throws IOException {
        try (InputStream output = RereadableText.command("sleep 1000", LONG).open()) {
            Thread.currentThread().interrupt();
            assertThatIOException().isThrownBy(output::read).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldSayWhatIsMissing() {
        Path absent = folder.resolve("absent.txt");
        assertThatIOException()
                .isThrownBy(() -> RereadableText.file(absent).open())
                .withMessageContaining("absent.txt");
    }

    @Test
    void shouldRefuseALineTooLongForMemoryAndReadOn() throws IOException {
        String huge = "x".repeat(3 * TextLineReader.MAX_LENGTH);
        TextLineReader lines = lines(new ByteArrayInputStream(
                ("first\r\nsecond\rthird\n" + huge + "\n\nlast").getBytes(StandardCharsets.UTF_8)));
        List<String> read = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            read.add(line);
        }
        assertThat(read).containsExactly("first", "second", "third", "", "last");
        assertThat(lines.number()).isEqualTo(6);
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.getOrigin()).isEqualTo("text, line 4");
            assertThat(letter.getPayloadBytes()).isEqualTo(256);
        });
    }

    private TextLineReader lines(InputStream text) {
        return new TextLineReader(
                "text", text, new DeadLetterCounter(letters::add, Topic.SERVER_POLLS, "test", () -> Instant.EPOCH));
    }

    @Test
    @Timeout(20)
    void shouldNotWaitForAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> RereadableText.file(pipe).open()).hasMessageContaining("it is a named pipe");
    }
}
