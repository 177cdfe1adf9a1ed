package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.testing.RecordedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recorded texts of {@code lctl get_param}; the numbers here were read off the files by hand. */
class RecordedParametersTest {
    private static final String EXPORTS = "lctl/lustre-2.14.0_ddn133/2.14.0_ddn133_exports.txt";
    private static final String QUOTA = "lctl/lustre-2.14.0_ddn133/2.14.0_ddn133_quota.txt";

    private final List<String> notes = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"lctl/valid.txt", "lctl/valid_no_newline.txt", "lctl/valid_unhealthy_host.txt"})
    void shouldReadTheValuesOfAnIdleAndAWrittenOst(String file) throws Exception {
        LustreRecordCapture records = poll(file);
        ServerSample written = records.sample("ai400-OST0000", ServerKind.OST);
        ServerSample idle = records.sample("ai400-OST0001", ServerKind.OST);

        assertThat(records.letters()).isEmpty();
        assertThat(written.getFileSystem()).isEqualTo("ai400");
        assertThat(written.getHost()).isEqualTo("oss01");
        assertThat(written.getTime()).isEqualTo(Instant.parse("2023-07-06T00:24:02.554Z"));
        assertThat(written.getPublishedAt()).isEqualTo(written.getTime());
        assertThat(written.getReadBytes()).isZero();
        assertThat(written.getWriteBytes()).isEqualTo(104_857_600_000L);
        assertThat(written.getReadOperations()).isZero();
        assertThat(written.getWriteOperations()).isEqualTo(25_001);
        assertThat(written.getReadWriteOperations()).isNull();
        assertThat(written.getTotalKibibytes()).isEqualTo(3_978_095_168L);
        assertThat(written.getFreeKibibytes()).isEqualTo(3_875_693_364L);
        assertThat(written.getUsedKibibytes()).isEqualTo(102_401_804L);
        assertThat(written.getTotalInodes()).isEqualTo(31_457_280L);
        assertThat(written.getUsedInodes()).isEqualTo(722);
        assertThat(written.getExports()).isEqualTo(5);
        assertThat(written.getLocks()).isEqualTo(1);
        assertThat(written.getLockGrantRate()).isNull();
        assertThat(written.getState()).isNull();
        assertThat(idle.getWriteBytes()).isZero();
        assertThat(idle.getWriteOperations()).isZero();
        assertThat(idle.getLocks()).isZero();
        assertThat(idle.getExports()).isEqualTo(4);
    }

    @Test
    void shouldReadTheOperationsOfAnMdt() throws Exception {
        ServerSample mdt = poll("lctl/valid2.txt").sample("testfs-MDT0000", ServerKind.MDT);
        Map<String, Long> operations = mdt.getMetadataOperations();

        assertThat(operations)
                .containsEntry("open", 4L)
                .containsEntry("close", 5L)
                .containsEntry("mknod", 3L)
                .containsEntry("unlink", 2L)
                .containsEntry("getattr", 9L)
                .containsEntry("setattr", 2L)
                .containsEntry("getxattr", 1L)
                .containsEntry("statfs", 7286L)
                .containsEntry("mkdir", 0L);
        assertThat(operations.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(7312);
        assertThat(mdt.getTime()).isEqualTo(Instant.parse("2023-11-27T13:50:31.365Z"));
        assertThat(mdt.getUsedKibibytes()).isEqualTo(366_222_772L - 366_204_132L);
        assertThat(mdt.getUsedInodes()).isEqualTo(257_722_920L - 257_722_634L);
        assertThat(mdt.getExports()).isEqualTo(16);
        assertThat(mdt.getLocks()).isEqualTo(1);
    }

    @Test
    void shouldReadAServerThatShowsEachClientToo() throws Exception {
        LustreRecordCapture records = poll(EXPORTS);
        ServerSample ost = records.sample("ai400x2-OST0000", ServerKind.OST);

        assertThat(ost.getReadBytes()).isEqualTo(57_978_280_017_920L);
        assertThat(ost.getWriteBytes()).isEqualTo(46_800_216_580_096L);
        assertThat(ost.getReadOperations()).isEqualTo(71_107_897);
        assertThat(ost.getWriteOperations()).isEqualTo(50_732_817);
        assertThat(ost.getLocks()).isEqualTo(415);
        assertThat(records.sample("ai400x2-MDT0000", ServerKind.MDT).getMetadataOperations())
                .containsEntry("close", 113_960L)
                .containsEntry("getattr", 127_381L)
                .containsEntry("sync", 512L);
    }

    @Test
    void shouldGrowFromTheEarlierToTheLaterRecordingOfAServer() throws Exception {
        ServerSample earlier = poll(EXPORTS).sample("ai400x2-OST0000", ServerKind.OST);
        ServerSample later = poll(QUOTA).sample("ai400x2-OST0000", ServerKind.OST);

        assertThat(Duration.between(earlier.getTime(), later.getTime()))
                .isBetween(Duration.ofSeconds(235), Duration.ofSeconds(236));
        assertThat(later.getReadBytes() - earlier.getReadBytes()).isEqualTo(392_551_202_816L);
        assertThat(later.getReadOperations() - earlier.getReadOperations()).isEqualTo(374_352);
    }

    /** Not by lines, as the parser reads, but by regular expressions over the whole file. */
    @ParameterizedTest
    @ValueSource(strings = {"lctl/valid.txt", "lctl/valid2.txt", "lctl/params-6.2.0-r9.txt", EXPORTS, QUOTA})
    void shouldAgreeWithAnIndependentReading(String file) throws Exception {
        String text = Files.readString(RecordedData.path(file));
        Map<String, Long> bytes = new TreeMap<>();
        Map<String, Long> kibibytes = new TreeMap<>();
        for (ServerSample sample : poll(file).samples()) {
            if (sample.getKind() == ServerKind.OST) {
                bytes.put(sample.getServer() + " read", sample.getReadBytes());
                bytes.put(sample.getServer() + " write", sample.getWriteBytes());
            }
            if (sample.getTotalKibibytes() != null) {
                kibibytes.put(sample.getServer(), sample.getFreeKibibytes());
            }
        }
        Map<String, Long> expectedBytes = new TreeMap<>();
        Matcher ost = Pattern.compile("^obdfilter\\.([^.\\n]+)\\.stats=((?:\\n(?!\\S+=).*)*)", Pattern.MULTILINE)
                .matcher(text);
        while (ost.find()) {
            for (String direction : List.of("read", "write")) {
                Matcher sum = Pattern.compile("\\n" + direction + "_bytes +\\d+ samples \\[bytes\\] \\d+ \\d+ (\\d+)")
                        .matcher(ost.group(2));
                expectedBytes.put(ost.group(1) + " " + direction, sum.find() ? Long.parseLong(sum.group(1)) : 0);
            }
        }
        Map<String, Long> expectedKibibytes = new TreeMap<>();
        Matcher free = Pattern.compile("osd-[a-z]+\\.([^.\\n]+-(?:OST|MDT)\\d+)\\.kbytesfree=(\\d+)")
                .matcher(text);
        while (free.find()) {
            expectedKibibytes.put(free.group(1), Long.parseLong(free.group(2)));
        }

        assertThat(expectedBytes).hasSize(4);
        assertThat(bytes).isEqualTo(expectedBytes);
        assertThat(expectedKibibytes).hasSize(3);
        assertThat(kibibytes).isEqualTo(expectedKibibytes);
    }

    @Test
    void shouldLeaveUnknownWhatATextDoesNotHold() throws Exception {
        LustreRecordCapture records = poll("lctl/lustre-2.14.0_ddn212/2.14.0_ddn212_recovery.txt");
        ServerSample ost = records.sample("200NVX2-OST0003", ServerKind.OST);

        assertThat(records.samples()).hasSize(5);
        assertThat(ost.getState()).isEqualTo("COMPLETE 8/8 0s remaining");
        assertThat(ost.getReadBytes()).isNull();
        assertThat(ost.getConnects()).isNull();
        assertThat(ost.getReadOperations()).isNull();
        assertThat(ost.getTotalKibibytes()).isNull();
        assertThat(records.sample("oss01", ServerKind.OSS).getCpuPercent()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"lctl/lustre-2-14-0/client/llite_client.txt", "lctl/lustre-2.14.0_ddn229/2.14.0_ddn229_quota.txt"
            })
    void shouldSayThatATextHasNoTarget(String file) {
        // Skips where there are no recordings, which must not be taken for what is thrown below.
        RecordedData.path(file);
        assertThatThrownBy(() -> poll(file))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(Path.of(file).getFileName().toString())
                .hasMessageContaining("no OST or MDT")
                .hasMessageContaining("obdfilter.*");
    }

    @Test
    void shouldReportAFileSystemThatTheCatalogueDoesNotHave() throws Exception {
        poll("lctl/valid2.txt");

        assertThat(notes).singleElement().asString().contains("testfs is not in the catalogue");
    }

    private LustreRecordCapture poll(String file) throws InterruptedException {
        LustreRecordCapture records = new LustreRecordCapture();
        LustreOptions options = new LustreOptions(
                null, RecordedData.path(file), List.of(), "oss01", Duration.ofSeconds(5), Duration.ofSeconds(10));
        try (SourceCollector collector =
                new LustreCollectorType().create(options, LustreRecordCapture.context(Clock.systemUTC(), notes))) {
            assertThat(collector.poll(records)).as("a further poll").isFalse();
        }
        return records;
    }
}
