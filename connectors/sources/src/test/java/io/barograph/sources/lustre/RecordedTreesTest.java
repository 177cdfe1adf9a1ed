package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trees give the metric strings that LMT makes of them, and the strings, read as strings, the same samples. */
class RecordedTreesTest {
    static Stream<String> trees() {
        return Stream.of(
                "1.8.3",
                "2.0.0.1",
                "2.0.50.zfs",
                "2.0.53",
                "2.10.8",
                "2.10.8.bad_version",
                "2.10.8.missing_version",
                "2.15.4_1");
    }

    /** In these LMT prints 0 for what no file counts: the clients' statistics are not there. */
    private static final Set<String> WITHOUT_CLIENTS = Set.of("2.0.0.1", "2.0.50.zfs");

    /** In these LMT finds no MDT, because it looks for it by version. */
    private static final Set<String> WITHOUT_VERSION = Set.of("2.10.8.bad_version", "2.10.8.missing_version");

    @TempDir
    private Path folder;

    @Test
    void shouldKnowAllRecordedTrees() throws IOException {
        assertThat(RecordedTrees.expectedStrings().keySet()).containsExactlyInAnyOrderElementsOf(trees().toList());
    }

    @ParameterizedTest
    @MethodSource("trees")
    void shouldGiveTheMetricStringsOfLmt(String name) throws Exception {
        Path tree = RecordedTrees.unpack(name, folder);
        LustreRecordCapture records = poll(tree);
        Map<String, String> expected = RecordedTrees.expectedStrings().get(name);

        assertThat(records.letters()).isEmpty();
        assertThat(ostString(records)).isEqualTo(expected.get("ost"));
        assertThat(sysstatString(records)).isEqualTo(expected.get("sysstat"));
        assertThat(routerString(tree, records)).isEqualTo(expected.get("router"));
        String mdt = expected.containsKey("mdt")
                ? expected.get("mdt")
                : RecordedTrees.expectedStrings().get("2.10.8").get("mdt");
        assertThat(mdtString(tree, records)).isEqualTo(mdt);
        assertThat(expected.containsKey("mdt")).isEqualTo(!WITHOUT_VERSION.contains(name));
    }

    @ParameterizedTest
    @MethodSource("trees")
    void shouldReadTheSameSamplesFromTheStrings(String name) throws Exception {
        LustreRecordCapture ofTree = poll(RecordedTrees.unpack(name, folder));
        Map<String, String> strings = RecordedTrees.expectedStrings().get(name);
        Path lines = folder.resolve("lines.txt");
        List<String> written = new ArrayList<>();
        for (String metric : List.of("ost", "mdt", "osc", "router")) {
            Optional.ofNullable(strings.get(metric))
                    .ifPresent(string -> written.add("1518163205 1518163204 HOST lmt_" + metric + " " + string));
        }
        Files.write(lines, written);
        LustreRecordCapture ofStrings = new LustreRecordCapture();
        CerebroOptions options =
                new CerebroOptions(lines, List.of(), null, Duration.ofSeconds(5), Duration.ofSeconds(10));
        try (SourceCollector collector =
                new CerebroCollectorType().create(options, LustreRecordCapture.context(Clock.systemUTC(), written))) {
            while (collector.poll(ofStrings)) {
                assertThat(ofStrings.letters()).isEmpty();
            }
        }

        assertThat(ofStrings.letters()).isEmpty();
        List<String> servers = new ArrayList<>();
        for (ServerSample sample : ofStrings.samples()) {
            servers.add(sample.getKind() + " " + sample.getServer());
            assertThat(sample.getTime()).isEqualTo(Instant.ofEpochSecond(1518163204));
            assertThat(sample.getPublishedAt()).isEqualTo(sample.getTime());
            ServerSample fromTree = ofTree.sample(sample.getServer(), sample.getKind());
            assertThat(comparable(sample)).isEqualTo(comparable(asInAString(name, fromTree, sample)));
        }
        List<String> expected = ofTree.samples().stream()
                .filter(sample -> strings.containsKey("mdt")
                        || sample.getKind() == ServerKind.OST
                        || sample.getKind() == ServerKind.OSS)
                .map(sample -> sample.getKind() + " " + sample.getServer())
                .toList();
        assertThat(servers).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** The tree's sample with what a string does not hold left out, and LMT's zero where the tree does not know. */
    private static ServerSample asInAString(String tree, ServerSample fromTree, ServerSample fromString) {
        ServerSample same = ServerSample.newBuilder(fromTree).build();
        same.setNetworkBytes(null);
        if (same.getKind() == ServerKind.OST) {
            same.setReadWriteOperations(same.getReadOperations() + same.getWriteOperations());
            same.setReadOperations(null);
            same.setWriteOperations(null);
            if (tree.equals("2.0.50.zfs")) {
                assertThat(same.getLocks()).as("no file has the locks").isNull();
                same.setLocks(0L);
                same.setLockGrantRate(0L);
                same.setLockCancelRate(0L);
            }
        }
        if (same.getKind() == ServerKind.MDT) {
            same.setExports(null);
            same.setLocks(null);
            same.setLockGrantRate(null);
            same.setLockCancelRate(null);
            same.setMetadataOperations(onlyOfLmt(tree, fromTree.getMetadataOperations()));
            if (WITHOUT_CLIENTS.contains(tree)) {
                assertThat(same.getReconnects()).isNull();
                same.setReconnects(0L);
            }
            if (fromTree.getReadBytes() == null) {
                assertThat(tree).startsWith("2.0.");
                same.setReadBytes(0L);
                same.setWriteBytes(0L);
                same.setReadOperations(0L);
                same.setWriteOperations(0L);
            }
        }
        same.setTime(fromString.getTime());
        same.setPublishedAt(fromString.getPublishedAt());
        same.setCollector(fromString.getCollector());
        return same;
    }

    private static Map<String, Long> onlyOfLmt(String tree, Map<String, Long> counts) {
        Map<String, Long> only = new TreeMap<>();
        for (String operation : MetadataOperations.OF_LMT) {
            if (!counts.containsKey(operation)) {
                assertThat(WITHOUT_CLIENTS).contains(tree);
            }
            only.put(operation, counts.getOrDefault(operation, 0L));
        }
        return only;
    }

    /** Percentages as LMT prints them. */
    private static ServerSample comparable(ServerSample sample) {
        ServerSample rounded = ServerSample.newBuilder(sample).build();
        if (sample.getCpuPercent() != null) {
            rounded.setCpuPercent(Double.valueOf(six(sample.getCpuPercent())));
            rounded.setMemoryPercent(Double.valueOf(six(sample.getMemoryPercent())));
        }
        if (sample.getMetadataOperations() != null) {
            rounded.setMetadataOperations(new TreeMap<>(sample.getMetadataOperations()));
        }
        return rounded;
    }

    private static LustreRecordCapture poll(Path tree) throws InterruptedException {
        LustreRecordCapture records = new LustreRecordCapture();
        LustreOptions options =
                new LustreOptions(tree, null, List.of(), "HOST", Duration.ofSeconds(5), Duration.ofSeconds(10));
        try (SourceCollector collector = new LustreCollectorType()
                .create(options, LustreRecordCapture.context(Clock.systemUTC(), new ArrayList<>()))) {
            assertThat(collector.poll(records)).as("a further poll").isFalse();
        }
        for (ServerSample sample : records.samples()) {
            assertThat(sample.getPublishedAt()).isEqualTo(sample.getTime());
        }
        return records;
    }

    private static String ostString(LustreRecordCapture records) {
        StringBuilder string = new StringBuilder(head("2", records, ServerKind.OSS));
        for (ServerSample ost : targets(records, ServerKind.OST)) {
            string.append(String.join(
                            ";",
                            space(ost),
                            number(ost.getReadBytes()),
                            number(ost.getWriteBytes()),
                            number(ost.getReadOperations() + ost.getWriteOperations()),
                            number(ost.getExports()),
                            number(ost.getLocks()),
                            number(ost.getLockGrantRate()),
                            number(ost.getLockCancelRate()),
                            number(ost.getConnects()),
                            number(ost.getReconnects()),
                            ost.getState()))
                    .append(';');
        }
        return string.toString();
    }

    /** The counts are those of the samples; the sums, which samples do not have, come from the statistics texts. */
    private static String mdtString(Path tree, LustreRecordCapture records) {
        StringBuilder string = new StringBuilder(head("3", records, ServerKind.MDS));
        for (ServerSample mdt : targets(records, ServerKind.MDT)) {
            string.append(space(mdt)).append(';').append(mdt.getState());
            ServerText statistics = mdtStatistics(tree, mdt.getServer());
            for (String operation : MetadataOperations.OF_LMT) {
                string.append(';').append(number(mdt.getMetadataOperations().get(operation)));
                sums(string, statistics, operation);
            }
            string.append(';').append(number(mdt.getReadOperations()));
            sums(string, statistics, "read_bytes");
            string.append(';').append(number(mdt.getWriteOperations()));
            sums(string, statistics, "write_bytes");
            string.append(';');
        }
        return string.substring(0, string.length() - 1);
    }

    /** In the order of a string, which is that of their names; polls come in the order of time. */
    private static List<ServerSample> targets(LustreRecordCapture records, ServerKind kind) {
        return records.samples().stream()
                .filter(sample -> sample.getKind() == kind)
                .sorted(Comparator.comparing(ServerSample::getServer))
                .toList();
    }

    private static void sums(StringBuilder string, ServerText text, String operation) {
        OperationStatistics statistics = OperationStatistics.parse(text, FoundProblems.NONE);
        Stream.of(operation, "mds_" + operation)
                .filter(statistics.names()::contains)
                .findFirst()
                .ifPresentOrElse(
                        name -> string.append(';')
                                .append(statistics.sum(name))
                                .append(';')
                                .append(sumOfSquares(text, name)),
                        () -> string.append(";0;0"));
    }

    /** Read here, because no sample has it. */
    private static String sumOfSquares(ServerText text, String name) {
        return text.lines().stream()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(words -> words[0].equals(name) && words.length == 8)
                .map(words -> words[7])
                .findFirst()
                .orElse("0");
    }

    private static ServerText mdtStatistics(Path tree, String server) {
        TreeTexts texts = new TreeTexts(tree, FoundProblems.NONE);
        return texts.text("lustre/mdt/" + server + "/md_stats")
                .or(() -> texts.text("lustre/mds/" + server + "/stats"))
                .orElseThrow();
    }

    private static String routerString(Path tree, LustreRecordCapture records) {
        TreeTexts texts = new TreeTexts(tree, FoundProblems.NONE);
        if (!LnetStatistics.isRouter(texts.text("lnet/routes").orElseThrow())) {
            return null;
        }
        String[] network =
                texts.text("lnet/stats").orElseThrow().content().strip().split("\\s+", -1);
        assertThat(records.sample("HOST", ServerKind.OSS).getNetworkBytes())
                .isEqualTo(Long.parseLong(network[7]) + Long.parseLong(network[8]));
        return head("1.0", records, ServerKind.OSS) + network[9];
    }

    private static String sysstatString(LustreRecordCapture records) {
        ServerSample host = records.sample("HOST", ServerKind.OSS);
        return String.format(
                Locale.ROOT, "cpu_util: %.2f%% mem_util: %.2f%%", host.getCpuPercent(), host.getMemoryPercent());
    }

    private static String head(String version, LustreRecordCapture records, ServerKind kind) {
        ServerSample host = records.sample("HOST", kind);
        return version + ";HOST;" + six(host.getCpuPercent()) + ";" + six(host.getMemoryPercent()) + ";";
    }

    private static String space(ServerSample target) {
        assertThat(target.getUsedKibibytes()).isEqualTo(target.getTotalKibibytes() - target.getFreeKibibytes());
        assertThat(target.getUsedInodes()).isEqualTo(target.getTotalInodes() - target.getFreeInodes());
        return String.join(
                ";",
                target.getServer(),
                number(target.getFreeInodes()),
                number(target.getTotalInodes()),
                number(target.getFreeKibibytes()),
                number(target.getTotalKibibytes()));
    }

    private static String six(double percent) {
        return String.format(Locale.ROOT, "%.6f", percent);
    }

    /** LMT prints 0 for what it does not know; which values that concerns, the second test says. */
    private static String number(Long value) {
        return value == null ? "0" : value.toString();
    }
}
