package io.barograph.cli.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import io.barograph.configuration.CollectingSettings;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.Setting;
import io.barograph.configuration.SettingsBinder;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.runtime.runner.CollectorTypes;
import io.barograph.runtime.runner.ConfiguredCollector;
import io.barograph.schemas.FileSystemCatalogue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class CollectCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        return Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    static Stream<CollectorType<?>> types() {
        return CollectorTypes.ALL.stream();
    }

    @Test
    void shouldListAllTypes() {
        assertThat(execute("collect", "--list")).isZero();
        assertThat(out.toString().lines())
                .hasSize(CollectorTypes.ALL.size())
                .anyMatch(line -> line.matches("lmt +what LMT adds .*"));
    }

    @Test
    void shouldHaveTypesInOrderWithNamesOfTheirOwn() {
        assertThat(CollectorTypes.ALL)
                .extracting(CollectorType::name)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldHaveExamplesThatTheCommandLineTakes(CollectorType<?> type) {
        assertThat(type.examples()).isNotEmpty();
        for (String example : type.examples()) {
            assertThat(example + " ").startsWith(type.name() + " ");
            Barograph.commandLine().parseArgs(words("collect " + example));
        }
    }

    /** Words of a shell's command line, without its other habits. */
    private static String[] words(String line) {
        return java.util.regex.Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)")
                .matcher(line)
                .results()
                .map(word ->
                        word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3))
                .toArray(String[]::new);
    }

    @Test
    void shouldSayWhereToPublishIfNoBrokerIsGiven() {
        assertThat(execute("collect", "lmt", "--host", "db", "--database", "d", "--password-variable", "P"))
                .isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("where to publish? Give --bootstrap-servers HOST:PORT, or --config FILE");
    }

    @Test
    void shouldAskForASource() {
        assertThat(execute("collect")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("which source? Name one (--list shows them), or give --config FILE");
    }

    @Test
    void shouldNameTheFlagThatIsMissingOrWrong() {
        assertThat(execute("collect", "lmt", "--dry-run")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("command line: the key \"host\" is missing");
        assertThat(execute("collect", "lmt", "--host", "a", "--port", "x")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("command line: --port: \"x\" is wrong; expected: whole number");
    }

    @Test
    void shouldNamePlaceAndNearestKeyOfAWrongConfiguration() throws Exception {
        Path file = Files.writeString(folder.resolve("b.yaml"), "collectors:\n- type: lnt\n");
        assertThat(execute("collect", "--config", file.toString())).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString())
                .contains(file + ":2: collectors[0].type: \"lnt\" is no kind of source; did you mean \"lmt\"?")
                .contains("docs/configuration.md");
    }

    @Test
    void shouldLetFlagsOverrideTheEntryOfTheConfiguration() throws Exception {
        Path file = Files.writeString(
                folder.resolve("b.yaml"),
                "kafka: {bootstrapServers: 'k:1'}\ncollectors:\n- {type: lmt, name: one, host: a, database: d,"
                        + " passwordVariable: P}\n");
        CollectOptions options = new CollectOptions();
        new CommandLine(options).parseArgs("--config", file.toString());
        CommandSpec spec = CommandSpec.create();
        FlagSettings flags =
                new FlagSettings(CollectorTypes.named("lmt").orElseThrow().options());
        flags.addTo(spec);
        CollectPlan plan = CollectPlan.of(
                CollectorTypes.named("lmt").orElseThrow(),
                flags.given(new CommandLine(spec).parseArgs("--host", "b", "--sampling-interval", "10s")),
                options);
        assertThat(plan.collectors()).singleElement().satisfies(collector -> {
            assertThat(collector.name()).isEqualTo("one");
            assertThat(collector.interval()).hasSeconds(10);
            assertThat(collector.options().toString()).contains("host=b").contains("database=d");
        });
        assertThat(plan.kafka().orElseThrow().bootstrapServers()).isEqualTo("k:1");
    }

    /** What flags can be. */
    record Flags(
            @Setting("Flag.") boolean keepFiles,
            @Setting("Files.") List<Path> dir,
            @Setting("Words.") List<String> command,
            @Setting("Numbers.") Map<String, Integer> label,
            @Setting("Part.") List<OptionGroup> part,
            @Setting("Text with 100 % and ${x}.") String text) {}

    record OptionGroup(@Setting("Name.") String name) {}

    @Test
    void shouldBindFlagsAsTheFile() {
        FlagSettings flags = new FlagSettings(Flags.class);
        CommandSpec spec = CommandSpec.create();
        flags.addTo(spec);
        CommandLine command = new CommandLine(spec);
        Flags bound = SettingsBinder.bind(
                Flags.class,
                flags.given(command.parseArgs(
                        "--keep-files",
                        "--dir",
                        "/a",
                        "--dir",
                        "/b,c",
                        "--command",
                        "[ssh, oss01, \"a b\"]",
                        "--label",
                        "x=1",
                        "--label",
                        "y=2",
                        "--part",
                        "{name: n}",
                        "--text",
                        "${HOME}")));
        assertThat(bound)
                .isEqualTo(new Flags(
                        true,
                        List.of(Path.of("/a"), Path.of("/b,c")),
                        List.of("ssh", "oss01", "a b"),
                        Map.of("x", 1, "y", 2),
                        List.of(new OptionGroup("n")),
                        "${HOME}"));
        assertThat(command.getUsageMessage()).contains("Text with 100 % and ${x}.");
        assertThatThrownBy(() -> flags.given(command.parseArgs("--label", "x")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("--label: \"x\" is wrong; expected: KEY=VALUE");
    }

    private void dryRun(NumberedType.Options options) throws InterruptedException {
        CollectingSettings settings =
                new CollectingSettings(folder, 1 << 20, Duration.ofSeconds(30), Duration.ofSeconds(30));
        CollectorRuntime.Site site =
                new CollectorRuntime.Site("host1", new FileSystemCatalogue(List.of()), settings, Clock.systemUTC());
        new DryRun(site, new PrintWriter(out), new PrintWriter(err))
                .run(new ConfiguredCollector<>("a", new NumberedType(), options, "test"));
    }

    @Test
    void shouldPrintOnePollAsJsonAndLeaveThePositionWhereItIs() throws Exception {
        Path position = folder.resolve("a/numbers.position");
        new PositionStore(position).write("40");
        dryRun(new NumberedType.Options("scratch", 3, 1000, Duration.ofSeconds(1), 0));

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(3);
        for (int i = 0; i < 3; i++) {
            JsonNode line = new JsonMapper().readTree(lines.get(i));
            assertThat(line.path("topic").asText()).isEqualTo("site-events");
            assertThat(line.path("key").asText()).isEqualTo("scratch");
            assertThat(line.path("text").asText()).isEqualTo(String.valueOf(40 + i));
        }
        assertThat(new PositionStore(position).read()).contains("40");
        assertThat(err.toString()).contains("a: would publish 3 records, 0 of them dead letters");
        try (Stream<Path> files = Files.list(folder.resolve("a"))) {
            assertThat(files).containsExactly(position);
        }
    }

    @Test
    void shouldFailADryRunOfASourceThatCannotBeRead() {
        int exitCode = execute(
                "collect",
                "lmt",
                "--host",
                "127.0.0.1",
                "--port",
                "1",
                "--database",
                "d",
                "--password-variable",
                "PATH",
                "--dry-run");
        assertThat(exitCode).isEqualTo(CommandFrame.FAILED);
        assertThat(err.toString())
                .contains("127.0.0.1:1/d")
                .contains("check host, port")
                .doesNotContain(UnreadableSourceException.class.getSimpleName());
        assertThat(out.toString()).isEmpty();
    }
}
