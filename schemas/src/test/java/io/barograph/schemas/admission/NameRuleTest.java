package io.barograph.schemas.admission;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class NameRuleTest {
    @Property
    void shouldMakeANameOfAnyText(@ForAll String text) {
        assertThat(NameRule.notOfNames(NameRule.name(text))).isEqualTo(-1);
        assertThat(NameRule.name(text)).hasSizeLessThanOrEqualTo(NameRule.MAX_NAME);
        assertThat(NameRule.notOfNames(NameRule.escaped(text))).isEqualTo(-1);
        assertThat(NameRule.notOfPaths(NameRule.path(text))).isEqualTo(-1);
        assertThat(NameRule.path(text)).hasSizeLessThanOrEqualTo(NameRule.MAX_PATH);
    }

    @Test
    void shouldLeaveNamesAndCommandLinesAsTheyAre() {
        assertThat(NameRule.name("scratch-OST0000")).isEqualTo("scratch-OST0000");
        assertThat(NameRule.escaped("my job:1")).isEqualTo("my job:1");
        assertThat(NameRule.path("/bin/sh -c \"a\\b\"")).isEqualTo("/bin/sh -c \"a\\b\"");
    }

    @Test
    void shouldKeepEscapedNamesApart() {
        assertThat(NameRule.escaped("a\\b")).isEqualTo("a%5Cb").isNotEqualTo(NameRule.escaped("a%5Cb"));
    }

    @Test
    void shouldCutBetweenCharacters() {
        String pair = Character.toString(0x1D400);
        assertThat(NameRule.name("n".repeat(NameRule.MAX_NAME - 1) + pair))
                .isEqualTo("n".repeat(NameRule.MAX_NAME - 1));
        assertThat(NameRule.path("a\nb\u202e")).isEqualTo("a_b_");
    }
}
