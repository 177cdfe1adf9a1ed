package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class SlurmLineReaderTest {
    @Test
    void shouldGiveLinesWithTheirNumbersAndWithoutTheirEnds() throws IOException {
        SlurmLineReader lines = new SlurmLineReader(new StringReader("a\r\n\nb"));

        assertThat(lines.next()).isEqualTo(new SlurmLineReader.Line(1, "a", false));
        assertThat(lines.next()).isEqualTo(new SlurmLineReader.Line(2, "", false));
        assertThat(lines.next()).isEqualTo(new SlurmLineReader.Line(3, "b", false));
        assertThat(lines.next()).isNull();
    }

    @Test
    void shouldCutALineThatIsTooLongAndGoOnAfterIt() throws IOException {
        SlurmLineReader lines =
                new SlurmLineReader(new StringReader("x".repeat(3 * SlurmLineReader.MAX_LENGTH) + "\nb\n"));

        SlurmLineReader.Line cut = lines.next();
        assertThat(cut.cut()).isTrue();
        assertThat(cut.text()).hasSize(SlurmLineReader.MAX_LENGTH);
        assertThat(lines.next()).isEqualTo(new SlurmLineReader.Line(2, "b", false));
        assertThat(lines.next()).isNull();
    }

    @Test
    void shouldHoldNoMoreOfAnEndlessLineThanItsLimit() throws IOException {
        long length = 1L << 31;
        SlurmLineReader lines = new SlurmLineReader(new Reader() {
            private long left = length;

            @Override
            public int read(char[] buffer, int offset, int count) {
                int given = (int) Math.min(left, count);
                left -= given;
                return given == 0 ? -1 : given;
            }

            @Override
            public void close() {
                left = 0;
            }
        });

        assertThat(lines.next().text()).hasSize(SlurmLineReader.MAX_LENGTH);
        assertThat(lines.next()).isNull();
    }
}
