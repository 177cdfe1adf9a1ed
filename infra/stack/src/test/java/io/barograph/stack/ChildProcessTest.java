package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildProcessTest {
    private static final Duration GENEROUS = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final BlockingQueue<CommandFailedException> reported = new LinkedBlockingQueue<>();

    @Test
    void shouldReportAChildThatEndsByItselfWithTheEndOfItsLog() throws Exception {
        start("echo what it said last; exit 7");
        CommandFailedException failure = reported.poll(GENEROUS.toSeconds(), TimeUnit.SECONDS);
        assertThat(failure)
                .hasMessageContaining("server (process ")
                .hasMessageContaining("exit code 7")
                .hasMessageContaining("what it said last");
        assertThat(failure.remedy()).contains("server.log");
    }

    @Test
    void shouldLetAChildEndInOrderAndReportNothing() throws Exception {
        ChildProcess child = start("trap 'echo ended in order; exit 0' TERM; echo up; while :; do sleep 0.05; done");
        await().until(() -> log().contains("up"));
        child.stop(GENEROUS);
        assertThat(child.isAlive()).isFalse();
        assertThat(log()).contains("ended in order");
        assertThat(reported).isEmpty();
    }

    @Test
    void shouldKillAChildThatDoesNotEndWithinTheLimit() throws Exception {
        ChildProcess child = start("trap '' TERM; echo up; while :; do sleep 0.05; done");
        await().until(() -> log().contains("up"));
        child.stop(Duration.ofMillis(200));
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void shouldLeaveNoWatcherBehindAChildThatWasStopped() throws Exception {
        ChildProcess child = start("echo up; exec sleep 600");
        await().until(() -> log().contains("up"));
        List<ProcessHandle> watchers =
                ProcessHandle.of(child.pid()).orElseThrow().descendants().toList();
        assertThat(watchers).isNotEmpty();
        child.stop(GENEROUS);
        await().atMost(GENEROUS).until(() -> watchers.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void shouldEndTheChildWhenItsParentIsKilled() throws Exception {
        Process parent =
                JavaProgram.start(Parent.class, folder.resolve("server.log").toString());
        try (BufferedReader said = parent.inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            List<ProcessHandle> all = new ArrayList<>(child.descendants().toList());
            all.add(child);
            assertThat(all).allMatch(ProcessHandle::isAlive);

            parent.destroyForcibly();

            await().atMost(GENEROUS).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    private ChildProcess start(String script) throws Exception {
        return ChildProcess.start(
                "server", List.of("sh", "-c", script), Map.of(), folder.resolve("server.log"), reported::add);
    }

    private String log() throws Exception {
        Path log = folder.resolve("server.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** A program that starts a child, says its process id and waits to be killed. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            ChildProcess child = ChildProcess.start(
                    "server", List.of("sleep", "600"), Map.of(), Path.of(arguments[0]), failure -> {});
            System.out.println(child.pid());
            new CountDownLatch(1).await();
        }
    }
}
