package io.barograph.sources.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ProbeOperation;
import io.barograph.sources.testing.TextMutations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ProbeTextFuzzTest {
    @Provide
    Arbitrary<String> recordings() {
        return TextMutations.of(
                List.of(IoProbingRecordings.LATENCIES, IoProbingRecordings.TABLE, IoProbingRecordings.BLOCKS));
    }

    @Provide
    Arbitrary<String> layouts() {
        return TextMutations.of(List.of(
                LustreLayoutTest.YAML, LustreLayoutTest.TABLE, LustreLayoutTest.COMPOSITE, LustreLayoutTest.MDTS));
    }

    @Provide
    Arbitrary<String> mounts() {
        return TextMutations.of(List.of(
                "/dev/vda / ext4 rw 0 0\n10.0.0.1@o2ib:/fs /scratch lustre rw 0 0\nMemTotal:       16384 kB\n"));
    }

    @Property
    void shouldGivePossibleTimingsOrRefuse(@ForAll("recordings") String text) {
        Count count = new Count();
        IoProbingParser parser = new IoProbingParser(ProbeOperation.STAT, Instant.EPOCH, count);
        String[] lines = text.split("\n", -1);
        for (int index = 0; index < lines.length; index++) {
            parser.line(index + 1, lines[index]);
        }
        parser.end(lines.length);
        assertThat(count.timings + count.refusals).isLessThanOrEqualTo(8L * lines.length);
    }

    @Property
    void shouldReadALayoutOrRefuseIt(@ForAll("layouts") String text) {
        assertThat(LustreLayout.activeTargets(text)).allMatch(index -> index >= 0);
        try {
            LustreLayout layout = LustreLayout.parse(text);
            assertThat(layout.stripeCount()).isPositive();
            assertThat(layout.target(Long.MAX_VALUE / 2, 1)).isPresent();
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }

    @Property
    void shouldReadTheKernelsTables(@ForAll("mounts") String text) {
        assertThat(ProbeCollector.totalMemory(text)).isNotNegative();
        MountTable.parse(text).of(Path.of("/scratch/probe")).ifPresent(mount -> assertThat(mount.lustreName())
                .isNotNull());
    }

    private static final class Count implements IoProbingParser.Output {
        private long timings;
        private long refusals;

        @Override
        public void timing(
                ProbeOperation operation, Instant end, double seconds, Long offset, String directory, long line) {
            timings++;
            assertThat(seconds).isBetween(0.0, 1e7);
            assertThat(operation).isNotNull();
        }

        @Override
        public void refused(long line, String text, String reason) {
            refusals++;
            assertThat(reason).isNotBlank();
        }
    }
}
