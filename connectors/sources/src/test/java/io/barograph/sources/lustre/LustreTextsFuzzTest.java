package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.lustre.FoundProblems.Problem;
import io.barograph.sources.lustre.ServerReader.MemoryUse;
import io.barograph.sources.lustre.ServerReader.ProcessorTimes;
import io.barograph.sources.testing.TextMutations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Damaged texts of a server: every line is used or reported, and no value is made up. */
class LustreTextsFuzzTest {
    private static final String STATS =
            """
            snapshot_time             1704924081.852375764 secs.nsecs
            start_time                1704411148.063790068 secs.nsecs
            read_bytes                71107883 samples [bytes] 4096 1048576 57978280017920 4944972323796025344
            write                     25001 samples [usecs] 86 16684 41700926 74443748896
            req_waittime              24 samples [usec] 15 1550 3322 2692062
            mds_getattr               11 samples [usec] 42 124 665 47493
            connect                   2 samples [reqs]
            """;
    private static final String BRW_STATS =
            """
            snapshot_time:            1688603042.553884916 secs.nsecs

                                       read      |     write
            pages per bulk r/w     rpcs  % cum % |  rpcs        % cum %
            32:\t\t         0   0   0   |    1   0   0
            1K:\t\t        20   0   0   | 25000  99 100

                                       read      |     write
            discontiguous pages    rpcs  % cum % |  rpcs        % cum %
            0:\t\t         0   0   0   | 24998  99  99
            """;
    private static final String RECOVERY =
            """
            status: RECOVERING
            time_remaining: 43
            non-ready MDTs:  0001
            completed_clients: 172/434
            """;
    private static final String STAT =
            "cpu  18993093 545334 2918985 1088351918 1322712 227930 377908 0\ncpu0 1 2 3 4 5 6 7\n";
    private static final String MEMINFO = "MemTotal:       131671208 kB\nMemFree:        108641544 kB\n";
    private static final String LNET = "0 434 0 758050 0 5861025 0 59832992 12 1391108595264 0\n";

    @Provide
    Arbitrary<String> damaged() {
        return TextMutations.of(List.of(STATS, BRW_STATS, RECOVERY, STAT, MEMINFO, LNET, "62458604544\n"));
    }

    @Property
    void shouldUseOrReportEveryLineOfStatistics(@ForAll("damagedStatistics") String content) {
        FoundProblems problems = new FoundProblems();

        OperationStatistics statistics = OperationStatistics.parse(text(content), problems);

        List<String> neither = new ArrayList<>(content.lines().toList());
        problems.all().forEach(problem -> neither.remove(problem.input()));
        neither.removeIf(line -> {
            String name = line.strip().split("\\s+", 2)[0].replaceFirst(":$", "");
            return name.isEmpty()
                    || name.endsWith("_time")
                    || statistics.names().contains(name);
        });
        assertThat(neither).isEmpty();
        for (String name : statistics.names()) {
            assertThat(statistics.count(name)).isNotNegative();
            assertThat(statistics.sum(name)).isNotNegative();
        }
        if (!problems.all().isEmpty()) {
            assertThat(statistics.count("not there")).isNull();
        }
        assertThat(new MetadataOperations(statistics, Optional.of(statistics)).counts())
                .doesNotContainValue(null);
        assertThat(problems.all()).extracting(Problem::origin).allMatch(origin -> origin.matches("file:[1-9]\\d*"));
    }

    @Provide
    Arbitrary<String> damagedStatistics() {
        return TextMutations.of(List.of(STATS));
    }

    /** Any text where any other is expected. */
    @Property
    void shouldGiveAValueOrSayWhyNot(@ForAll("damaged") String content) {
        FoundProblems problems = new FoundProblems();
        ServerText text = text(content);

        assertThat(TargetReader.BulkStatistics.parse(text, problems).isEmpty() ? 1 : 0)
                .isEqualTo(problems.all().size());
        problems.all().clear();
        assertThat(RecoveryStatus.parse(text, problems) == null ? 1 : 0)
                .isEqualTo(problems.all().size());
        problems.all().clear();
        assertThat(TargetReader.number(text, problems) == null ? 1 : 0)
                .isEqualTo(problems.all().size());
        problems.all().clear();
        assertThat(LnetStatistics.ownBytes(text, problems).isEmpty() ? 1 : 0)
                .isEqualTo(problems.all().size());
        problems.all().clear();
        Double memory = MemoryUse.percent(text, problems);
        assertThat(memory == null ? 1 : 0).isEqualTo(problems.all().size());
        if (memory != null) {
            assertThat(memory).isBetween(0.0, 100.0);
        }
        problems.all().clear();
        ProcessorTimes.parse(text, problems)
                .ifPresentOrElse(
                        times -> assertThat(times.percentSince(null)).isBetween(0.0, 100.0),
                        () -> assertThat(problems.all()).hasSize(1));
    }

    @Provide
    Arbitrary<String> damagedParameters() {
        return TextMutations.of(List.of(PARAMETERS));
    }

    private static final String PARAMETERS = String.join(
            "\n",
            "obdfilter.a-OST0001.stats=",
            STATS + "obdfilter.a-OST0001.num_exports=5",
            "osd-ldiskfs.a-OST0001.kbytesfree=31",
            "osd-ldiskfs.a-OST0001.kbytestotal=32",
            "osd-ldiskfs.a-OST0001.brw_stats=",
            BRW_STATS + "mdt.a-MDT0000.md_stats=" + STATS + "mdt.a-MDT0000.exports.172.16.0.85@o2ib.stats=" + STATS,
            "mdt.a-MDT0000.recovery_status=" + RECOVERY,
            "ldlm.namespaces.filter-a-OST0001_UUID.lock_count=3",
            "stats=" + LNET,
            "/proc/stat:cpu 1 2 3 4 5 6 7",
            "/proc/meminfo:MemTotal: 10 kB",
            "/proc/meminfo:MemFree: 5 kB");

    @Property
    void shouldReadAServerFromDamagedParameters(@ForAll("damagedParameters") String content) {
        read(content);
    }

    /** Inputs on which a parser once failed. */
    @Example
    void shouldReadWhatOnceFailed() throws IOException {
        Path corpus = Path.of("src/test/resources/fuzz-corpus/lustre");
        try (Stream<Path> files = Files.list(corpus)) {
            assertThat(files.peek(file -> read(contentOf(file))).count()).isPositive();
        }
    }

    private static String contentOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(String content) {
        FoundProblems problems = new FoundProblems();
        Instant now = Instant.parse("2024-01-10T22:01:21Z");
        List<String> notes = new ArrayList<>();
        LustreSampleFactory samples = new LustreSampleFactory(
                "lustre",
                new FileSystemNameResolver(new FileSystemCatalogue(List.of()), null),
                notes::add,
                Duration.ofSeconds(5));
        ParameterTexts texts = ParameterTexts.parse("file", content, problems);

        List<ServerSample> read = new ServerReader(samples, "oss01").read(texts, null, now, problems);

        LustreRecordCapture records = new LustreRecordCapture();
        for (ServerSample sample : read) {
            sample.setPublishedAt(now);
            assertThat(Stream.of(
                                    sample.getReadBytes(),
                                    sample.getWriteBytes(),
                                    sample.getReadOperations(),
                                    sample.getUsedKibibytes(),
                                    sample.getNetworkBytes())
                            .filter(Objects::nonNull))
                    .allMatch(value -> value >= 0);
        }
        ServerPolls.of(read, "here").forEach(poll -> records.publish(Topic.SERVER_POLLS, poll));
        assertThat(records.samples()).hasSameSizeAs(read);
    }

    @Provide
    Arbitrary<String> times() {
        return Arbitraries.oneOf(
                TextMutations.of(List.of("1704924081.852375764 secs.nsecs", "1286990247.9667 (secs.usecs)", "17.5")),
                Arbitraries.strings().withChars("0123456789. usecn()").ofMaxLength(40));
    }

    @Property
    void shouldReadATimeOrNone(@ForAll("times") String value) {
        SnapshotTime.parse(value)
                .ifPresent(time -> assertThat(Arrays.asList(value.strip().split("\\D", 2)))
                        .first()
                        .satisfies(seconds -> assertThat(time.getEpochSecond()).isEqualTo(Long.parseLong(seconds))));
    }

    private static ServerText text(String content) {
        return new ServerText("file", 1, content);
    }
}
