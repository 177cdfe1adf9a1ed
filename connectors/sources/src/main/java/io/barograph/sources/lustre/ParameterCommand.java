package io.barograph.sources.lustre;

import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import java.util.regex.Pattern;

/**
 * A command that prints what {@code lctl get_param} prints, for instance on another host. {@code lctl} ends with an error
 * when one of the names asked for is not there, as {@code mdt.*.md_stats} on a server without MDT, and prints the others
 * all the same; that is no failure. With any other error the output is not used, because it may be cut short.
 */
final class ParameterCommand implements ServerTextSource {
    private static final Pattern NOT_THERE =
            Pattern.compile("error: get_param: .*: (No such file or directory|Found no match)");

    private final SourceCommand command;

    /** @param command the command */
    ParameterCommand(SourceCommand command) {
        this.command = command;
    }

    @Override
    public String name() {
        return command.name();
    }

    @Override
    public Reading read(ParseProblemHandler problems) throws InterruptedException {
        TimedCommand.Outcome outcome = command.run();
        if (outcome.exitCode() != 0 && !isOnlyMissingNames(outcome.errors())) {
            throw command.failed(outcome, "run it by hand as the collector's user; it must not ask for a password");
        }
        ParameterTexts texts = ParameterTexts.parse(name(), outcome.output(), problems);
        if (texts.isEmpty()) {
            String errors =
                    outcome.errors().isBlank() ? "" : " (" + outcome.errors().strip() + ")";
            throw new UnreadableSourceException(
                    name(),
                    "printed no parameter" + errors,
                    "it should run lctl get_param, without -n, on a Lustre server");
        }
        return new Reading(texts, null);
    }

    private static boolean isOnlyMissingNames(String errors) {
        return !errors.isBlank()
                && errors.lines()
                        .filter(line -> !line.isBlank())
                        .allMatch(line -> NOT_THERE.matcher(line.strip()).matches());
    }
}
