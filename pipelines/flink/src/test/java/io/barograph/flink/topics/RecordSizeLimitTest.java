package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;

class RecordSizeLimitTest {
    private static final int BATCH_BYTES = 100_000;
    private static final byte[] KEY = {1, 2, 3};
    private static final Compression LZ4 = Compression.lz4().build();

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(7).nextBytes(noise);
        return noise;
    }

    @Test
    void shouldLeaveRoomForWhatKafkaAdds() {
        RecordSizeLimit limit = RecordSizeLimit.of(BATCH_BYTES, Compression.NONE);
        int largest = BATCH_BYTES - 512 - KEY.length;
        assertThat(limit.refusal(KEY, noise(largest))).isNull();
        assertThat(limit.refusal(KEY, noise(largest + 1)))
                .isEqualTo("it has 99489 bytes, the topic takes at most 99488");
    }

    @Test
    void shouldTakeWhatFitsWhenItIsCompressed() {
        RecordSizeLimit limit = RecordSizeLimit.of(BATCH_BYTES, LZ4);
        assertThat(limit.refusal(KEY, new byte[2 * BATCH_BYTES])).isNull();
        assertThat(limit.refusal(KEY, noise(2 * BATCH_BYTES)))
                .startsWith("it has 200003 bytes, compressed 200")
                .endsWith("the topic takes at most 99488");
        assertThat(RecordSizeLimit.of(BATCH_BYTES, Compression.NONE).refusal(KEY, new byte[2 * BATCH_BYTES]))
                .isNotNull();
    }

    @Test
    void shouldTakeNoMoreThanTheProducersSend() {
        RecordSizeLimit limit = RecordSizeLimit.of(Integer.MAX_VALUE, LZ4);
        assertThat(limit.refusal(KEY, new byte[RecordSizeLimit.MAX_ENCODED_BYTES - KEY.length]))
                .isNull();
        assertThat(limit.refusal(KEY, new byte[RecordSizeLimit.MAX_ENCODED_BYTES]))
                .isNotNull();
        assertThat(RecordSizeLimit.of(0, Compression.NONE).refusal(KEY, KEY)).isNotNull();
    }
}
