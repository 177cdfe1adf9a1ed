package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.TrafficChange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.NotEmpty;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

class CurveChangeTest {
    @Provide
    Arbitrary<CurveChange> changes() {
        Arbitrary<CurveChange> ofCurve = Combinators.combine(
                        Arbitraries.of("", "", "", "OST0000", "OST0001"),
                        Arbitraries.longs().between(0, 3).map(label -> label * 5_000),
                        Arbitraries.of(TrafficChange.IN_TIME, TrafficChange.IN_TIME, TrafficChange.IN_TIME, 40_000L),
                        Arbitraries.longs().between(-1_000, 1_000),
                        Arbitraries.longs().between(-1_000, 1_000),
                        Arbitraries.integers().between(-1, 1))
                .as((server, label, publishedAt, read, written, samples) -> CurveChange.ofCurve(
                        "scratch",
                        server,
                        new TrafficChange(
                                label, publishedAt, SampledTraffic.of(read, written, 3, 4, samples, 1, 0, 0, 0, 0))));
        Arbitrary<CurveChange> ofMeasures = Arbitraries.longs()
                .between(0, 20_000)
                .map(time -> CurveChange.ofMeasures(
                        "scratch", CurveChange.MDS + "mds1", new ServerSeriesUpdate(time, "", List.of(), null)));
        return Arbitraries.frequencyOf(Tuple.of(9, ofCurve), Tuple.of(1, ofMeasures));
    }

    /** What a file system makes of changes: sums and the largest by label. */
    private static Map<Long, List<Object>> inTime(List<CurveChange> changes) {
        Map<Long, ServerTrafficSum> sums = new TreeMap<>();
        for (CurveChange change : changes) {
            if (change.isInTimeTraffic()) {
                sums.computeIfAbsent(change.time(), label -> new ServerTrafficSum())
                        .add(change);
            }
        }
        Map<Long, List<Object>> values = new TreeMap<>();
        sums.forEach((label, sum) ->
                values.put(label, List.of(sum.traffic(), sum.largestReadBytes(), sum.largestWriteBytes())));
        return values;
    }

    private static List<CurveChange> others(List<CurveChange> changes) {
        return changes.stream().filter(change -> !change.isInTimeTraffic()).toList();
    }

    private static List<String> servers(List<CurveChange> changes) {
        return changes.stream()
                .map(CurveChange::server)
                .filter(server -> !server.isEmpty())
                .toList();
    }

    @Property(tries = 500)
    void shouldSayTheSameWhenCombined(@ForAll @NotEmpty List<@From("changes") CurveChange> changes) {
        List<CurveChange> combined = CurveChange.combine(changes);
        assertThat(inTime(combined)).isEqualTo(inTime(changes));
        assertThat(others(combined)).isEqualTo(others(changes));
        assertThat(servers(combined)).isEqualTo(servers(changes));
        assertThat(combined.stream().filter(CurveChange::isInTimeTraffic).filter(change -> change.server()
                        .isEmpty()))
                .as("one of each instant at most")
                .hasSizeLessThanOrEqualTo(4);
    }

    @Property(tries = 200)
    void shouldComeBackFromTheNetworkAsItWent(@ForAll @NotEmpty List<@From("changes") CurveChange> changes)
            throws IOException {
        List<CurveChange> sent = new ArrayList<>(CurveChange.combine(changes));
        TypeSerializer<KeyedBatch<CurveChange>> serializer =
                KeyedBatch.typeOf(CurveChange.TYPE.format()).createSerializer(new SerializerConfigImpl());
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(new KeyedBatch<>(sent), out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        assertThat(serializer.deserialize(in).elements()).isEqualTo(sent);
        assertThat(in.available()).isZero();
    }
}
