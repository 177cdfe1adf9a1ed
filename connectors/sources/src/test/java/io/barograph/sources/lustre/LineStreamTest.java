package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.sources.lustre.LineStream.Line;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineStreamTest {
    /** Nobody would hear of a reading thread that has ended: such a source may be silent for long. */
    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, NoClassDefFoundError.class})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldBreakOffWhateverEndsTheReading(Class<? extends Throwable> type) throws Exception {
        Throwable failure = type.getDeclaredConstructor(String.class).newInstance("the library is gone");
        InputStream broken = new InputStream() {
            @Override
            public int read() {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                return read();
            }
        };
        LineStream stream = LineStream.live(
                "cerebro-stat",
                new SequenceInputStream(new ByteArrayInputStream("one\n".getBytes(StandardCharsets.UTF_8)), broken));
        List<String> texts = new ArrayList<>();

        assertThatThrownBy(() -> {
                    while (true) {
                        stream.next().stream().map(Line::text).forEach(texts::add);
                    }
                })
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("cerebro-stat: broke off")
                .hasMessageContaining("the library is gone");
        assertThat(texts).containsExactly("one");
        assertThat(stream.hasEnded()).isTrue();
    }
}
