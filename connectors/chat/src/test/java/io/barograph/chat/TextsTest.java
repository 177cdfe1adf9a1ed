package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TextsTest {
    private static final Texts.Escaping ENTITIES =
            codePoint -> codePoint == '&' ? "&amp;" : Character.toString(codePoint);

    @Test
    void shouldWriteOneLine() {
        assertThat(Texts.line("  a\r\n\tb\u0000c\u2028d\u00A0 e ", 100, Texts.Escaping.NONE))
                .isEqualTo("a b c d e");
    }

    @Test
    void shouldLeaveOutWhatCannotBeSeen() {
        assertThat(Texts.line("a\u202Eb\u200Bc\uFEFFd", 100, Texts.Escaping.NONE))
                .isEqualTo("abcd");
    }

    @Test
    void shouldReplaceHalvesOfPairs() {
        assertThat(Texts.line("a\uD83Db\uDE00c\uD83D", 100, Texts.Escaping.NONE))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
    }

    @Test
    void shouldCutBetweenCharacters() {
        assertThat(Texts.line("ab\uD83D\uDE00cd", 5, Texts.Escaping.NONE)).isEqualTo("ab\uD83D\uDE00\u2026");
        assertThat(Texts.line("ab\uD83D\uDE00cd", 4, Texts.Escaping.NONE)).isEqualTo("ab\u2026");
        assertThat(Texts.line("ab\uD83D\uDE00", 4, Texts.Escaping.NONE)).isEqualTo("ab\uD83D\uDE00");
    }

    @Test
    void shouldCutBetweenEscapes() {
        assertThat(Texts.line("a&&b", 8, ENTITIES)).isEqualTo("a&amp;\u2026");
        assertThat(Texts.line("&", 3, ENTITIES)).isEqualTo("\u2026");
    }

    @Test
    void shouldShowADashForNothing() {
        assertThat(Texts.line("\n\u200B", 10, Texts.Escaping.NONE)).isEqualTo("\u2013");
    }

    @Property
    void shouldKeepWhatFitsAndMarkWhatDoesNot(@ForAll String text, @ForAll @IntRange(min = 1, max = 60) int most) {
        String whole = Texts.line(text, Integer.MAX_VALUE, ENTITIES);
        String line = Texts.line(text, most, ENTITIES);

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
