package io.barograph.sources.gpfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.TextLineReader;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.testing.TestContext;
import io.barograph.sources.testing.TextMutations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class GpfsFuzzTest {
    private static final String MMPMON =
            """
            _ver_ _n_ 199.18.1.8 _nn_ node1 _v_ 2 _lv_ 4 _vt_ 0
            _fs_io_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 0 _t_ 1066660148 _tu_ 407431 _cl_ c _fs_ gpfs2 _d_ 2 _br_ 6291456 _bw_ 314572800 _oc_ 10 _cc_ 16 _rdc_ 101 _wc_ 300 _dir_ 7 _iu_ 2
            _io_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 1 _t_ 1066660148 _tu_ 407431 _br_ 9 _bw_ 8
            """;

    private static final String MMPERFMON =
            """
            Legend:
             1:\tnsd1|GPFSNSDDisk|lun1|gpfs_nsdds_bytes_read
             2:\tnsd1|Memory|mem_total
             3:\tnsd1|GPFSFilesystem|cluster|gpfs0|gpfs_fs_read_ops

            Row           Timestamp gpfs_nsdds_bytes_read   mem_total
              1 2019-03-10-01:58:00                  null  31371.0 MB
              2 2019-03-10-01:59:00                     5  31371.0 MB

            Row           Timestamp gpfs_fs_read_ops
              1 2019-03-10-01:58:00 7
              2 2019-03-10-01:59:00 8
            """;

    @Property
    void shouldReadDamagedAnswersOfMmpmonWithoutAnError(@ForAll("mmpmon") String text) {
        text.lines().forEach(line -> {
            MmpmonLine answer = MmpmonLine.of(line);
            if (answer != null && answer.problem() == null && answer.holdsCounters()) {
                assertThat(answer.time()).isNotNull();
                assertThat(answer.number("br")).isNotNegative();
            }
        });
    }

    @Property
    void shouldReadDamagedReportsWithoutAnErrorAndAccountForEveryValue(@ForAll("mmperfmon") String text)
            throws IOException {
        DeadLetterCounter refusals =
                new DeadLetterCounter(letter -> {}, Topic.SERVER_POLLS, "test", () -> TestContext.NOW);
        RecordedServer server = new RecordedServer("gpfs0", "nsd1", "nsd1");
        MmperfmonReport.read(
                new TextLineReader("report", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), refusals),
                (column, time, value) -> {
                    boolean taken = MmperfmonQuantity.ofMetric(column.metric())
                            .map(quantity -> server.put(time.toInstant(ZoneOffset.UTC), quantity, value))
                            .orElse(true);
                    return taken ? null : "another value";
                });
        Iterator<ServerSample> samples = server.samples(Duration.ofMinutes(1));
        ServerSample before = null;
        while (samples.hasNext()) {
            ServerSample sample = samples.next();
            if (before != null) {
                assertThat(sample.getTime()).isAfter(before.getTime());
            }
            before = sample;
        }
        assertThat(refusals.count()).isLessThanOrEqualTo(text.lines().count() + 1);
    }

    @Provide
    Arbitrary<String> mmpmon() {
        return TextMutations.of(List.of(MMPMON));
    }

    @Provide
    Arbitrary<String> mmperfmon() {
        return TextMutations.of(List.of(MMPERFMON));
    }
}
