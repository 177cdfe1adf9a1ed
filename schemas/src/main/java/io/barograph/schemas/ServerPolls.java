package io.barograph.schemas;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.avro.Schema;

/** Turns samples of servers into polls, which hold them in columns, and back. Nothing is lost on either way. */
public final class ServerPolls {
    /** Servers of one poll; those of a larger one are in several parts. */
    public static final int MAX_SERVERS = 2_048;

    /** By their code in a poll. */
    private static final List<ServerKind> KINDS =
            List.of(ServerKind.UNKNOWN, ServerKind.OST, ServerKind.MDT, ServerKind.OSS, ServerKind.MDS, ServerKind.NSD);

    private static final int NO_HOST = -1;
    private static final Map<String, Schema.Field> COUNTERS = optionalFields(Schema.Type.LONG);
    private static final Map<String, Schema.Field> GAUGES = optionalFields(Schema.Type.DOUBLE);

    private ServerPolls() {}

    private static Map<String, Schema.Field> optionalFields(Schema.Type type) {
        Map<String, Schema.Field> fields = new LinkedHashMap<>();
        for (Schema.Field field : ServerSample.getClassSchema().getFields()) {
            if (field.schema().isUnion()) {
                Schema value = field.schema().getTypes().get(1);
                if (value.getType() == type && value.getLogicalType() == null) {
                    fields.put(field.name(), field);
                }
            }
        }
        return fields;
    }

    /**
     * @param samples of any file systems; those that one collector published at one time become one poll, unless they lie
     *     farther apart than an interval or are of the same server
     * @param host host of the collector; empty if it is a recording
     * @return polls, in the order of time
     */
    public static List<ServerPoll> of(Collection<ServerSample> samples, String host) {
        List<ServerSample> inOrder = new ArrayList<>(samples);
        inOrder.sort(Comparator.comparing(ServerSample::getTime));
        Map<Source, OpenPoll> open = new HashMap<>();
        List<OpenPoll> polls = new ArrayList<>();
        for (ServerSample sample : inOrder) {
            Source source = new Source(
                    sample.getFileSystem(), sample.getCollector(), sample.getPublishedAt(), sample.getIntervalMillis());
            OpenPoll poll = open.get(source);
            if (poll == null || !poll.add(sample)) {
                poll = new OpenPoll(poll != null && poll.isFull() ? poll.part + 1 : 0);
                poll.add(sample);
                polls.add(poll);
                open.put(source, poll);
            }
        }
        return polls.stream().map(poll -> poll.toPoll(host)).toList();
    }

    /** @return the samples of its servers, in their order */
    public static List<ServerSample> samples(ServerPoll poll) {
        int size = poll.getServers().size();
        ServerSample[] samples = new ServerSample[size];
        ByteBuffer kinds = poll.getKinds();
        for (int i = 0; i < size; i++) {
            ServerSample sample = new ServerSample();
            sample.setFileSystem(poll.getFileSystem());
            sample.setServer(poll.getServers().get(i));
            sample.setHost(hostOf(poll, i));
            sample.setKind(kind(kinds.get(kinds.position() + i)));
            sample.setTime(
                    poll.getOffsetMillis() == null
                            ? poll.getTime()
                            : poll.getTime().plusMillis(poll.getOffsetMillis().get(i)));
            sample.setPublishedAt(poll.getPublishedAt());
            sample.setIntervalMillis(poll.getIntervalMillis());
            sample.setCollector(poll.getCollector());
            sample.setState(poll.getStates() == null ? null : poll.getStates().get(i));
            sample.setArrivedAt(poll.getArrivedAt());
            samples[i] = sample;
        }
        for (CounterColumn column : poll.getCounters()) {
            spread(column.getKnown(), column.getValues(), COUNTERS.get(column.getName()), samples);
        }
        for (GaugeColumn column : poll.getGauges()) {
            spread(column.getKnown(), column.getValues(), GAUGES.get(column.getName()), samples);
        }
        for (CounterColumn column : poll.getMetadataOperations()) {
            int next = 0;
            for (int i = 0; i < size; i++) {
                if (isKnown(column.getKnown(), i)) {
                    if (samples[i].getMetadataOperations() == null) {
                        samples[i].setMetadataOperations(new HashMap<>());
                    }
                    samples[i]
                            .getMetadataOperations()
                            .put(column.getName(), column.getValues().get(next++));
                }
            }
        }
        return Arrays.asList(samples);
    }

    private static String hostOf(ServerPoll poll, int server) {
        int host = poll.getHostOf() == null ? NO_HOST : poll.getHostOf().get(server);
        return host == NO_HOST ? null : poll.getHosts().get(host);
    }

    private static ServerKind kind(int code) {
        return code >= 0 && code < KINDS.size() ? KINDS.get(code) : ServerKind.UNKNOWN;
    }

    /** A column that a later version of a collector knows is left out. */
    private static void spread(ByteBuffer known, List<?> values, Schema.Field field, ServerSample[] samples) {
        int next = 0;
        for (int i = 0; field != null && i < samples.length; i++) {
            if (isKnown(known, i)) {
                samples[i].put(field.pos(), values.get(next++));
            }
        }
    }

    /** @param known bits of a column; null if all are known */
    private static boolean isKnown(ByteBuffer known, int server) {
        return known == null || (known.get(known.position() + server / Byte.SIZE) & 1 << server % Byte.SIZE) != 0;
    }

    /**
     * @param known bits of a column; null if all are known
     * @return of how many the value is known; negative if the bits are not those of so many servers
     */
    public static int known(ByteBuffer known, int servers) {
        if (known == null) {
            return servers;
        }
        if (known.remaining() != (servers + Byte.SIZE - 1) / Byte.SIZE) {
            return -1;
        }
        int count = 0;
        for (int i = 0; i < known.remaining() * Byte.SIZE; i++) {
            if (isKnown(known, i)) {
                if (i >= servers) {
                    return -1;
                }
                count++;
            }
        }
        return count;
    }

    private record Source(String fileSystem, String collector, Instant publishedAt, int intervalMillis) {}

    /** Samples that become one poll. */
    private static final class OpenPoll {
        private final int part;
        private final List<ServerSample> samples = new ArrayList<>();
        private final Set<String> servers = new HashSet<>();

        OpenPoll(int part) {
            this.part = part;
        }

        boolean isFull() {
            return samples.size() == MAX_SERVERS;
        }

        /** False if it belongs to a poll of its own. */
        boolean add(ServerSample sample) {
            boolean isNear = samples.isEmpty() || offset(sample) < sample.getIntervalMillis();
            return isNear && !isFull() && servers.add(sample.getServer()) && samples.add(sample);
        }

        private long offset(ServerSample sample) {
            return sample.getTime().toEpochMilli() - samples.get(0).getTime().toEpochMilli();
        }

        ServerPoll toPoll(String host) {
            ServerSample first = samples.get(0);
            ServerPoll poll = new ServerPoll();
            poll.setFileSystem(first.getFileSystem());
            poll.setCollector(first.getCollector());
            poll.setHost(host);
            poll.setPart(part);
            poll.setTime(first.getTime());
            poll.setPublishedAt(first.getPublishedAt());
            poll.setIntervalMillis(first.getIntervalMillis());
            poll.setServers(samples.stream().map(ServerSample::getServer).toList());
            byte[] kinds = new byte[samples.size()];
            for (int i = 0; i < kinds.length; i++) {
                kinds[i] = (byte) KINDS.indexOf(samples.get(i).getKind());
            }
            poll.setKinds(ByteBuffer.wrap(kinds));
            setHosts(poll);
            poll.setOffsetMillis(
                    offset(samples.get(kinds.length - 1)) == 0
                            ? null
                            : samples.stream()
                                    .map(sample -> (int) offset(sample))
                                    .toList());
            poll.setCounters(new ArrayList<>());
            COUNTERS.forEach(
                    (name, field) -> addCounters(name, sample -> (Long) sample.get(field.pos()), poll.getCounters()));
            poll.setMetadataOperations(new ArrayList<>());
            Set<String> kindsOfOperations = new TreeSet<>();
            samples.forEach(
                    sample -> kindsOfOperations.addAll(operations(sample).keySet()));
            kindsOfOperations.forEach(
                    kind -> addCounters(kind, sample -> operations(sample).get(kind), poll.getMetadataOperations()));
            poll.setGauges(new ArrayList<>());
            GAUGES.forEach((name, field) -> addGauges(name, sample -> (Double) sample.get(field.pos()), poll));
            if (samples.stream().anyMatch(sample -> sample.getState() != null)) {
                List<String> states = new ArrayList<>();
                samples.forEach(sample -> states.add(sample.getState()));
                poll.setStates(states);
            }
            return poll;
        }

        private static Map<String, Long> operations(ServerSample sample) {
            return sample.getMetadataOperations() == null ? Map.of() : sample.getMetadataOperations();
        }

        private void setHosts(ServerPoll poll) {
            Map<String, Integer> places = new LinkedHashMap<>();
            List<Integer> hostOf = new ArrayList<>();
            for (ServerSample sample : samples) {
                Integer known = sample.getHost() == null ? Integer.valueOf(NO_HOST) : places.get(sample.getHost());
                if (known == null) {
                    known = places.size();
                    places.put(sample.getHost(), known);
                }
                hostOf.add(known);
            }
            poll.setHosts(List.copyOf(places.keySet()));
            poll.setHostOf(places.isEmpty() ? null : hostOf);
        }

        private void addCounters(String name, Function<ServerSample, Long> value, List<CounterColumn> columns) {
            List<Long> values = new ArrayList<>();
            ByteBuffer known = gather(value, values);
            if (!values.isEmpty()) {
                columns.add(new CounterColumn(name, known, values));
            }
        }

        private void addGauges(String name, Function<ServerSample, Double> value, ServerPoll poll) {
            List<Double> values = new ArrayList<>();
            ByteBuffer known = gather(value, values);
            if (!values.isEmpty()) {
                poll.getGauges().add(new GaugeColumn(name, known, values));
            }
        }

        /** Bits of the samples that know the value; null if all do. */
        private <T> ByteBuffer gather(Function<ServerSample, T> value, List<T> values) {
            byte[] known = new byte[(samples.size() + Byte.SIZE - 1) / Byte.SIZE];
            for (int i = 0; i < samples.size(); i++) {
                T one = value.apply(samples.get(i));
                if (one != null) {
                    known[i / Byte.SIZE] |= (byte) (1 << i % Byte.SIZE);
                    values.add(one);
                }
            }
            return values.size() == samples.size() ? null : ByteBuffer.wrap(known);
        }
    }
}
