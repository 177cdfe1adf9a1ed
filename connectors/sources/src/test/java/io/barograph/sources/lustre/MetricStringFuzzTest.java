package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.sources.testing.TextMutations;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Damaged lines of metrics: each one is published, is of a kind that is not used, or is refused. */
class MetricStringFuzzTest {
    private static final String OST = "1518163205 1518163204 oss01 lmt_ost "
            + "2;oss01;2.072658;64.068723;a-OST0000;131016;131072;1979020;2064208;47;74;11;3;0;0;0;9671;95316;COMPLETE 2/2 0s"
            + " remaining;a-OST0001;131016;131072;1979020;2064208;47;74;11;3;0;0;0;9671;95316;RECOVERING 172 43s remaining;";
    private static final String MDT = "mds01(2018-02-09 08:00:04am): 3;mds01;0.1;1.5;a-MDT0000;5;6;7;8;COMPLETE 4/4 0s"
            + " remaining" + ";1;2;3".repeat(23);
    private static final String OLD =
            "1.0;oss01;a-OST0000;121615156;122494976;1819998804;1929120176;19644389;289174933853";
    private static final String LOAD = "oss01: 1.0;oss01;0.100000;98.810898";

    @Provide
    Arbitrary<String> lines() {
        return TextMutations.of(List.of(OST, MDT, OLD, LOAD, "1;mds01;a-OST0042_UUID;FULL", "1.0;r;0.1;98.8;18"));
    }

    @Property
    void shouldReadALineOrSayWhyNot(@ForAll("lines") String line) {
        LustreSampleFactory samples = new LustreSampleFactory(
                "cerebro",
                new FileSystemNameResolver(new FileSystemCatalogue(List.of()), null),
                note -> {},
                Duration.ofSeconds(5));
        try {
            MetricString string = MetricString.parse(MetricLine.parse(line, ZoneOffset.UTC), samples);
            boolean used = string.load() != null || !string.targets().isEmpty();
            assertThat(used).isEqualTo(string.unused() == null);
        } catch (RefusedRecordException e) {
            assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(2 * line.length() + 300);
        }
    }

    @Provide
    Arbitrary<String> streams() {
        return TextMutations.of(List.of(String.join("\n", OST, MDT, LOAD, OLD, LOAD, "")));
    }

    @Property
    void shouldReadAStreamToItsEnd(@ForAll("streams") String stream) throws InterruptedException {
        LustreRecordCapture records = new LustreRecordCapture();
        CerebroOptions options =
                new CerebroOptions(null, List.of(), ZoneOffset.UTC, Duration.ofSeconds(5), Duration.ofSeconds(10));
        LineSource input =
                LineStream.live("standard input", new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
        try (CerebroCollector collector = new CerebroCollector(
                input, options, LustreRecordCapture.context(Clock.systemUTC(), new ArrayList<>()))) {
            boolean more = true;
            while (more) {
                more = collector.poll(records);
            }
        }
        assertThat(records.letters())
                .allMatch(letter -> letter.getOrigin().matches("standard input:[1-9]\\d*")
                        && !letter.getReason().isBlank());
    }
}
