package io.barograph.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.admission.RecordAdmission;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerPollsTest {
    private static final Instant TIME = Instant.parse("2018-02-09T08:00:05Z");
    private static final String HOST = "monitor01";

    private final AvroCodec<ServerPoll> codec = AvroCodec.of(ServerPoll.class);
    private final RecordAdmission<ServerPoll> admission = RecordAdmission.of(ServerPoll.class);

    private static ServerSample sample(String server, Instant time) {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer(server)
                .setKind(ServerKind.OST)
                .setTime(time)
                .setPublishedAt(TIME.plusSeconds(1))
                .setIntervalMillis(5_000)
                .setCollector("lmt")
                .build();
    }

    private static ServerSample random(Random random, String server) {
        ServerSample sample = sample(server, TIME.plusSeconds(2L * random.nextInt(3)));
        sample.setFileSystem("scratch" + random.nextInt(2));
        ServerKind[] kinds = ServerKind.values();
        sample.setKind(kinds[random.nextInt(kinds.length)]);
        sample.setHost(random.nextBoolean() ? null : "oss" + random.nextInt(4));
        sample.setState(random.nextInt(4) == 0 ? "UP" : null);
        for (Schema.Field field : ServerSample.getClassSchema().getFields()) {
            if (field.schema().isUnion() && random.nextInt(3) > 0) {
                Schema value = field.schema().getTypes().get(1);
                if (value.getType() == Schema.Type.LONG && value.getLogicalType() == null) {
                    sample.put(field.pos(), random.nextLong());
                } else if (value.getType() == Schema.Type.DOUBLE) {
                    sample.put(field.pos(), random.nextDouble());
                }
            }
        }
        if (random.nextInt(3) == 0) {
            sample.setMetadataOperations(new HashMap<>(Map.of("open", random.nextLong(), "k" + random.nextInt(3), 1L)));
        }
        return sample;
    }

    private ServerPoll decoded(ServerPoll poll) {
        assertThat(admission.refusal(poll, poll.getTime().toEpochMilli())).isNull();
        try {
            return codec.decode(codec.encode(poll));
        } catch (MalformedRecordException e) {
            throw new AssertionError(e);
        }
    }

    @Property
    void shouldKeepAllThatSamplesSay(@ForAll long seed, @ForAll @IntRange(max = 40) int size) {
        Random random = new Random(seed);
        List<ServerSample> samples = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            samples.add(random(random, "scratch-OST" + random.nextInt(20)));
        }
        List<ServerSample> back = new ArrayList<>();
        for (ServerPoll poll : ServerPolls.of(samples, HOST)) {
            List<ServerSample> ofPoll = ServerPolls.samples(decoded(poll));
            assertThat(ofPoll).extracting(ServerSample::getServer).doesNotHaveDuplicates();
            assertThat(poll.getHost()).isEqualTo(HOST);
            back.addAll(ofPoll);
        }
        assertThat(back).containsExactlyInAnyOrderElementsOf(samples);
    }

    @Test
    void shouldMakeOnePollOfWhatWasReadTogether() {
        List<ServerSample> samples = new ArrayList<>();
        for (int i = 0; i < ServerPolls.MAX_SERVERS + 1; i++) {
            samples.add(sample("scratch-OST" + i, TIME.plusMillis(i)));
        }
        List<ServerPoll> polls = ServerPolls.of(samples, HOST);

        assertThat(polls).extracting(ServerPoll::getPart).containsExactly(0, 1);
        assertThat(polls).extracting(poll -> poll.getServers().size()).containsExactly(ServerPolls.MAX_SERVERS, 1);
        assertThat(polls).extracting(ServerPoll::getTime).containsExactly(TIME, TIME.plusMillis(2_048));
    }

    @Test
    void shouldLeaveOutAColumnThatOnlyALaterVersionKnows() {
        ServerPoll poll = poll();
        poll.getCounters().add(new CounterColumn("ofTheFuture", null, List.of(1L, 2L)));

        assertThat(ServerPolls.samples(decoded(poll))).isEqualTo(ServerPolls.samples(poll()));
    }

    private static ServerPoll poll() {
        ServerSample first = sample("scratch-OST0000", TIME);
        first.setReadBytes(1L);
        first.setCpuPercent(2.0);
        first.setMetadataOperations(Map.of("open", 3L));
        first.setHost("oss1");
        first.setState("UP");
        return ServerPolls.of(List.of(first, sample("scratch-OST0001", TIME.plusMillis(1))), HOST)
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"servers", "kinds", "hostOf", "offsetMillis", "states", "counters", "known", "open", "gauges"})
    void shouldRefuseColumnsThatAreNotOfItsServers(String damage) {
        Map<String, Consumer<ServerPoll>> damages = new HashMap<>();
        damages.put("servers", poll -> poll.setServers(List.of("scratch-OST0000", "scratch-OST0000")));
        damages.put("kinds", poll -> poll.setKinds(ByteBuffer.wrap(new byte[] {1})));
        damages.put("hostOf", poll -> poll.setHostOf(List.of(0, 1)));
        damages.put("offsetMillis", poll -> poll.setOffsetMillis(List.of(0, 5_001)));
        damages.put("states", poll -> poll.setStates(List.of("UP")));
        damages.put("counters", poll -> poll.getCounters().add(new CounterColumn("locks", null, List.of(1L))));
        damages.put("known", poll -> poll.getCounters()
                .add(new CounterColumn("locks", ByteBuffer.wrap(new byte[] {4}), List.of(1L))));
        damages.put("open", poll -> poll.getMetadataOperations().add(new CounterColumn("open", null, List.of(1L, 2L))));
        damages.put("gauges", poll -> poll.getGauges().get(0).setValues(List.of(1.0, 2.0)));
        ServerPoll poll = poll();
        assertThat(admission.refusal(poll, poll.getTime().toEpochMilli())).isNull();

        damages.get(damage).accept(poll);

        assertThat(admission.refusal(poll, poll.getTime().toEpochMilli()))
                .contains(
                        damage.equals("open")
                                ? "metadataOperations"
                                : damage.equals("gauges")
                                        ? "cpuPercent"
                                        : damage.equals("counters") ? "locks" : damage);
    }
}
