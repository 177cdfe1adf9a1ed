package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SingleLineTextTest {
    private static String entities(int codePoint) {
        return codePoint == '&' ? "&amp;" : Character.toString(codePoint);
    }

    @Test
    void shouldWriteOneLine() {
        assertThat(SingleLineText.line("  a\r\n\tb\u0000c\u2028d\u00A0 e ", 100))
                .isEqualTo("a b c d e");
    }

    @Test
    void shouldLeaveOutWhatCannotBeSeen() {
        assertThat(SingleLineText.line("a\u202Eb\u200Bc\uFEFFd", 100)).isEqualTo("abcd");
    }

    @Test
    void shouldReplaceHalvesOfPairs() {
        assertThat(SingleLineText.line("a\uD83Db\uDE00c\uD83D", 100)).isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
    }

    @Test
    void shouldCutBetweenCharacters() {
        assertThat(SingleLineText.line("ab\uD83D\uDE00cd", 5)).isEqualTo("ab\uD83D\uDE00\u2026");
        assertThat(SingleLineText.line("ab\uD83D\uDE00cd", 4)).isEqualTo("ab\u2026");
        assertThat(SingleLineText.line("ab\uD83D\uDE00", 4)).isEqualTo("ab\uD83D\uDE00");
    }

    @Test
    void shouldCutBetweenEscapes() {
        assertThat(SingleLineText.line("a&&b", 8, SingleLineTextTest::entities)).isEqualTo("a&amp;\u2026");
        assertThat(SingleLineText.line("&", 3, SingleLineTextTest::entities)).isEqualTo("\u2026");
    }

    @Test
    void shouldShowADashForNothing() {
        assertThat(SingleLineText.line("\n\u200B", 10)).isEqualTo("\u2013");
    }

    @Property
    void shouldKeepWhatFitsAndMarkWhatDoesNot(@ForAll String text, @ForAll @IntRange(min = 1, max = 60) int most) {
        String whole = SingleLineText.line(text, Integer.MAX_VALUE, SingleLineTextTest::entities);
        String line = SingleLineText.line(text, most, SingleLineTextTest::entities);

        assertThat(line.length()).isLessThanOrEqualTo(most);
        if (whole.length() <= most) {
            assertThat(line).isEqualTo(whole);
        } else {
            assertThat(line).endsWith("\u2026");
            String kept = line.substring(0, line.length() - 1);
            assertThat(whole).startsWith(kept);
            assertThat(kept.replace("&amp;", "")).doesNotContain("&");
        }
    }
}
