package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class CutLineReaderTest {
    private static final int MAX_LENGTH = 1 << 20;

    @Test
    void shouldGiveLinesWithTheirNumbersAndWithoutTheirEnds() throws IOException {
        CutLineReader lines = new CutLineReader(new StringReader("a\r\n\nb"), MAX_LENGTH);

        assertThat(lines.next()).isEqualTo(new CutLineReader.Line(1, "a", false));
        assertThat(lines.next()).isEqualTo(new CutLineReader.Line(2, "", false));
        assertThat(lines.next()).isEqualTo(new CutLineReader.Line(3, "b", false));
        assertThat(lines.next()).isNull();
    }

    @Test
    void shouldCutALineThatIsTooLongAndGoOnAfterIt() throws IOException {
        CutLineReader lines = new CutLineReader(new StringReader("x".repeat(3 * MAX_LENGTH) + "\nb\n"), MAX_LENGTH);

        CutLineReader.Line cut = lines.next();
        assertThat(cut.cut()).isTrue();
        assertThat(cut.text()).hasSize(MAX_LENGTH);
        assertThat(lines.next()).isEqualTo(new CutLineReader.Line(2, "b", false));
        assertThat(lines.next()).isNull();
    }

    @Test
    void shouldHoldNoMoreOfAnEndlessLineThanItsLimit() throws IOException {
        long length = 1L << 31;
        CutLineReader lines = new CutLineReader(
                new Reader() {
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
                },
                MAX_LENGTH);

        assertThat(lines.next().text()).hasSize(MAX_LENGTH);
        assertThat(lines.next()).isNull();
    }
}
