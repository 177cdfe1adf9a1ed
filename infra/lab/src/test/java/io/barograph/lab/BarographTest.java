package io.barograph.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import io.barograph.stack.CommandFailedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class BarographTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    static Stream<List<String>> commands() {
        List<List<String>> paths = new ArrayList<>();
        collect(Barograph.commandLine(), List.of(), paths);
        return paths.stream();
    }

    private static void collect(CommandLine command, List<String> path, List<List<String>> paths) {
        paths.add(path);
        command.getSubcommands().forEach((name, subcommand) -> {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            collect(subcommand, longer, paths);
        });
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldShowExamplesInTheHelpOfEveryCommand(List<String> path) {
        assertThat(execute(with(path, "--help"))).isEqualTo(CommandFrame.DONE);
        assertThat(out.toString()).contains("Examples:").contains("Exit codes:").contains("2   wrong usage");
        String examples = out.toString().substring(out.toString().indexOf("Examples:"));
        assertThat(examples).contains("./barograph " + String.join(" ", path));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldNameTheNearestOptionOfEveryCommandAndExit2(List<String> path) {
        assertThat(execute(with(path, "--helb"))).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString())
                .contains("Unknown option: '--helb'")
                .contains("Did you mean --help?")
                .contains(String.join(" ", with(List.of("./barograph"), path)) + " --help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNameTheNearestCommandAndExit2() {
        assertThat(execute("tets")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("Unmatched argument").contains("Did you mean test?");
    }

    @Test
    void shouldSuggestNothingThatResemblesNothing() {
        assertThat(execute("--zzz")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("Unknown option: '--zzz'").doesNotContain("Did you mean");
    }

    @Test
    void shouldSayWhatAWrongValueShouldLookLikeAndExit2() {
        assertThat(execute("demo", "--duration", "soon")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("\"soon\" is wrong; expected: time such as 5s");
        assertThat(execute("replay", "--lmt-time-zone", "Nowhere")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("\"Nowhere\" is wrong; expected: time zone such as UTC");
        assertThat(execute("replay", "--from", "yesterday")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("\"yesterday\" is wrong; expected: instant such as 2");
        assertThat(execute("replay", "--config", "x", "--from", "2026-03-01T15:00:00Z"))
                .isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("a window has both ends").contains("2026-03-01T15:00:00Z");
    }

    @Test
    void shouldListTheCommandsWhenNoneIsGivenAndExit2() {
        assertThat(execute()).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("which command? One of: ").contains("test");
    }

    @Test
    void shouldPrintTheVersionThatMavenBuilt() {
        assertThat(execute("--version")).isEqualTo(CommandFrame.DONE);
        assertThat(out.toString()).matches("(?s)Barograph \\d+\\.\\d+\\.\\d+.*, Java \\d+.*");
    }

    @Test
    void shouldPrintAFailureWithItsRemedyAndWithoutStackTraceAndExit1() {
        CommandLine failing =
                CommandFrame.of(new Failing(new CommandFailedException("it broke", "Mend it.")), List.of());
        assertThat(execute(failing)).isEqualTo(CommandFrame.FAILED);
        assertThat(err.toString().lines()).containsExactly("failing: it broke", "Mend it.");
    }

    @Test
    void shouldPrintOneLineAndTheLogForAnUnexpectedExceptionAndExit1() {
        CommandLine failing =
                CommandFrame.of(new Failing(new IllegalStateException("first line\nsecond line")), List.of());
        assertThat(execute(failing)).isEqualTo(CommandFrame.FAILED);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("unexpected failure: java.lang.IllegalStateException: first line")
                .contains("barograph.log")
                .doesNotContain("second line");
    }

    @Test
    void shouldNameTheFileThatCannotBeUsedAndExit1() {
        CommandLine failing = CommandFrame.of(
                new Failing(new FileSystemException("/results/anomalies.jsonl", null, "No space left on device")),
                List.of());
        assertThat(execute(failing)).isEqualTo(CommandFrame.FAILED);
        assertThat(err.toString().lines())
                .containsExactly("failing: /results/anomalies.jsonl: No space left on device");
    }

    private int execute(List<String> arguments) {
        return execute(arguments.toArray(new String[0]));
    }

    private int execute(String... arguments) {
        return execute(Barograph.commandLine(), arguments);
    }

    private int execute(CommandLine commandLine, String... arguments) {
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static List<String> with(List<String> path, String last) {
        return with(path, List.of(last));
    }

    private static List<String> with(List<String> first, List<String> last) {
        return Stream.concat(first.stream(), last.stream()).toList();
    }

    @Command(name = "failing")
    private record Failing(Exception exception) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            throw exception;
        }
    }
}
