package io.barograph.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.cli.Barograph;
import io.barograph.cli.export.TopicReader;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two collectors read the same LMT database, each for an analysis of its own on the cluster; one of them is killed again
 * and again.
 */
@NeedsDocker
@AtLength
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CollectorKilledIT {
    private static final int SECONDS = 60;
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final FileSystemCatalogue CATALOGUE = new FileSystemCatalogue(
            List.of(new CatalogueFileSystem("scratch", Set.of(), Duration.ofSeconds(1), ContainedLmt.OSTS)));

    @TempDir
    private Path folder;

    private final List<Process> collectors = new ArrayList<>();
    private ContainerSite site;
    private ContainedLmt lmt;

    @BeforeAll
    void start() throws Exception {
        site = new ContainerSite();
        lmt = site.startLmt();
        lmt.makeTables();
    }

    @AfterAll
    void stop() {
        collectors.forEach(Process::destroyForcibly);
        if (site != null) {
            site.close();
        }
    }

    @Test
    void shouldGiveTheSameRatesThoughTheCollectorIsKilled() throws Exception {
        Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        lmt.add(begin.minusSeconds(1));
        for (String prefix : List.of("calm.", "killed.")) {
            site.createTopics(prefix);
            site.submit(1, prefix, CATALOGUE, null);
        }
        collect("calm.");
        Process killed = collect("killed.");
        await("both have begun")
                .atMost(TIMEOUT)
                .until(() -> samples("calm.").size() > 0 && samples("killed.").size() > 0);

        Random chance = new Random(1);
        int kills = 0;
        int next = 3;
        for (int second = 0; second < SECONDS; second++) {
            TimeUnit.MILLISECONDS.sleep(Math.max(
                    0,
                    Duration.between(Instant.now(), begin.plusSeconds(second)).toMillis()));
            lmt.add(begin.plusSeconds(second));
            if (second == next) {
                TimeUnit.MILLISECONDS.sleep(chance.nextInt(900));
                killed.destroyForcibly().waitFor();
                killed = collect("killed.");
                kills++;
                next += 8 + chance.nextInt(5);
            }
        }
        assertThat(kills).isGreaterThan(3);

        int expected = SECONDS * ContainedLmt.OSTS;
        for (String prefix : List.of("calm.", "killed.")) {
            await("all samples of " + prefix)
                    .atMost(TIMEOUT)
                    .until(() -> new TreeSet<>(samples(prefix)).size() >= expected);
        }
        assertThat(new TreeSet<>(samples("killed."))).isEqualTo(new TreeSet<>(samples("calm.")));
        Instant to = begin.plusSeconds(SECONDS - 15);
        for (String prefix : List.of("calm.", "killed.")) {
            await("rates of " + prefix + " up to " + to).atMost(TIMEOUT).until(() -> hasRate(prefix, to));
        }
        assertThat(rates("killed.", to)).isEqualTo(rates("calm.", to));
        System.out.printf(
                "collector killed %d times: %d rates, the same%n",
                kills, rates("calm.", to).size());
    }

    /** The command, in a process of its own. */
    private Process collect(String prefix) throws Exception {
        Path home = Files.createDirectories(folder.resolve(prefix + "collect"));
        Path password = Files.writeString(folder.resolve("password"), ContainedLmt.PASSWORD);
        Path configuration = Files.writeString(
                folder.resolve(prefix + "yaml"),
                site.configuration(prefix, CATALOGUE)
                        + """
                        collecting:
                          folder: %s
                        collectors:
                          - type: lmt
                            host: %s
                            database: %s
                            user: %s
                            passwordFile: %s
                            samplingInterval: 1s
                        """
                                .formatted(home, lmt.host(), ContainedLmt.DATABASE, ContainedLmt.USER, password));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        Barograph.class.getName(),
                        "collect",
                        "--config",
                        configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(prefix + "log").toFile()));
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        Process process = builder.start();
        collectors.add(process);
        return process;
    }

    private List<String> samples(String prefix) throws InterruptedException {
        List<String> samples = new ArrayList<>();
        new TopicReader<>(site.bootstrapServers(), Topic.SERVER_POLLS.in(prefix), IsolationLevel.READ_COMMITTED)
                .readAll((ServerPoll poll) -> ServerPolls.samples(poll)
                        .forEach(sample -> samples.add(sample.getTime() + " " + sample.getServer() + " "
                                + sample.getReadBytes() + " " + sample.getWriteBytes())));
        return samples;
    }

    /** They come in the order of time: those before it are there, too. */
    private boolean hasRate(String prefix, Instant to) throws InterruptedException {
        boolean[] found = new boolean[1];
        new TopicReader<>(site.bootstrapServers(), Topic.SERVER_RATES.in(prefix), IsolationLevel.READ_COMMITTED)
                .readAll((ServerRates rate) -> found[0] |=
                        rate.getSpan() == Span.INTERVAL && rate.getTo().equals(to));
        return found[0];
    }

    private List<String> rates(String prefix, Instant to) throws InterruptedException {
        List<String> rates = new ArrayList<>();
        new TopicReader<>(site.bootstrapServers(), Topic.SERVER_RATES.in(prefix), IsolationLevel.READ_COMMITTED)
                .readAll((ServerRates rate) -> {
                    if (rate.getSpan() == Span.INTERVAL && !rate.getTo().isAfter(to)) {
                        rates.add(rate.toString());
                    }
                });
        rates.sort(null);
        return rates;
    }
}
