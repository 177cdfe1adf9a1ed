package io.barograph.lab.bench.micro;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A server sample to and from bytes. */
@State(Scope.Thread)
public class ServerSampleMicro {
    private final AvroCodec<ServerSample> codec = AvroCodec.of(ServerSample.class);
    private final ServerSample sample = ServerSample.newBuilder()
            .setFileSystem("sim-scratch")
            .setServer("sim-scratch-OST00a1")
            .setHost("oss0020")
            .setKind(ServerKind.OST)
            .setTime(Instant.parse("2024-01-01T00:00:05Z"))
            .setPublishedAt(Instant.parse("2024-01-01T00:00:05.250Z"))
            .setIntervalMillis(5_000)
            .setReadBytes(123_456_789_012L)
            .setWriteBytes(987_654_321_098L)
            .setUsedKibibytes(20_000_000_000L)
            .setTotalKibibytes(34_000_000_000L)
            .build();
    private final byte[] bytes = codec.encode(sample);

    @Benchmark
    public ServerSample decode() throws MalformedRecordException {
        return codec.decode(bytes);
    }

    @Benchmark
    public byte[] encode() {
        return codec.encode(sample);
    }
}
