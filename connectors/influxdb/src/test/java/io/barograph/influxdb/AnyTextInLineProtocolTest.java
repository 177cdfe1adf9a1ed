package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever text is a name or a value, the line has its other names and values, as a reader of the format finds them. */
class AnyTextInLineProtocolTest {
    /** Of each block of Unicode some characters, and those that mean something in the format. */
    @Provide
    Arbitrary<String> anyText() {
        List<Integer> first = new ArrayList<>();
        Character.UnicodeBlock before = null;
        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            Character.UnicodeBlock block = Character.UnicodeBlock.of(character);
            if (block != null && !block.equals(before)) {
                first.add(character);
            }
            before = block;
        }
        Arbitrary<Integer> ofBlocks = Arbitraries.of(first).flatMap(begin -> Arbitraries.integers()
                .between(begin, Math.min(begin + 127, Character.MAX_CODE_POINT)));
        Arbitrary<Integer> ofFormat =
                Arbitraries.of(" ,=\"\\'#\n\r\t\0\u0085\u2028i".chars().boxed().toList());
        return Arbitraries.oneOf(ofBlocks, ofFormat).list().ofMaxSize(8).map(characters -> {
            StringBuilder text = new StringBuilder();
            characters.forEach(text::appendCodePoint);
            return text.toString();
        });
    }

    @Property
    void shouldWriteAnyTextAsAKeyOfAField(@ForAll @From("anyText") String text) {
        assertRestSurvives(
                InfluxPoint.measurement("m")
                        .tag("t", "v")
                        .field(text, 7L)
                        .field("zz", 1L)
                        .at(5),
                "m",
                Map.of("t", "v"));
    }

    @Property
    void shouldWriteAnyTextAsAKeyOfATag(@ForAll @From("anyText") String text) {
        InfluxPoint point =
                InfluxPoint.measurement("m").tag(text, "v").field("zz", 1L).at(5);

        ParsedInfluxLine line = assertRestSurvives(point, "m", point.tags());
        assertThat(line.tags()).hasSize(1).containsValue("v");
    }

    @Property
    void shouldWriteAnyTextAsTheValueOfATag(@ForAll @From("anyText") String text) {
        InfluxPoint point = InfluxPoint.measurement("m")
                .tag("t", text)
                .tag("u", "v")
                .field("zz", 1L)
                .at(5);

        ParsedInfluxLine line = assertRestSurvives(point, "m", point.tags());
        assertThat(line.tags()).hasSize(text.isEmpty() ? 1 : 2).containsEntry("u", "v");
    }

    @Property
    void shouldWriteAnyTextAsAMeasurement(@ForAll @From("anyText") String text) {
        InfluxPoint point = InfluxPoint.measurement(text).field("zz", 1L).at(5);

        assertRestSurvives(point, point.measurement(), Map.of());
        assertThat(point.measurement()).isNotBlank().doesNotStartWith("#");
    }

    @Property
    void shouldStoreAnyTextOfAFieldAsItIs(@ForAll @From("anyText") String text) {
        InfluxPoint point =
                InfluxPoint.measurement("m").field("a", text).field("zz", 1L).at(5);

        assertThat(assertRestSurvives(point, "m", Map.of()).fields()).containsEntry("a", '"' + text + '"');
    }

    private static ParsedInfluxLine assertRestSurvives(
            InfluxPoint point, String measurement, Map<String, String> tags) {
        InfluxLine written = LineProtocol.write(point);
        ParsedInfluxLine line = ParsedInfluxLine.of(written.text());
        assertThat(line.measurement()).isEqualTo(measurement);
        assertThat(line.tags()).isEqualTo(tags);
        assertThat(line.fields().keySet()).isEqualTo(point.fields().keySet());
        assertThat(line.fields()).containsEntry("zz", "1i");
        assertThat(line.time()).isEqualTo("5");
        assertThat(written.identity()).doesNotContain("zz=1i").endsWith(" 5");
        return line;
    }

    /**
     * A line as InfluxDB's documents describe the format, read without the library that writes it.
     *
     * @param fields as they stand there; strings within their quotes, unescaped
     */
    private record ParsedInfluxLine(
            String measurement, Map<String, String> tags, Map<String, String> fields, String time) {
        static ParsedInfluxLine of(String line) {
            LineCursor cursor = new LineCursor(line);
            String measurement = cursor.name(", ");
            Map<String, String> tags = new TreeMap<>();
            while (cursor.take(',')) {
                String key = cursor.name("=");
                cursor.expect('=');
                assertThat(tags.put(key, cursor.name(", "))).isNull();
            }
            cursor.expect(' ');
            Map<String, String> fields = new TreeMap<>();
            do {
                String key = cursor.name("=");
                cursor.expect('=');
                assertThat(fields.put(key, cursor.value())).isNull();
            } while (cursor.take(','));
            cursor.expect(' ');
            return new ParsedInfluxLine(measurement, tags, fields, cursor.rest());
        }
    }

    /** A place within a line. */
    private static final class LineCursor {
        private final String line;
        private int at;

        LineCursor(String line) {
            this.line = line;
        }

        boolean take(char character) {
            boolean taken = at < line.length() && line.charAt(at) == character;
            at += taken ? 1 : 0;
            return taken;
        }

        void expect(char character) {
            assertThat(take(character))
                    .as("%s at %d of %s", character, at, line)
                    .isTrue();
        }

        /** Up to one of the ends that is not escaped; a line ends at a line break here. */
        String name(String ends) {
            StringBuilder name = new StringBuilder();
            while (at < line.length() && ends.indexOf(line.charAt(at)) < 0) {
                char character = line.charAt(at++);
                assertThat(character).isNotIn('\n', '\r');
                boolean escape = character == '\\' && at < line.length() && " ,=".indexOf(line.charAt(at)) >= 0;
                name.append(escape ? line.charAt(at++) : character);
            }
            assertThat(name).as("name before %d of %s", at, line).isNotEmpty();
            return name.toString();
        }

        String value() {
            if (!take('"')) {
                return name(", ");
            }
            StringBuilder text = new StringBuilder("\"");
            while (!take('"')) {
                char character = line.charAt(at++);
                boolean escape = character == '\\' && "\"\\".indexOf(line.charAt(at)) >= 0;
                text.append(escape ? line.charAt(at++) : character);
            }
            return text.append('"').toString();
        }

        String rest() {
            String rest = line.substring(at);
            at = line.length();
            return rest;
        }
    }
}
