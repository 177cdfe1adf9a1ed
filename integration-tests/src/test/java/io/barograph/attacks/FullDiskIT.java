package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.barograph.cli.Barograph;
import io.barograph.cli.export.TopicReader;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk of a site that runs with a broker and an InfluxDB of its own fills up, collectors' spools on it, too. */
@AtLength
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FullDiskIT {
    private static final Duration GENEROUS = Duration.ofMinutes(3);
    private static final Duration OUTAGE = Duration.ofSeconds(20);
    private static final String STOPPED = "InfluxDB are stopped";
    private static final String RUNNING = "Running; Ctrl-C ends it.";

    /** Less than the servers need, and enough for the spools. */
    private static final long LEFT_BYTES = 300L * 1024 * 1024;

    @TempDir
    private Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private Path disk;
    private boolean isMounted;
    private Process running;

    @BeforeEach
    void mountDisk() throws Exception {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "only root may mount a file system; this is not root");
        disk = Files.createDirectory(folder.resolve("disk"));
        command("mount", "-t", "tmpfs", "-o", "size=1536m,mode=700", "none", disk.toString());
        isMounted = true;
    }

    @AfterEach
    void stop() throws Exception {
        if (running != null) {
            running.destroy();
            running.waitFor();
        }
        if (isMounted) {
            command("umount", "-l", disk.toString());
        }
    }

    @Test
    void shouldStandStillWhileTheDiskIsNearlyFullAndLoseNothing() throws Exception {
        start();
        awaitLine(RUNNING, 1);
        await().atMost(GENEROUS).ignoreExceptions().until(() -> !rates().isEmpty());
        Instant before = rates().lastKey();

        Path filler = fill();
        awaitLine(STOPPED, 1);
        awaitNoServers();
        long end = System.nanoTime() + OUTAGE.toNanos();
        long kept = spoolBytes();
        await().atMost(GENEROUS).until(() -> System.nanoTime() > end && spoolBytes() > kept);
        assertThat(running.isAlive()).as(() -> String.join("\n", said)).isTrue();

        Files.delete(filler);
        awaitLine("There is space again", 1);
        awaitLine(RUNNING, 2);
        Instant resumed = Instant.now();
        await().atMost(GENEROUS).ignoreExceptions().until(() -> rates().lastKey()
                .isAfter(resumed));

        assertThatEachSampleIsThereOnce(resumed);
        assertThatRatesAreOfAllSamples(rates().subMap(before, false, resumed, true));
        assertThat(said).filteredOn(line -> line.contains(STOPPED)).hasSize(1);
    }

    @Test
    void shouldWaitForRoomWhenStartedAndEndWhileItWaits() throws Exception {
        Path filler = fill();
        start();
        awaitLine("Nothing is started", 1);
        assertThat(servers()).isEmpty();

        Files.delete(filler);
        awaitLine(RUNNING, 1);
        await().atMost(GENEROUS).ignoreExceptions().until(() -> servers()
                .containsAll(List.of("Kafka broker", "InfluxDB")));

        fill();
        awaitLine(STOPPED, 1);
        awaitNoServers();
        running.destroy();
        assertThat(running.waitFor(GENEROUS.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(running.exitValue()).as("ended by SIGTERM").isEqualTo(143);
    }

    private void start() throws IOException {
        Path configuration = Files.writeString(
                disk.resolve("barograph.yaml"),
                """
                fileSystems: [{name: sim-scratch, expectedServers: 16}]
                localStack: true
                collectors: [{type: simulator}]
                """);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-"))
                .forEach(command::add);
        command.addAll(List.of("-Dbarograph.home=" + disk, Barograph.class.getName(), "run", "--config"));
        command.add(configuration.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        running = builder.start();
        BufferedReader out = running.inputReader(StandardCharsets.UTF_8);
        Thread reader = new Thread(() -> out.lines().forEach(said::add), "console of run");
        reader.setDaemon(true);
        reader.start();
    }

    private void awaitLine(String part, int times) {
        await().atMost(GENEROUS).until(() -> {
            assertThat(running.isAlive()).as(() -> String.join("\n", said)).isTrue();
            return said.stream().filter(line -> line.contains(part)).count() >= times;
        });
    }

    private void awaitNoServers() {
        await().atMost(GENEROUS).ignoreExceptions().until(() -> servers().isEmpty());
    }

    /** Those that listen. */
    private List<String> servers() throws IOException {
        return Listener.of(running.toHandle()).stream()
                .map(Listener::program)
                .filter(program -> !program.equals("barograph"))
                .toList();
    }

    private Path fill() throws IOException {
        Path filler = disk.resolve("filler");
        byte[] mebibyte = new byte[1024 * 1024];
        try (OutputStream out = Files.newOutputStream(filler)) {
            long left = disk.toFile().getUsableSpace() - LEFT_BYTES;
            while (left > 0) {
                out.write(mebibyte);
                left -= mebibyte.length;
            }
        }
        return filler;
    }

    private long spoolBytes() throws IOException {
        try (Stream<Path> files = Files.list(disk.resolve("collect/simulator/spool"))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    /** By the end of the interval; the newest revision of each. */
    private NavigableMap<Instant, ServerRates> rates() throws IOException, InterruptedException {
        List<String> identities = new ArrayList<>();
        NavigableMap<Instant, ServerRates> intervals = new TreeMap<>();
        read(Topic.SERVER_RATES).stream()
                .filter(rates -> rates.getSpan() == Span.INTERVAL)
                .forEach(rates -> {
                    identities.add(rates.getTo() + " revision " + rates.getRevision());
                    intervals.merge(
                            rates.getTo(),
                            rates,
                            (known, other) -> known.getRevision() > other.getRevision() ? known : other);
                });
        assertThat(identities).doesNotHaveDuplicates();
        return intervals;
    }

    private void assertThatEachSampleIsThereOnce(Instant to) throws Exception {
        Map<String, List<ServerSample>> byServer = new TreeMap<>();
        for (ServerPoll poll : read(Topic.SERVER_POLLS)) {
            for (ServerSample sample : ServerPolls.samples(poll)) {
                byServer.computeIfAbsent(sample.getServer(), server -> new ArrayList<>())
                        .add(sample);
            }
        }
        assertThat(byServer).hasSizeGreaterThanOrEqualTo(16);
        byServer.forEach((server, samples) -> {
            List<Instant> times = samples.stream().map(ServerSample::getTime).toList();
            assertThat(times)
                    .as(server)
                    .containsExactlyElementsOf(contiguous(
                            times.get(0),
                            times.get(times.size() - 1),
                            samples.get(0).getIntervalMillis()));
            assertThat(times.get(times.size() - 1).plusMillis(samples.get(0).getIntervalMillis()))
                    .as(server)
                    .isAfter(to);
        });
    }

    private static void assertThatRatesAreOfAllSamples(NavigableMap<Instant, ServerRates> intervals) {
        int interval = intervals.firstEntry().getValue().getIntervalMillis();
        assertThat(intervals.lastKey()).isAfter(intervals.firstKey().plus(OUTAGE));
        assertThat(intervals.keySet())
                .containsExactlyElementsOf(contiguous(intervals.firstKey(), intervals.lastKey(), interval));
        assertThat(intervals.values())
                .allSatisfy(rates -> assertThat(rates.getData().getSamples())
                        .as(() -> "samples of the interval to " + rates.getTo())
                        .isEqualTo(rates.getData().getExpectedSamples()));
    }

    private static List<Instant> contiguous(Instant first, Instant last, int intervalMillis) {
        return Stream.iterate(first, time -> !time.isAfter(last), time -> time.plusMillis(intervalMillis))
                .toList();
    }

    private <T extends SpecificRecord> List<T> read(Topic<T> topic) throws IOException, InterruptedException {
        Path kafka = disk.resolve(".barograph/run/kafka");
        String bootstrapServers = properties(kafka.resolve("server.properties"))
                .getProperty("advertised.listeners")
                .replaceFirst("^[A-Z]+://", "");
        List<T> records = new ArrayList<>();
        new TopicReader<>(
                        bootstrapServers,
                        topic,
                        IsolationLevel.READ_COMMITTED,
                        properties(kafka.resolve("client.properties")))
                .readAll(records::add);
        return records;
    }

    private static Properties properties(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }

    private static void command(String... arguments) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(arguments).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", arguments) + ": " + output)
                .isZero();
    }
}
