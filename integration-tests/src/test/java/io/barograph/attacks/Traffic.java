package io.barograph.attacks;

import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/** What a site publishes, and what an attacker adds. */
final class Traffic {
    /**
     * A record on its way.
     *
     * @param at instant of its publication
     * @param record the record; null as topic's value for one that was taken out
     * @param delivered receives where it lies in its topic
     */
    record Message(Instant at, ProducerRecord<byte[], byte[]> record, Consumer<RecordMetadata> delivered) {}

    private final String prefix;
    private final List<PublishedRecord<?>> site;
    private final String attacked;
    private final Map<Integer, List<ServerPoll>> replacements = new HashMap<>();
    private final List<Message> added = new ArrayList<>();
    private final Set<String> hostilePositions = new HashSet<>();
    private final Set<String> hostileSamples = new HashSet<>();
    private List<ServerSample> samples;
    private JobSummary summary;
    private Instant begin;
    private String collector;
    private int number;

    /**
     * @param prefix prefix of the topics
     * @param site what the site publishes
     * @param attacked file system that is attacked
     * @param begin when attacks begin, until {@link #attackFrom} says otherwise
     */
    Traffic(String prefix, List<PublishedRecord<?>> site, String attacked, Instant begin) {
        this.prefix = prefix;
        this.site = List.copyOf(site);
        this.attacked = attacked;
        attackFrom(begin);
    }

    /** Attacks that are mounted from now on begin at that instant. */
    void attackFrom(Instant instant) {
        begin = instant;
        List<ServerSample> ofAttacked = ofType(ServerPoll.class).stream()
                .filter(poll -> poll.getFileSystem().equals(attacked))
                .flatMap(poll -> ServerPolls.samples(poll).stream())
                .filter(sample ->
                        sample.getReadBytes() != null && !sample.getTime().isBefore(instant))
                .toList();
        String server = ofAttacked.get(0).getServer();
        samples = ofAttacked.stream()
                .filter(sample -> sample.getServer().equals(server))
                .toList();
        summary = ofType(JobSummary.class).stream()
                .filter(log -> log.getFileSystems().size() == 1
                        && log.getFileSystems().get(0).getFileSystem().equals(attacked)
                        && !log.getStartTime().isBefore(instant))
                .findFirst()
                .orElseThrow();
    }

    /** Samples and logs of attacks that are mounted from now on come from that collector. */
    void attackAs(String name) {
        collector = name;
    }

    /** @return what the site publishes of one type */
    <T extends SpecificRecord> List<T> ofType(Class<T> type) {
        return site.stream()
                .map(PublishedRecord::record)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** @return the samples of one data server of the attacked file system since attacks began, in order of time */
    List<ServerSample> samples() {
        return samples;
    }

    /** @return a log of the attacked file system alone */
    JobSummary summary() {
        return summary;
    }

    /** @return where its host publishes: there it is no new source */
    int partitionOf(ServerSample sample) {
        ServerPoll poll = ServerPolls.of(List.of(sample), sample.getHost()).get(0);
        return BuiltInPartitioner.partitionForKey(Topic.SERVER_POLLS.keyBytes(poll), AttackedSite.PARTITIONS);
    }

    int nextNumber() {
        return number++;
    }

    /** Adds a log, at its time. */
    void add(JobSummary log) {
        if (collector != null) {
            log.setCollector(collector);
        }
        addTo(Topic.JOB_SUMMARIES, log, log.getCollectedAt(), log.getCollectedAt(), null);
    }

    /** Adds a poll of one sample, of the host that it names, to one partition with a timestamp of its own. */
    void add(ServerSample sample, Instant timestamp, int partition) {
        addTo(Topic.SERVER_POLLS, hostile(sample), begin, timestamp, partition);
    }

    /** Adds a record as it is, when attacks begin. */
    <T extends SpecificRecord> void add(Topic<T> topic, T record) {
        addTo(topic, record, begin, Instant.ofEpochMilli(topic.timestamp().applyAsLong(record)), null);
    }

    /** Adds a poll of one sample as its host would send it if its clock were ahead, to one partition. */
    void addShifted(ServerSample sample, Duration ahead, int partition) {
        Instant time = sample.getTime().plus(ahead);
        ServerSample shifted = ServerSample.newBuilder(sample).setTime(time).build();
        addTo(Topic.SERVER_POLLS, hostile(shifted), sample.getTime(), time, partition);
    }

    private ServerPoll hostile(ServerSample sample) {
        return ServerPolls.of(List.of(collected(sample)), sample.getHost()).get(0);
    }

    private ServerSample collected(ServerSample sample) {
        if (collector != null) {
            sample.setCollector(collector);
        }
        hostileSamples.add(sample.getFileSystem() + "/" + sample.getServer() + " at " + sample.getTime());
        return sample;
    }

    private <T extends SpecificRecord> void addTo(
            Topic<T> topic, T record, Instant at, Instant timestamp, Integer partition) {
        byte[] value = AvroCodec.of(topic.type()).encode(record);
        added.add(new Message(
                at,
                new ProducerRecord<>(
                        topic.in(prefix).name(), partition, timestamp.toEpochMilli(), topic.keyBytes(record), value),
                this::noteHostile));
    }

    /** Adds what is no record. */
    void addBytes(Topic<?> topic, byte[] value) {
        added.add(new Message(
                begin,
                new ProducerRecord<>(
                        topic.in(prefix).name(),
                        0,
                        begin.toEpochMilli(),
                        "attack".getBytes(StandardCharsets.UTF_8),
                        value),
                this::noteHostile));
    }

    /** Adds whatever it is, at an instant, and reports where it lies then. */
    void add(Topic<?> topic, Instant at, long timestamp, byte[] key, byte[] value, Consumer<RecordMetadata> delivered) {
        added.add(
                new Message(at, new ProducerRecord<>(topic.in(prefix).name(), null, timestamp, key, value), delivered));
    }

    /** Publishes another sample in the place of one: in its poll, or in one beside it if it is of another collector. */
    void replace(ServerSample sample, ServerSample other) {
        for (int index = 0; index < site.size(); index++) {
            if (site.get(index).record() instanceof ServerPoll poll && holds(poll, sample)) {
                List<ServerSample> samples = new ArrayList<>();
                replacements
                        .getOrDefault(index, List.of(poll))
                        .forEach(part -> samples.addAll(ServerPolls.samples(part)));
                ServerSample hostile = collected(other);
                samples.replaceAll(each -> each.getServer().equals(sample.getServer()) ? hostile : each);
                replacements.put(index, ServerPolls.of(samples, poll.getHost()));
                return;
            }
        }
        throw new IllegalArgumentException("not published by the site: " + sample);
    }

    private static boolean holds(ServerPoll poll, ServerSample sample) {
        return poll.getFileSystem().equals(sample.getFileSystem())
                && ServerPolls.samples(poll).stream()
                        .anyMatch(each -> each.getServer().equals(sample.getServer())
                                && each.getTime().equals(sample.getTime()));
    }

    /** @return all of it in the order of publication */
    List<Message> messages() {
        List<Message> all = new ArrayList<>(added);
        for (int index = 0; index < site.size(); index++) {
            PublishedRecord<?> published = site.get(index);
            List<ServerPoll> others = replacements.get(index);
            if (others == null) {
                all.add(message(published, delivered -> {}));
            } else {
                others.forEach(poll -> all.add(message(
                        new PublishedRecord<>(published.publishedAt(), Topic.SERVER_POLLS, poll), this::noteHostile)));
            }
        }
        all.sort(Comparator.comparing(Message::at));
        return all;
    }

    /** @return where the records lie that the attacker wrote, as dead letters say it; none before they are published */
    Set<String> hostilePositions() {
        return hostilePositions;
    }

    /** @return samples that the attacker wrote, as dead letters of single ones say them */
    Set<String> hostileSamples() {
        return hostileSamples;
    }

    private void noteHostile(RecordMetadata where) {
        hostilePositions.add(where.topic() + "-" + where.partition() + "@" + where.offset());
    }

    private <T extends SpecificRecord> Message message(
            PublishedRecord<T> published, Consumer<RecordMetadata> delivered) {
        Topic<T> topic = published.topic();
        T record = published.record();
        return new Message(
                published.publishedAt(),
                new ProducerRecord<>(
                        topic.in(prefix).name(),
                        null,
                        topic.timestamp().applyAsLong(record),
                        topic.keyBytes(record),
                        AvroCodec.of(topic.type()).encode(record)),
                delivered);
    }
}
