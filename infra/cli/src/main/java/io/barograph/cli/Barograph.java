package io.barograph.cli;

import io.barograph.cli.alert.AlertCommand;
import io.barograph.cli.archive.ArchiveCommand;
import io.barograph.cli.collect.CollectCommand;
import io.barograph.cli.command.CommandFrame;
import io.barograph.cli.command.CommandList;
import io.barograph.cli.command.TestCommand;
import io.barograph.cli.doctor.DoctorCommand;
import io.barograph.cli.init.InitCommand;
import io.barograph.cli.note.NoteCommand;
import io.barograph.cli.replay.ReplayCommand;
import io.barograph.cli.reports.ReportCommand;
import io.barograph.cli.reports.UmamiCommand;
import io.barograph.cli.reports.WhyCommand;
import io.barograph.cli.run.RunCommand;
import io.barograph.cli.serve.ServeCommand;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program behind the launcher {@code ./barograph}. A new command is a class and a line in a {@link CommandList}. */
@Command(
        name = "barograph",
        description = "A live weather service for the parallel file systems of supercomputers.",
        footer = {"  ./barograph demo --duration 2m", "  ./barograph replay --help", "  ./barograph test"},
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Barograph.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands (COMMAND --help says more):%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        exitCodeOnSuccess = CommandFrame.DONE,
        exitCodeOnExecutionException = CommandFrame.FAILED,
        exitCodeOnInvalidInput = CommandFrame.WRONG_USAGE,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed", "2:wrong usage"},
        usageHelpAutoWidth = true)
public final class Barograph implements Runnable {
    private static final List<Class<?>> SITE_COMMANDS = List.of(
            AlertCommand.class,
            ArchiveCommand.class,
            CollectCommand.class,
            DoctorCommand.class,
            InitCommand.class,
            NoteCommand.class,
            ReplayCommand.class,
            ReportCommand.class,
            RunCommand.class,
            ServeCommand.class,
            TestCommand.class,
            UmamiCommand.class,
            WhyCommand.class);

    static {
        // Avro trusts the records once the codec is loaded, and any command may make some.
        AvroCodec.of(DeadLetter.class);
    }

    @Spec
    private CommandSpec spec;

    public static CommandLine commandLine() {
        List<Class<?>> commands = new ArrayList<>(SITE_COMMANDS);
        ServiceLoader.load(CommandList.class).forEach(list -> commands.addAll(list.commands()));
        commands.sort(Comparator.comparing(
                command -> command.getAnnotation(Command.class).name()));
        return CommandFrame.of(new Barograph(), commands);
    }

    /** Runs one command and ends the program with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which command? One of: " + String.join(", ", spec.subcommands().keySet()));
    }

    /** The version that Maven built. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            Properties build = new Properties();
            try (InputStream in = Barograph.class.getResourceAsStream("build.properties")) {
                build.load(in);
            }
            return new String[] {
                "Barograph " + build.getProperty("version") + ", Java " + System.getProperty("java.version")
            };
        }
    }
}
