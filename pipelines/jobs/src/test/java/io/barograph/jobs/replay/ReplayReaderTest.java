package io.barograph.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;

class ReplayReaderTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    private static ReplayedRecord at(int second) {
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("ost0")
                .setKind(ServerKind.OST)
                .setTime(START.plusSeconds(second))
                .setPublishedAt(START.plusSeconds(second + 1))
                .setIntervalMillis(5_000)
                .setCollector("lmt")
                .build();
        return new ReplayedRecord(
                Topic.SERVER_SAMPLES.name(), 0, second, sample.getTime().toEpochMilli(), sample);
    }

    private static ReplayInput archive(int... seconds) {
        return new ReplayInput() {
            @Override
            public long from() {
                return START.toEpochMilli();
            }

            @Override
            public boolean holdsWindow() {
                return true;
            }

            @Override
            public ReplayRecords open() {
                Iterator<ReplayedRecord> each =
                        Arrays.stream(seconds).mapToObj(ReplayReaderTest::at).iterator();
                return new ReplayRecords() {
                    @Override
                    public ReplayedRecord next() {
                        return each.hasNext() ? each.next() : null;
                    }

                    @Override
                    public void close() {}
                };
            }
        };
    }

    @SuppressWarnings("unchecked") // what it is given is of that type
    private static List<String> read(int position, int... seconds) throws Exception {
        List<ReplayedRecord> collected = new ArrayList<>();
        ReaderOutput<ReplayedRecord> output = (ReaderOutput<ReplayedRecord>) Proxy.newProxyInstance(
                ReplayReaderTest.class.getClassLoader(),
                new Class<?>[] {ReaderOutput.class},
                (proxy, method, arguments) -> {
                    collected.add((ReplayedRecord) arguments[0]);
                    return null;
                });
        try (ReplayReader reader =
                new ReplayReader(List.of(archive(seconds)), ReplayPace.UNLIMITED, Duration.ofSeconds(10), null)) {
            reader.addSplits(List.of(new ReplaySplit(position)));
            while (reader.pollNext(output) != InputStatus.END_OF_INPUT) {
                assertThat(collected).hasSizeLessThanOrEqualTo(seconds.length);
            }
        }
        return collected.stream().map(ReplayReaderTest::description).toList();
    }

    private static String description(ReplayedRecord record) {
        ServerSample sample = (ServerSample) record.record();
        Instant arrived = sample.getArrivedAt();
        return Duration.between(START, sample.getTime()).toSeconds()
                + (arrived == null
                        ? ""
                        : " at " + Duration.between(START, arrived).toSeconds());
    }

    @Test
    void shouldSayWhenARecordCameThatLiesBehindOthers() throws Exception {
        assertThat(read(0, 0, 5, 30, 15, 20, 21, 35)).containsExactly("0", "5", "30", "15 at 20", "20", "21", "35");
    }

    @Test
    void shouldSayTheSameAfterARestart() throws Exception {
        assertThat(read(3, 0, 5, 30, 15, 20, 21, 35)).containsExactly("15 at 20", "20", "21", "35");
    }
}
