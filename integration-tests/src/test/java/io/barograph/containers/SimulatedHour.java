package io.barograph.containers;

import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.OrderedProducer;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** An hour of a simulated site, the same each time, and how it is published: in order, and much faster than it was. */
final class SimulatedHour {
    static final Instant FROM = Instant.parse("2026-02-02T10:00:00Z");
    static final Instant TO = FROM.plus(Duration.ofHours(1));

    /** Results up to here are compared: those behind depend on where the last records happen to end. */
    static final Instant COMPARED_TO = TO.minus(Duration.ofMinutes(5));

    private static final Duration PRODUCER_TIMEOUT = Duration.ofMinutes(5);

    private final SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of("sim-scratch", 4, 1))
            .withJobs(JobLoad.of(Duration.ofSeconds(20), Duration.ofSeconds(40), Duration.ofSeconds(120), 0.2, 1))
            .withoutContenders()
            .withFaults(List.of(
                    SimulatedFault.degraded(
                            "sim-scratch", DemandKind.WRITE, Duration.ofMinutes(12), Duration.ofMinutes(6), 4),
                    SimulatedFault.contention(
                            "sim-scratch", DemandKind.READ, Duration.ofMinutes(30), Duration.ofMinutes(8), 4)))
            .withObservation(MonitoringSettings.EVERYTHING);
    private final List<PublishedRecord<?>> records = new ArrayList<>();

    SimulatedHour() {
        new SimulatedRecords(site, 11, FROM, TO).forEachRemaining(records::add);
    }

    FileSystemCatalogue catalogue() {
        return site.catalogue();
    }

    List<PublishedRecord<?>> records() {
        return records;
    }

    /**
     * @return the records, every tenth once more a little later, and all in another order than that of their
     *     publication: off by up to five seconds
     */
    List<PublishedRecord<?>> repeatedAndReordered() {
        Random chance = new Random(5);
        List<Map.Entry<Long, PublishedRecord<?>>> shifted = new ArrayList<>();
        for (PublishedRecord<?> record : records) {
            long at = record.publishedAt().toEpochMilli();
            shifted.add(Map.entry(at + chance.nextInt(5_000), record));
            if (chance.nextInt(10) == 0) {
                shifted.add(Map.entry(at + chance.nextInt(5_000), record));
            }
        }
        shifted.sort(Map.Entry.comparingByKey());
        List<PublishedRecord<?>> result = new ArrayList<>();
        shifted.forEach(entry -> result.add(entry.getValue()));
        return result;
    }

    /**
     * Publishes all records.
     *
     * @param span in which the hour passes
     * @return done when the broker has acknowledged all; {@link Feed#await} waits for a part of it
     */
    Feed feed(String bootstrapServers, String prefix, Duration span) {
        return new Feed(bootstrapServers, prefix, records, span);
    }

    /** How a record is written into its topic. */
    interface RecordEncoder {
        ProducerRecord<byte[], byte[]> encode(PublishedRecord<?> published, String prefix);
    }

    /** Publishing under way. */
    static final class Feed {
        private final String bootstrapServers;
        private final String prefix;
        private final List<PublishedRecord<?>> records;
        private final Duration span;
        private final CompletableFuture<Void> done;
        private volatile RecordEncoder encoder = SimulatedHour::encoded;
        private volatile double fraction;

        Feed(String bootstrapServers, String prefix, List<PublishedRecord<?>> records, Duration span) {
            this.bootstrapServers = bootstrapServers;
            this.prefix = prefix;
            this.records = records;
            this.span = span;
            this.done = CompletableFuture.runAsync(this::publish);
        }

        /** From now on records are written so. */
        void encodeAs(RecordEncoder other) {
            encoder = other;
        }

        /** Waits until that part of the hour is handed to the producer. */
        void await(double part) throws InterruptedException {
            while (fraction < part && !done.isDone()) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }

        /** Waits until all is acknowledged. */
        void finish() throws InterruptedException, ExecutionException {
            done.get();
        }

        private void publish() {
            long start = System.nanoTime();
            double speed = (double) Duration.between(FROM, TO).toNanos() / span.toNanos();
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            Properties patient = new Properties();
            patient.put("delivery.timeout.ms", (int) PRODUCER_TIMEOUT.toMillis());
            patient.put("max.block.ms", (int) PRODUCER_TIMEOUT.toMillis());
            patient.put("linger.ms", 5);
            try (KafkaProducer<byte[], byte[]> producer = OrderedProducer.create(bootstrapServers, patient)) {
                for (PublishedRecord<?> published : records) {
                    long offset =
                            Duration.between(FROM, published.publishedAt()).toNanos();
                    long due = start + (long) (offset / speed);
                    while (System.nanoTime() < due) {
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                    sent.add(producer.send(encoder.encode(published, prefix)));
                    fraction = (System.nanoTime() - start) / (double) span.toNanos();
                }
                for (Future<RecordMetadata> one : sent) {
                    one.get();
                }
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException("the hour could not be published", e);
            }
        }
    }

    private static <T extends SpecificRecord> ProducerRecord<byte[], byte[]> encoded(
            PublishedRecord<T> published, String prefix) {
        return message(published, prefix, AvroCodec.of(published.topic().type()).encode(published.record()));
    }

    /** @return the record with that value, for its topic */
    static <T extends SpecificRecord> ProducerRecord<byte[], byte[]> message(
            PublishedRecord<T> published, String prefix, byte[] value) {
        Topic<T> topic = published.topic();
        T record = published.record();
        return new ProducerRecord<>(
                topic.in(prefix).name(), null, topic.timestamp().applyAsLong(record), topic.keyBytes(record), value);
    }
}
