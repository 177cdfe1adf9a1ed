package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.connector.base.sink.writer.RequestEntryWrapper;
import org.junit.jupiter.api.Test;

class LineStateSerializerTest {
    private final LineStateSerializer serializer = new LineStateSerializer();

    private static BufferedRequestState<InfluxLine> state(String... lines) {
        return new BufferedRequestState<>(Arrays.stream(lines)
                .map(InfluxLine::new)
                .map(line -> new RequestEntryWrapper<>(line, line.sizeInBytes()))
                .toList());
    }

    private static List<String> lines(BufferedRequestState<InfluxLine> state) {
        return state.getBufferedRequestEntries().stream()
                .map(entry -> entry.getRequestEntry().text())
                .toList();
    }

    @Test
    void shouldKeepLinesTheirOrderAndSizes() throws IOException {
        String longLine = "m s=\"" + "ü".repeat(100_000) + "\" 3"; // more than writeUTF could take
        BufferedRequestState<InfluxLine> restored =
                serializer.deserialize(1, serializer.serialize(state("m v=1 1", longLine, "m v=2 2")));

        assertThat(lines(restored)).containsExactly("m v=1 1", longLine, "m v=2 2");
        assertThat(restored.getStateSize()).isEqualTo(8 + 200_009 + 8);
    }

    @Test
    void shouldReadBytesOfVersion1() throws IOException {
        byte[] bytes = HexFormat.of()
                .parseHex(
                        "ffffffffffffffff" // marker of flink-connector-base
                                + "00000002"
                                + "000000000000000b" + "0000000a" + "6d20733d22c3bc222031"
                                + "0000000000000008" + "00000007" + "6d20763d322032");

        assertThat(lines(serializer.deserialize(1, bytes))).containsExactly("m s=\"ü\" 1", "m v=2 2");
        assertThat(serializer.serialize(state("m s=\"ü\" 1", "m v=2 2"))).isEqualTo(bytes);
    }

    @Test
    void shouldRefuseOtherVersions() throws IOException {
        byte[] bytes = serializer.serialize(state("m v=1 1"));
        assertThatThrownBy(() -> serializer.deserialize(2, bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("reads version 1");
    }
}
