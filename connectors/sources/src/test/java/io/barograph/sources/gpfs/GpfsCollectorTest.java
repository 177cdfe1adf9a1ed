package io.barograph.sources.gpfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.testing.PublishedRecords;
import io.barograph.sources.testing.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpfsCollectorTest {
    /** The example of IBM's guide, with a second file system. */
    private static final String TWO_FILE_SYSTEMS =
            """
            _ver_ _n_ 199.18.1.8 _nn_ node1 _v_ 2 _lv_ 4 _vt_ 0
            _fs_io_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 0 _t_ 1066660148 _tu_ 407431 _cl_ my.cluster _fs_ gpfs2 _d_ 2 _br_ 6291456 _bw_ 314572800 _oc_ 10 _cc_ 16 _rdc_ 101 _wc_ 300 _dir_ 7 _iu_ 2
            _fs_io_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 0 _t_ 1066660148 _tu_ 407455 _cl_ my.cluster _fs_ gpfs1 _d_ 3 _br_ 5431636 _bw_ 173342800 _oc_ 6 _cc_ 8 _rdc_ 54 _wc_ 256 _dir_ 2 _iu_ 6
            """;

    private static final String WHOLE_NODE =
            "_io_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 0 _t_ 1066660148 _tu_ 407431 _br_ 9 _bw_ 8 _oc_ 7 _cc_ 6 _rdc_ 5 _wc_ 4"
                    + " _dir_ 3 _iu_ 2\n";

    @TempDir
    private Path folder;

    private final TestContext context = new TestContext();
    private final PublishedRecords output = new PublishedRecords();

    @Test
    void shouldPublishTheCountersOfEachFileSystemOnANode() throws Exception {
        try (SourceCollector collector = printing(
                TWO_FILE_SYSTEMS + WHOLE_NODE,
                null,
                CatalogueFileSystem.of("mira-fs1", "gpfs1"),
                CatalogueFileSystem.of("gpfs2"))) {
            assertThat(collector.check())
                    .isEqualTo("1 of 1 nodes answered, 2 samples of file systems [gpfs2, mira-fs1]");
            assertThat(collector.poll(output)).isTrue();
        }
        assertThat(output.takeLetters()).isEmpty();
        List<ServerSample> samples = output.take(ServerSample.class);
        assertThat(samples).extracting(ServerSample::getFileSystem).containsExactly("gpfs2", "mira-fs1");
        ServerSample sample = samples.get(0);
        assertThat(sample.getServer()).isEqualTo("node1");
        assertThat(sample.getKind()).isEqualTo(ServerKind.NSD);
        assertThat(sample.getTime()).isEqualTo(Instant.ofEpochMilli(1_066_660_148_407L));
        assertThat(sample.getPublishedAt()).isEqualTo(TestContext.NOW);
        assertThat(sample.getIntervalMillis()).isEqualTo(5000);
        assertThat(sample.getReadBytes()).isEqualTo(6_291_456);
        assertThat(sample.getWriteBytes()).isEqualTo(314_572_800);
        assertThat(sample.getReadOperations()).isEqualTo(101);
        assertThat(sample.getWriteOperations()).isEqualTo(300);
        assertThat(sample.getMetadataOperations())
                .isEqualTo(Map.of("open", 10L, "close", 16L, "readdir", 7L, "inode_updates", 2L));
    }

    @Test
    void shouldTakeTheSumOfANodeOnlyForTheFileSystemGivenForIt() throws Exception {
        try (SourceCollector collector = printing(WHOLE_NODE, "gpfs1")) {
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class)).singleElement().satisfies(sample -> {
            assertThat(sample.getFileSystem()).isEqualTo("gpfs1");
            assertThat(sample.getReadBytes()).isEqualTo(9);
        });
        try (SourceCollector collector = printing(WHOLE_NODE, null)) {
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class)).isEmpty();
        assertThat(output.takeLetters()).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .contains("give fileSystem"));
    }

    @Test
    void shouldRefuseAnswersWithoutCountersWithTheirMeaning() throws Exception {
        try (SourceCollector collector = printing(
                """
                _fs_io_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 1 _t_ 1066660148 _tu_ 407431 _cl_ - _fs_ -
                _fs_io_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 0 _t_ 1066660148 _tu_ 407431 _cl_ c _fs_ f _d_ 2 _br_ 1
                _failed_ _n_ 199.18.1.8 _nn_ node1 _fn_ 199.18.1.5 _fnn_ node2 _rc_ 668 _t_ 1066660148 _tu_ 407431
                _vio_s_ _n_ 199.18.1.8 _nn_ node1 _rc_ 0
                Could not establish connection to file system daemon.
                _reset_ _n_ 199.18.1.8 _nn_ node1 _rc_ 0 _t_ 1066660148 _tu_ 407431
                """,
                null)) {
            collector.poll(output);
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class)).isEmpty();
        List<DeadLetter> letters = output.takeLetters();
        assertThat(letters)
                .extracting(DeadLetter::getReason)
                .containsExactly(
                        "the request failed (_rc_ 1, no file system is mounted)",
                        letters.get(1).getReason(),
                        "node node2 of the node list does not answer (_rc_ 668, quorum has been lost)",
                        "an answer to a request that is not known",
                        "no answer of mmpmon -p");
        assertThat(letters.get(1).getReason()).startsWith("no whole number after _");
        assertThat(letters.get(4).getOrigin()).isEqualTo("localhost, line 5");
        assertThat(context.notes()).allSatisfy(note -> assertThat(note).contains("node1 to zero"));
    }

    @Test
    void shouldPollManyNodesAndLetHangingOnesDelayOnlyEachOther() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), TWO_FILE_SYSTEMS);
        List<String> nodes = IntStream.range(0, 12)
                .mapToObj(i -> (i < 3 ? "hung" : i == 3 ? "down" : "nsd") + i)
                .toList();
        GpfsOptions options = new GpfsOptions(
                nodes,
                "case {node} in hung*) sleep 1000;; down*) echo refused >&2; exit 255;;" + " *) sed s/node1/{node}/ '"
                        + text + "';; esac",
                null,
                null,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                3);
        try (SourceCollector collector = new GpfsCollectorType().create(options, context.of(folder))) {
            for (int poll = 0; poll < 2; poll++) {
                collector.poll(output);
                assertThat(output.take(ServerSample.class))
                        .extracting(ServerSample::getServer)
                        .doesNotContain("node1")
                        .hasSize(16);
            }
            assertThat(context.notes()).hasSize(4);
            assertThat(collector.check()).startsWith("8 of 12 nodes answered, 16 samples");
        }
    }

    @Test
    void shouldReachANodeThatAnswersHoweverManyHangBeforeIt() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), TWO_FILE_SYSTEMS);
        GpfsOptions options = new GpfsOptions(
                List.of("hung1", "hung2", "nsd1"),
                "case {node} in hung*) sleep 1000;; *) cat '" + text + "';; esac",
                null,
                null,
                Duration.ofMillis(1500),
                Duration.ofMillis(1500),
                1);
        try (SourceCollector collector = new GpfsCollectorType().create(options, context.of(folder))) {
            int polls = 0;
            while (output.take(ServerSample.class).isEmpty()) {
                assertThat(++polls)
                        .as("polls until the one that answers is asked")
                        .isLessThanOrEqualTo(3);
                try {
                    collector.poll(output);
                } catch (UnreadableSourceException e) {
                    assertThat(context.notes()).isNotEmpty();
                }
            }
            collector.poll(output);
            assertThat(output.take(ServerSample.class)).hasSize(2);
        }
    }

    @Test
    void shouldSayWhatIsWrongWhenNoNodeAnswers() {
        GpfsOptions options = new GpfsOptions(
                null,
                "echo mmpmon: not found >&2; exit 127",
                null,
                null,
                Duration.ofSeconds(5),
                Duration.ofSeconds(4),
                1);
        try (SourceCollector collector = new GpfsCollectorType().create(options, context.of(folder))) {
            assertThatThrownBy(() -> collector.poll(output))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("status 127: mmpmon: not found")
                    .hasMessageContaining("as root");
        }
    }

    @Test
    void shouldReadASavedFileOnceAndEnd() throws Exception {
        Path file = Files.writeString(folder.resolve("mmpmon.txt"), TWO_FILE_SYSTEMS);
        GpfsOptions options = new GpfsOptions(null, null, file, null, Duration.ofSeconds(5), Duration.ofSeconds(4), 1);
        try (SourceCollector collector = new GpfsCollectorType().create(options, context.of(folder))) {
            assertThat(collector.poll(output)).isFalse();
        }
        assertThat(output.take(ServerSample.class)).hasSize(2).allSatisfy(sample -> assertThat(sample.getPublishedAt())
                .isEqualTo(sample.getTime()));
    }

    @Test
    void shouldAskEachNodeThroughSshUnlessToldOtherwise() {
        assertThat(new GpfsOptions(List.of("nsd01"), null, null, null, Duration.ofSeconds(5), Duration.ofSeconds(4), 1)
                        .command())
                .isEqualTo("ssh -o BatchMode=yes {node} 'echo fs_io_s | /usr/lpp/mmfs/bin/mmpmon -p -s'");
        assertThatThrownBy(() -> new GpfsOptions(
                        List.of("nsd01"), "mmpmon", null, null, Duration.ofSeconds(5), Duration.ofSeconds(4), 1))
                .hasMessageContaining("{node}");
        assertThatThrownBy(() ->
                        new GpfsOptions(List.of(), null, null, null, Duration.ofSeconds(5), Duration.ofSeconds(6), 1))
                .hasMessageContaining("timeLimit");
    }

    private SourceCollector printing(String text, String fileSystem, CatalogueFileSystem... catalogue)
            throws Exception {
        Path file = Files.writeString(folder.resolve("text"), text);
        GpfsOptions options = new GpfsOptions(
                null, "cat '" + file + "'", null, fileSystem, Duration.ofSeconds(5), Duration.ofSeconds(4), 1);
        return new GpfsCollectorType().create(options, context.of(folder, catalogue));
    }
}
