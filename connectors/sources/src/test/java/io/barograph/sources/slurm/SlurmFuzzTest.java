package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.sources.testing.TextMutations;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SlurmFuzzTest {
    private static final String SACCT =
            """
            JobID|JobIDRaw|Cluster|Partition|Account|User|State|ExitCode|Submit|Start|End|NNodes|NodeList|Restarts|JobName
            123|123|edison|regular|m888|ada|COMPLETED|0:0|1490000000|1490000342|1490001098|3|nid0[5301-5303]|0|job
            123.batch|123.batch|edison||m888||COMPLETED|0:0|1490000000|1490000342|1490001098|1|nid05301|0|batch
            124_[5-9%2]|124|edison|regular|m888|ada|PENDING|0:0|2017-03-20T01:59:02|Unknown|Unknown|1|None assigned|0|array
            126+1|127|edison|regular|m888|ada|CANCELLED by 1001|0:15|2017-03-20T01:59:02|2017-03-20T01:59:02Z|1490001098|4|r[0-1]n[08-09]|2|a|b
            """;

    private final JobEventFactory events = new JobEventFactory(null, note -> {});

    @Provide
    Arbitrary<String> sacct() {
        return TextMutations.of(List.of(SACCT));
    }

    @Provide
    Arbitrary<String> messages() {
        return TextMutations.of(List.of(JobcompJsonTest.END, JobcompJsonTest.START));
    }

    @Provide
    Arbitrary<String> hostlists() {
        return TextMutations.of(List.of("nid0[1001-1003,1010]", "r[0-1]c[0-3]n[00-15],login1", "a,b[7]-ib"));
    }

    @Provide
    Arbitrary<String> coordinates() {
        return TextMutations.of(List.of("# node x y z\nnid00001 0 0 0\nnid00002 1.5 -2 3e1 # moved\n\nlogin1 4 5 6\n"));
    }

    @Property
    void shouldReadDamagedCoordinatesOfNodesOrNameTheLine(@ForAll("coordinates") String text) throws IOException {
        Path file = Files.createTempFile("coordinates", ".txt");
        try {
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
            assertThat(NodeCoordinates.read(file).coordinates().size())
                    .isLessThanOrEqualTo((int) text.lines().count());
        } catch (UnreadableSourceException e) {
            assertThat(e).hasMessageStartingWith(file.toString());
        } finally {
            Files.delete(file);
        }
    }

    @Property
    void shouldReadOrRefuseEveryLineOfDamagedSacctText(@ForAll("sacct") String text) throws IOException {
        List<Long> lines = new ArrayList<>();
        try {
            SacctReader.Count count = SacctReader.read(
                    "text",
                    new StringReader(text),
                    ZoneOffset.UTC,
                    (job, line) -> {
                        lines.add(line);
                        assertThat(events.of(job, Instant.EPOCH, null, "text")).isNotEmpty();
                    },
                    (reason, line, refused) -> {
                        lines.add(line);
                        assertThat(reason).isNotBlank();
                    });
            long written = List.of(text.split("\n", -1)).stream()
                    .skip(1)
                    .filter(line -> !line.isBlank())
                    .count();
            assertThat(count.jobs() + count.steps() + count.refused()).isEqualTo(written);
            assertThat(lines).hasSize((int) (count.jobs() + count.refused())).isSorted();
        } catch (UnreadableSourceException expected) {
            assertThat(expected).hasMessageContaining("text");
        }
    }

    @Property
    void shouldReadOrRefuseDamagedMessages(@ForAll("messages") String message) {
        try {
            assertThat(events.of(
                            JobcompJson.parse(message.getBytes(StandardCharsets.UTF_8)), Instant.EPOCH, null, "text"))
                    .isNotEmpty();
        } catch (RefusedRecordException expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }

    @Property
    void shouldExpandOrRefuseDamagedHostLists(@ForAll("hostlists") String text) {
        try {
            assertThat(Hostlist.expand(text))
                    .hasSizeLessThanOrEqualTo(Hostlist.MAX_NODES)
                    .doesNotContain("");
        } catch (RefusedRecordException expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }
}
