package io.barograph.lab.bench.micro;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A poll of 248 servers to and from bytes, and to samples. */
@State(Scope.Thread)
public class ServerPollMicro {
    private static final int SERVERS = 248;

    private final AvroCodec<ServerPoll> codec = AvroCodec.of(ServerPoll.class);
    private final ServerPoll poll = ServerPolls.of(
                    IntStream.range(0, SERVERS)
                            .mapToObj(ServerPollMicro::sample)
                            .toList(),
                    "monitor01")
            .get(0);
    private final byte[] bytes = codec.encode(poll);

    private static ServerSample sample(int number) {
        return ServerSample.newBuilder()
                .setFileSystem("sim-scratch")
                .setServer(String.format("sim-scratch-OST%04x", number))
                .setHost("oss" + number / 8)
                .setKind(ServerKind.OST)
                .setTime(Instant.parse("2024-01-01T00:00:05Z"))
                .setPublishedAt(Instant.parse("2024-01-01T00:00:05.250Z"))
                .setIntervalMillis(5_000)
                .setReadBytes(123_456_789_012L + number)
                .setWriteBytes(987_654_321_098L + number)
                .setUsedKibibytes(20_000_000_000L + number)
                .setTotalKibibytes(34_000_000_000L)
                .build();
    }

    @Benchmark
    public List<ServerSample> decode() throws MalformedRecordException {
        return ServerPolls.samples(codec.decode(bytes));
    }

    @Benchmark
    public byte[] encode() {
        return codec.encode(poll);
    }
}
