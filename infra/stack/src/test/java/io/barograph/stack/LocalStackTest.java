package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.testing.AtLength;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LocalStackTest {
    private static final Duration GENEROUS = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void shouldStartAllPartsRefuseASecondStartAndStopInOrder() throws Exception {
        StringWriter said = new StringWriter();
        List<String> stopped = new ArrayList<>();
        LocalStack stack = start(said);
        ProcessHandle broker = handle(stack.broker().pid());
        ProcessHandle influxDb = handle(stack.influxDb().orElseThrow().pid());
        try (stack) {
            assertThat(said.toString().lines())
                    .hasSize(3)
                    .anySatisfy(line -> assertThat(line)
                            .matches("Starting Kafka broker +" + stack.broker().bootstrapServers()
                                    + " \\(\\d+\\.\\d s\\)"))
                    .anySatisfy(
                            line -> assertThat(line).contains(stack.influxUrl().toString()))
                    .anySatisfy(line -> assertThat(line)
                            .contains(stack.flink().webInterface().toString()));
            assertThatThrownBy(() -> start(new StringWriter()))
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("already runs")
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            stack.closeFirst("collector", () -> stopped.add("collector, broker alive: " + broker.isAlive()));
            stack.requireHealthy();
        }
        assertThat(stopped).containsExactly("collector, broker alive: true");
        assertThat(broker.isAlive()).isFalse();
        assertThat(influxDb.isAlive()).isFalse();
    }

    @Test
    void shouldLeaveNothingRunningWhenAPartDoesNotStart() throws Exception {
        URI nobody = URI.create("http://127.0.0.1:" + FreePorts.find(1).get(0));
        LocalStack.Settings settings = new LocalStack.Settings("test", Optional.of(nobody), 2, Duration.ofSeconds(1));
        assertThatThrownBy(
                        () -> LocalStack.start(settings, new HomeFolder(folder), new PrintWriter(new StringWriter())))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("no InfluxDB answers at " + nobody);
        InstanceLock.acquire(folder.resolve("test")).close();
    }

    @Test
    void shouldSayThatAServerOfTheStackEnded() throws Exception {
        StringWriter said = new StringWriter();
        try (LocalStack stack = start(said)) {
            handle(stack.broker().pid()).destroyForcibly();
            await().atMost(GENEROUS).untilAsserted(() -> assertThatThrownBy(stack::requireHealthy)
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining(
                            "Kafka broker (process " + stack.broker().pid() + ", exit code 137)"));
            assertThat(said.toString()).contains("ended unexpectedly");
        }
    }

    @Test
    void shouldStartInfluxDbAgainWhenItEndedByItself() throws Exception {
        StringWriter said = new StringWriter();
        try (LocalStack stack = start(said)) {
            LocalInfluxDb influxDb = stack.influxDb().orElseThrow();
            long killed = influxDb.pid();
            handle(killed).destroyForcibly();
            await().atMost(GENEROUS).until(() -> influxDb.pid() != killed);
            await().atMost(GENEROUS).ignoreExceptions().untilAsserted(() -> {
                LocalInfluxDb.requireAnswer(stack.influxUrl());
                stack.requireHealthy();
            });
            assertThat(said.toString()).contains("InfluxDB ended by itself; starting it again");
        }
    }

    @Test
    void shouldPauseAndGoOnAtTheSameAddressesWithTheSameData() throws Exception {
        List<String> closed = new ArrayList<>();
        try (LocalStack stack = start(new StringWriter())) {
            stack.broker().createTopics("", 1, true);
            String kafka = stack.broker().bootstrapServers();
            URI influxDb = stack.influxUrl();
            stack.closeFirst("collector", () -> closed.add("collector"));
            List<ProcessHandle> servers = List.of(
                    handle(stack.broker().pid()),
                    handle(stack.influxDb().orElseThrow().pid()));
            // As on a disk that fills up at once.
            servers.get(0).destroyForcibly();
            await().atMost(GENEROUS).untilAsserted(() -> assertThatThrownBy(stack::requireHealthy)
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("ended unexpectedly"));

            stack.pause();
            assertThat(servers).noneMatch(ProcessHandle::isAlive);
            assertThat(closed).isEmpty();

            stack.resume();
            stack.requireHealthy();
            assertThat(stack.broker().bootstrapServers()).isEqualTo(kafka);
            LocalInfluxDb.requireAnswer(influxDb);
            try (Admin admin = Admin.create(stack.broker().adminProperties())) {
                assertThat(new SiteTopics(admin, "").missing()).isEmpty();
            }
        }
        assertThat(closed).containsExactly("collector");
    }

    @Test
    void shouldStopTheServersInOrderOnSigterm() throws Exception {
        RunningStack running = RunningStack.start(folder);
        running.program.destroy();
        assertThat(running.program.waitFor()).isEqualTo(143);
        assertThat(running.servers).noneMatch(ProcessHandle::isAlive);
        await().atMost(GENEROUS).until(() -> running.watchers.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(folder.resolve("log/test-kafka.log")).content().contains("shut down completed");
    }

    @AtLength
    @Test
    void shouldLeaveNoServerBehindWhenKilledAndStartAgainOnItsData() throws Exception {
        RunningStack running = RunningStack.start(folder);
        running.program.destroyForcibly().waitFor();
        await().atMost(GENEROUS).until(() -> running.all().noneMatch(ProcessHandle::isAlive));
        start(new StringWriter()).close();
    }

    private LocalStack start(StringWriter said) throws Exception {
        return LocalStack.start(LocalStack.Settings.of("test"), new HomeFolder(folder), new PrintWriter(said));
    }

    private static ProcessHandle handle(long pid) {
        return ProcessHandle.of(pid).orElseThrow();
    }

    /** A stack in a process of its own. */
    private record RunningStack(Process program, List<ProcessHandle> servers, List<ProcessHandle> watchers) {
        static RunningStack start(Path folder) throws Exception {
            Process program = JavaProgram.start(Program.class, folder.toString());
            try (BufferedReader said = program.inputReader(StandardCharsets.UTF_8)) {
                List<ProcessHandle> servers = new ArrayList<>();
                for (String line = said.readLine(); !line.equals("up"); line = said.readLine()) {
                    if (line.startsWith("server ")) {
                        servers.add(handle(Long.parseLong(line.substring("server ".length()))));
                    }
                }
                List<ProcessHandle> watchers =
                        servers.stream().flatMap(ProcessHandle::descendants).toList();
                RunningStack running = new RunningStack(program, servers, watchers);
                assertThat(servers).hasSize(2);
                assertThat(watchers).isNotEmpty();
                assertThat(running.all()).allMatch(ProcessHandle::isAlive);
                return running;
            }
        }

        Stream<ProcessHandle> all() {
            return Stream.concat(servers.stream(), watchers.stream());
        }
    }

    /** Starts a stack, says the process ids of its servers, and waits for a signal. */
    static final class Program {
        public static void main(String[] arguments) throws Exception {
            LocalStack stack = LocalStack.start(
                    LocalStack.Settings.of("test"),
                    new HomeFolder(Path.of(arguments[0])),
                    new PrintWriter(System.out, true, StandardCharsets.UTF_8));
            System.out.println("server " + stack.broker().pid());
            System.out.println("server " + stack.influxDb().orElseThrow().pid());
            System.out.println("up");
            new CountDownLatch(1).await();
        }
    }
}
