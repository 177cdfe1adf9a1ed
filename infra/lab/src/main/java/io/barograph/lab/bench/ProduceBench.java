package io.barograph.lab.bench;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.OrderedProducer;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ServerPoll;
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
final class ProduceBench {
    private static final String PREFIX = BenchRun.PREFIX + "produce.";
    private static final int ROUNDS = 2;

    private ProduceBench() {}

    static void run(BenchRun run, BenchResult figures) throws InterruptedException {
        List<ServerPoll> polls = polls();
        int records = run.sized(10_000, 200_000);
        KafkaConnection kafka = run.stack().broker().connection(PREFIX);
        run.stack().broker().createTopics(PREFIX, BenchRun.PARTITIONS, true);
        try {
            double plain = 0;
            double publisher = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                run.step("publishing, round " + round + " of " + ROUNDS);
                plain = Math.max(plain, plain(kafka, polls, records));
                publisher = Math.max(publisher, publisher(kafka, polls, records));
            }
            figures.add("plain producer, encoded polls", plain, "polls/s")
                    .add("publisher of the collectors", publisher, "polls/s")
                    .ratio("publisher / plain producer", publisher / plain);
        } finally {
            run.stack().broker().deleteTopics(PREFIX);
        }
    }

    private static List<ServerPoll> polls() {
        List<ServerPoll> polls = new ArrayList<>();
        new SimulatedRecords(
                        PrefilledSite.production(PrefilledSite.OSTS),
                        1,
                        PrefilledSite.BEGIN,
                        PrefilledSite.BEGIN.plus(Duration.ofMinutes(3)))
                .forEachRemaining(published -> {
                    if (published.record() instanceof ServerPoll poll) {
                        polls.add(poll);
                    }
                });
        return polls;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // flush() waits for all; the topics are thrown away
    private static double plain(KafkaConnection kafka, List<ServerPoll> polls, int records) {
        AvroCodec<ServerPoll> codec = AvroCodec.of(ServerPoll.class);
        Topic<ServerPoll> topic = Topic.SERVER_POLLS;
        List<ProducerRecord<byte[], byte[]>> encoded = polls.stream()
                .map(poll -> new ProducerRecord<>(
                        PREFIX + topic.name(),
                        null,
                        topic.timestamp().applyAsLong(poll),
                        topic.keyBytes(poll),
                        codec.encode(poll)))
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

    private static double publisher(KafkaConnection kafka, List<ServerPoll> polls, int records) {
        try (RecordPublisher publisher = new KafkaPublisher(kafka.bootstrapServers(), PREFIX, kafka.properties())) {
            publisher.publish(Topic.SERVER_POLLS, polls.get(0)); // learns where the partitions are
            publisher.flush();
            long begin = System.nanoTime();
            for (int i = 0; i < records; i++) {
                publisher.publish(Topic.SERVER_POLLS, polls.get(i % polls.size()));
            }
            publisher.flush();
            return records / ((System.nanoTime() - begin) / 1e9);
        }
    }
}
