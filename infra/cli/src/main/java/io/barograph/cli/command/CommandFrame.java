package io.barograph.cli.command;

import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.FolderLocation;
import io.barograph.configuration.ScalarTypes;
import io.barograph.runtime.FileFailure;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.NearestName;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.HomeFolder;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * How every command meets its user: wrong usage exits 2 and names the nearest option or command, a failure exits 1 with
 * its remedy and without a stack trace, and help ends with examples.
 *
 * <p>A command states its examples as {@code footer} of its {@code @Command}; the heading above them is inherited.
 */
public final class CommandFrame {
    /** Exit code of a command that did what it was asked to. */
    public static final int DONE = 0;

    public static final int FAILED = 1;

    /** Exit code of a command that was asked wrongly. */
    public static final int WRONG_USAGE = 2;

    private static final Logger LOG = LoggerFactory.getLogger(CommandFrame.class);

    private CommandFrame() {}

    public static CommandLine of(Object program, List<Class<?>> commands) {
        CommandLine line = new CommandLine(program);
        for (Class<?> command : commands) {
            line.addSubcommand(new CommandLine(command)); // as a class it loses its modelTransformer
        }
        return line.setParameterExceptionHandler(CommandFrame::explainWrongUsage)
                .setExecutionExceptionHandler(CommandFrame::explainFailure)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(FolderLocation.class, text -> value(FolderLocation.class, text))
                .registerConverter(Duration.class, text -> value(Duration.class, text))
                .registerConverter(Instant.class, text -> value(Instant.class, text))
                .registerConverter(ZoneId.class, text -> value(ZoneId.class, text));
    }

    /** Written as in the configuration file. */
    private static <T> T value(Class<T> type, String text) {
        try {
            return type.cast(ScalarTypes.read(type, text));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("\"" + text + "\" is wrong; expected: " + ScalarTypes.expected(type));
        }
    }

    private static int explainWrongUsage(ParameterException exception, String[] arguments) {
        CommandLine command = exception.getCommandLine();
        PrintWriter err = command.getErr();
        String program = command.getCommandSpec().root().name();
        err.println(program + ": " + exception.getMessage());
        if (exception instanceof UnmatchedArgumentException unmatched) {
            nearest(unmatched.getUnmatched().get(0), command.getCommandSpec())
                    .ifPresent(name -> err.println("Did you mean " + name + "?"));
        }
        err.println("./" + command.getCommandSpec().qualifiedName() + " --help explains the usage.");
        return WRONG_USAGE;
    }

    /** The option or subcommand that may have been meant. */
    private static Optional<String> nearest(String typed, CommandSpec command) {
        List<String> known = new ArrayList<>();
        if (typed.startsWith("-")) {
            known.addAll(command.optionsMap().keySet());
        } else {
            known.addAll(command.subcommands().keySet());
        }
        String name = typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
        return NearestName.similar(name, known);
    }

    private static int explainFailure(Exception exception, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        String program = command.getCommandSpec().root().name();
        LOG.error("{} failed", command.getCommandSpec().qualifiedName(), exception);
        if (isEnding()) {
            return FAILED; // Ctrl-C or SIGTERM: what is stopped here fails, and that is no news to who asked for it
        }
        if (exception instanceof CommandFailedException failure) {
            err.println(program + ": " + failure.getMessage());
            err.println(failure.remedy());
        } else if (exception instanceof UnreadableSourceException) {
            err.println(program + ": " + exception.getMessage());
        } else if (exception instanceof ConfigurationException) {
            err.println(program + ": " + exception.getMessage());
            err.println("docs/configuration.md lists all keys.");
            return WRONG_USAGE;
        } else if (exception instanceof FileSystemException failure) {
            err.println(program + ": " + FileFailure.describe(failure));
        } else {
            Path log = HomeFolder.ofLauncher().log("barograph.log");
            err.println(program + ": unexpected failure: "
                    + exception.toString().lines().findFirst().orElseThrow() + " (details: " + log + ")");
        }
        return FAILED;
    }

    private static boolean isEnding() {
        Thread unused = new Thread(() -> {}, "unused");
        try {
            Runtime.getRuntime().addShutdownHook(unused);
            Runtime.getRuntime().removeShutdownHook(unused);
            return false;
        } catch (IllegalStateException e) { // the only way to know
            return true;
        }
    }
}
