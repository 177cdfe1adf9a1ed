package io.barograph.sources.capacity;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityCollectorTest {
    private static final String CLIENT =
            """
            UUID                   1K-blocks        Used   Available Use% Mounted on
            work-MDT0000_UUID     2255453580   115237564  2106016404   5% /work dir[MDT:0]
            work-OST0000_UUID         1000        600         300  67% /work dir[OST:0] f
            work-OST0001_UUID   : inactive device
            filesystem_summary:   1000  600  300  67% /work dir
            UUID                      Inodes       IUsed       IFree IUse% Mounted on
            work-MDT0000_UUID          10000        4000        6000  40% /work dir[MDT:0]
              0 UP mgc MGC10.0.0.1@tcp 3547302e 5
              3 UP osc work-OST0000-osc-ffff885f 8dbdc7f6 5 10.0.0.2@tcp
              4 IN osc work-OST0001-osc-ffff885f 8dbdc7f6 5 10.0.0.2@tcp
            """;

    @TempDir
    private Path folder;

    private final TestContext context = new TestContext();
    private final PublishedRecords output = new PublishedRecords();

    @Test
    void shouldPublishSpaceInodesAndServerOfEachTarget() throws Exception {
        try (SourceCollector collector = printing(CLIENT, null, CatalogueFileSystem.of("scratch", "work"))) {
            assertThat(collector.check()).isEqualTo("targets {OST=2, MDT=1}, servers with OSTs of a partner: 0");
            assertThat(collector.poll(output)).isTrue();
        }
        assertThat(output.takeLetters()).isEmpty();
        List<ServerSample> samples = output.take(ServerSample.class);
        assertThat(samples).hasSize(3).allSatisfy(sample -> {
            assertThat(sample.getFileSystem()).isEqualTo("scratch");
            assertThat(sample.getTime()).isEqualTo(TestContext.NOW);
            assertThat(sample.getIntervalMillis()).isEqualTo(300_000);
            assertThat(sample.getReadBytes()).isNull();
        });
        ServerSample mdt = samples.get(0);
        assertThat(mdt.getUsedInodes()).isEqualTo(4000);
        assertThat(mdt.getFreeInodes()).isEqualTo(6000);
        assertThat(mdt.getTotalInodes()).isEqualTo(10_000);
        assertThat(mdt.getHost()).isNull();
        ServerSample ost = samples.get(1);
        assertThat(ost.getTotalKibibytes()).isEqualTo(1000);
        assertThat(ost.getUsedKibibytes()).isEqualTo(600);
        assertThat(ost.getFreeKibibytes()).isEqualTo(300);
        assertThat(ost.getHost()).isEqualTo("10.0.0.2@tcp");
        ServerSample down = samples.get(2);
        assertThat(down.getState()).isEqualTo("inactive device");
        assertThat(down.getTotalKibibytes()).isNull();
    }

    @Test
    void shouldReadMmdfAsPeopleReadIt() throws Exception {
        ServerSample[] samples = mmdf(
                """
                disk                disk size  failure holds    holds              free KB             free KB
                name                    in KB    group metadata data        in full blocks        in fragments
                --------------- ------------- -------- -------- ----- -------------------- -------------------
                Disks in storage pool: system (Maximum disk size allowed is 122 GB)
                b003_dsk              8897968        1 yes      yes         8738816 ( 98%)          1520 ( 0%)
                b004_dsk              8897968        2 no       yes             816 (  0%)           184 ( 0%) *
                                -------------                         -------------------- -------------------
                (pool total)         17795936                               8739632 ( 49%)          1704 ( 0%)

                =============                         ==================== ===================
                (total)              17795936                               8739632 ( 49%)          1704 ( 0%)

                Inode Information
                -----------------
                Number of used inodes:            4038
                Number of free inodes:            1000
                Number of allocated inodes:       5038
                Maximum number of inodes:       134144
                """);
        assertThat(samples[0].getServer()).isEqualTo("gpfs0");
        assertThat(samples[0].getUsedInodes()).isEqualTo(4038);
        assertThat(samples[0].getFreeInodes()).isEqualTo(130_106);
        assertThat(samples[0].getUsedKibibytes()).isNull();
        assertThat(samples[1].getServer()).isEqualTo("b003_dsk");
        assertThat(samples[1].getKind()).isEqualTo(ServerKind.NSD);
        assertThat(samples[1].getFreeKibibytes()).isEqualTo(8_740_336);
        assertThat(samples[1].getUsedKibibytes()).isEqualTo(157_632);
        assertThat(samples[2].getFreeKibibytes()).isEqualTo(1000);
    }

    @Test
    void shouldReadMmdfWithColons() throws Exception {
        ServerSample[] samples = mmdf(
                """
                mmdf:nsd:HEADER:version:reserved:reserved:nsdName:storagePool:diskSize:failureGroup:metadata:data:freeBlocks:freeBlocksPct:freeFragments:freeFragmentsPct:diskAvailableForAlloc:
                mmdf:poolTotal:HEADER:version:reserved:reserved:poolName:poolSize:freeBlocks:
                mmdf:inode:HEADER:version:reserved:reserved:usedInodes:freeInodes:allocatedInodes:maxInodes:
                mmdf:nsd:0:1:::meta1:system:1000:300:Yes:No:400:40:5:1::
                mmdf:nsd:0:1:::data1:data:5000:200:No:Yes:100:2:20:0::
                mmdf:poolTotal:0:1:::data:6000:500:
                mmdf:inode:0:1:::70:20:90:100:
                """);
        assertThat(samples).extracting(ServerSample::getServer).containsExactly("gpfs0", "data1", "meta1");
        assertThat(samples[0].getFreeInodes()).isEqualTo(30);
        assertThat(samples[1].getUsedKibibytes()).isEqualTo(4880);
        assertThat(samples[2].getFreeKibibytes()).isEqualTo(405);
    }

    private ServerSample[] mmdf(String text) throws Exception {
        try (SourceCollector collector = printing(text, "gpfs0")) {
            collector.poll(output);
        }
        assertThat(output.takeLetters()).isEmpty();
        List<ServerSample> samples = output.take(ServerSample.class);
        assertThat(samples).hasSize(3).allSatisfy(sample -> assertThat(sample.getFileSystem())
                .isEqualTo("gpfs0"));
        return samples.toArray(ServerSample[]::new);
    }

    @Test
    void shouldRefuseWithReasonWhatItCannotPlace() throws Exception {
        try (SourceCollector collector = printing(
                """
                work-OST0000_UUID 1 1 1 1% /w[OST:0]
                UUID                       bytes        Used   Available Use% Mounted on
                work-OST0001_UUID 1.0T 1.0G 1.0G 1% /w[OST:0]
                  3 UP osc work-OST0000-osc-ffff885f 8dbdc7f6 5
                something else
                mmdf:nsd:HEADER:version:reserved:reserved:nsdName:storagePool:diskSize:failureGroup:metadata:data:freeBlocks:freeBlocksPct:freeFragments:
                mmdf:nsd:0:1:::d1:data:5000:200:No:Yes:100:2:20:
                """,
                null)) {
            collector.poll(output);
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class)).isEmpty();
        List<String> reasons =
                output.takeLetters().stream().map(DeadLetter::getReason).toList();
        assertThat(reasons)
                .containsExactly(
                        "it follows no header of lfs df",
                        "a table that is neither in 1K-blocks nor of inodes; use lfs df and lfs df -i without -h",
                        "it follows no header of lfs df",
                        "the line has no network id; use lctl dl -t",
                        "not a line of lfs df, lctl dl -t or mmdf",
                        "mmdf does not name the file system; give it with fileSystem");
    }

    @Test
    void shouldGiveNoHalfADumpWhenTheCommandHangsOrFails() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), CLIENT);
        for (String end : List.of("sleep 1000", "sleep 1000 & exit 3", "echo 'lfs df: cannot open' >&2; exit 2")) {
            try (SourceCollector collector = new CapacityCollectorType()
                    .create(
                            new CapacityOptions(
                                    "cat '" + text + "'; " + end,
                                    null,
                                    null,
                                    Duration.ofMinutes(5),
                                    Duration.ofMillis(700)),
                            context.of(folder))) {
                assertThatThrownBy(() -> collector.poll(output))
                        .isInstanceOf(UnreadableSourceException.class)
                        .hasMessageMatching(
                                "(?s).*(did not end within 700 ms|status 3|status 2: lfs df: cannot open).*");
            }
        }
        output.flush();
        assertThat(output.take(ServerSample.class)).isEmpty();
    }

    @Test
    void shouldReadRecordedFilesOnceAndEnd() throws Exception {
        Path file = Files.writeString(folder.resolve("df.txt"), "BEGIN 1489998203\n" + CLIENT);
        CapacityOptions options =
                new CapacityOptions(null, List.of(file), null, Duration.ofMinutes(5), Duration.ofMinutes(1));
        try (SourceCollector collector = new CapacityCollectorType()
                .create(options, context.of(folder, CatalogueFileSystem.of("scratch", "work")))) {
            assertThat(collector.check()).isEqualTo("samples in the recording: {OST=2, MDT=1}");
            assertThat(collector.poll(output)).isFalse();
        }
        assertThat(output.take(ServerSample.class)).hasSize(3).allSatisfy(sample -> {
            assertThat(sample.getTime()).isEqualTo(Instant.ofEpochSecond(1_489_998_203));
            assertThat(sample.getPublishedAt()).isEqualTo(sample.getTime());
            assertThat(sample.getFileSystem()).isEqualTo("scratch");
        });
    }

    private SourceCollector printing(String text, String fileSystem, CatalogueFileSystem... catalogue)
            throws Exception {
        Path file = Files.writeString(folder.resolve("text"), text);
        CapacityOptions options = new CapacityOptions(
                "cat '" + file + "'", null, fileSystem, Duration.ofMinutes(5), Duration.ofMinutes(1));
        return new CapacityCollectorType().create(options, context.of(folder, catalogue));
    }
}
