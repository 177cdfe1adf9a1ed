package io.barograph.lab.soak;

import io.barograph.configuration.CollectingSettings;
import io.barograph.configuration.KafkaSettings;
import io.barograph.configuration.Setting;
import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.runtime.runner.ConfiguredCollector;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects what a simulated site publishes, as its time passes, with the spool and the position of every other collector:
 * a program of its own, that may be killed and started again.
 */
final class SiteCollectorProgram {
    private static final Logger LOG = LoggerFactory.getLogger(SiteCollectorProgram.class);
    private static final long SPOOL_BYTES = 1L << 30;
    private static final Duration A_WHILE = Duration.ofMinutes(1);
    private static final Duration ROUND = Duration.ofMillis(200);

    private SiteCollectorProgram() {}

    /**
     * @param kafka the broker, with a properties file, and the prefix of the topics
     * @return arguments of {@link #main}
     */
    static List<String> arguments(SoakSite site, Instant wallBegin, KafkaSettings kafka, Path folder) {
        return List.of(
                kafka.bootstrapServers(),
                kafka.topicPrefix(),
                folder.toString(),
                wallBegin.toString(),
                String.valueOf(site.osts()),
                String.valueOf(site.seed()),
                site.from().toString(),
                site.length().toString(),
                String.valueOf(site.speed()),
                kafka.propertiesFile().toString());
    }

    /** @return file that is there when the broker has all */
    static Path complete(Path folder) {
        return folder.resolve("complete");
    }

    /** Publishes all, makes {@link #complete}, and waits to be ended. */
    public static void main(String[] args) throws IOException, InterruptedException {
        AvroCodec.of(DeadLetter.class); // Avro trusts the records once the codec is loaded
        SoakSite site = new SoakSite(
                Integer.parseInt(args[4]),
                Long.parseLong(args[5]),
                Instant.parse(args[6]),
                Duration.parse(args[7]),
                Double.parseDouble(args[8]));
        CollectorRuntime.Site host = new CollectorRuntime.Site(
                "soak",
                site.configuration().catalogue(),
                new CollectingSettings(Path.of(args[2]), SPOOL_BYTES, Duration.ofSeconds(1), Duration.ofMinutes(1)),
                Clock.systemUTC());
        Instant wallBegin = Instant.parse(args[3]);
        CollectorType<Options> type = new CollectorType<>(
                "simulated-site",
                "What a simulated site publishes.",
                Options.class,
                Options::interval,
                (options, context) -> new SiteCollector(site, wallBegin, context.position("records"), context.clock()));
        ConfiguredCollector<?> collector = new ConfiguredCollector<>("site", type, new Options(ROUND), "soak");
        try (CollectorRuntime runtime = CollectorRuntime.start(
                host, new KafkaSettings(args[0], args[1], Path.of(args[9])), List.of(collector), LOG::info)) {
            while (!runtime.awaitEnd(A_WHILE)) {
                LOG.info("{} records published", runtime.published());
            }
            runtime.close();
            if (runtime.leftBytes() > 0) {
                throw new IllegalStateException(runtime.leftBytes() + " bytes are left in the spool");
            }
        }
        Files.createFile(complete(Path.of(args[2])));
        new CountDownLatch(1).await();
    }

    record Options(@Setting(value = "Time between polls.", defaultValue = "200ms") Duration interval) {}

    /** Its position is the number of records published: the same site publishes the same ones in the same order. */
    private static final class SiteCollector implements SourceCollector {
        private final SoakSite site;
        private final Instant wallBegin;
        private final PositionStore position;
        private final Clock clock;
        private final SimulatedRecords records;
        private PublishedRecord<?> next;
        private long published;

        SiteCollector(SoakSite site, Instant wallBegin, PositionStore position, Clock clock) {
            this.site = site;
            this.wallBegin = wallBegin;
            this.position = position;
            this.clock = clock;
            this.records = new SimulatedRecords(site.configuration(), site.seed(), site.from(), site.end());
            long before = position.read().map(Long::parseLong).orElse(0L);
            advance();
            while (published < before) {
                published++;
                advance();
            }
        }

        private void advance() {
            next = records.hasNext() ? records.next() : null;
        }

        @Override
        public boolean poll(RecordPublisher output) {
            Instant now = site.at(Duration.between(wallBegin, clock.instant()));
            while (next != null && !next.publishedAt().isAfter(now)) {
                next.publishTo(output);
                published++;
                advance();
            }
            output.flush();
            position.write(String.valueOf(published));
            return next != null;
        }

        @Override
        public String check() {
            return published + " records published";
        }
    }
}
