package io.barograph.lab.bench;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.OrderedProducer;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The publisher of the collectors against a plain producer of the same settings (acks=all, idempotent, one request under
 * way, lz4) that is given the same records encoded already. One thread each.
 */
final class ProduceBench extends BenchPart {
    private static final String PREFIX = BenchRun.PREFIX + "produce.";
    private static final int ROUNDS = 2;

    ProduceBench() {
        super("produce", Servers.KAFKA_AND_FLINK);
    }

    @Override
    BenchResult run(BenchRun run) throws InterruptedException {
        List<ServerSample> samples = samples();
        int records = run.sized(100_000, 2_000_000);
        KafkaConnection kafka = run.stack().broker().connection(PREFIX);
        run.stack().broker().createTopics(PREFIX, BenchRun.PARTITIONS, true);
        try {
            double plain = 0;
            double publisher = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                run.step("publishing, round " + round + " of " + ROUNDS);
                plain = Math.max(plain, plain(kafka, samples, records));
                publisher = Math.max(publisher, publisher(kafka, samples, records));
            }
            return run.figures(name())
                    .add("plain producer, encoded records", plain, "records/s")
                    .add("publisher of the collectors", publisher, "records/s")
                    .ratio("publisher / plain producer", publisher / plain)
                    .build();
        } finally {
            run.stack().broker().deleteTopics(PREFIX);
        }
    }

    private static List<ServerSample> samples() {
        List<ServerSample> samples = new ArrayList<>();
        new SimulatedRecords(
                        PrefilledSite.production(PrefilledSite.OSTS),
                        1,
                        PrefilledSite.BEGIN,
                        PrefilledSite.BEGIN.plus(Duration.ofMinutes(3)))
                .forEachRemaining(published -> {
                    if (published.record() instanceof ServerSample sample) {
                        samples.add(sample);
                    }
                });
        return samples;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // flush() waits for all; the topics are thrown away
    private static double plain(KafkaConnection kafka, List<ServerSample> samples, int records) {
        AvroCodec<ServerSample> codec = AvroCodec.of(ServerSample.class);
        Topic<ServerSample> topic = Topic.SERVER_SAMPLES;
        List<ProducerRecord<byte[], byte[]>> encoded = samples.stream()
                .map(sample -> new ProducerRecord<>(
                        PREFIX + topic.name(),
                        null,
                        topic.timestamp().applyAsLong(sample),
                        topic.keyBytes(sample),
                        codec.encode(sample)))
                .toList();
        try (KafkaProducer<byte[], byte[]> producer =
                OrderedProducer.create(kafka.bootstrapServers(), kafka.properties())) {
            producer.partitionsFor(PREFIX + topic.name());
            long begin = System.nanoTime();
            for (int i = 0; i < records; i++) {
                producer.send(encoded.get(i % encoded.size()));
            }
            producer.flush();
            return records / ((System.nanoTime() - begin) / 1e9);
        }
    }

    private static double publisher(KafkaConnection kafka, List<ServerSample> samples, int records) {
        try (RecordPublisher publisher = new KafkaPublisher(kafka.bootstrapServers(), PREFIX, kafka.properties())) {
            publisher.publish(Topic.SERVER_SAMPLES, samples.get(0)); // learns where the partitions are
            publisher.flush();
            long begin = System.nanoTime();
            for (int i = 0; i < records; i++) {
                publisher.publish(Topic.SERVER_SAMPLES, samples.get(i % samples.size()));
            }
            publisher.flush();
            return records / ((System.nanoTime() - begin) / 1e9);
        }
    }
}
