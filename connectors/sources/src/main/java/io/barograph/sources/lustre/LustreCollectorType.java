package io.barograph.sources.lustre;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.RegularFileCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Statistics of a Lustre server: its OSTs and MDTs, its processors, memory and LNET.
 *
 * <pre>./barograph collect lustre --root DIR --dry-run</pre>
 */
public final class LustreCollectorType extends CollectorType<LustreOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public LustreCollectorType() {
        super(
                "lustre",
                "statistics of the OSTs and MDTs of a Lustre server, from /proc and /sys or lctl get_param",
                LustreOptions.class,
                LustreOptions::interval,
                (options, context) ->
                        new LustreCollector(source(options), host(options, context), options.interval(), context),
                "lustre",
                "lustre --root copy-of-oss01 --host oss01 --dry-run",
                "lustre --lctl-file oss01.txt --host oss01 --dry-run");
    }

    private static ServerTextSource source(LustreOptions options) {
        if (!options.command().isEmpty()) {
            return new ParameterCommand(new SourceCommand(options.command(), options.timeLimit()));
        }
        if (options.lctlFile() != null) {
            return new ParameterFile(options.lctlFile(), ParameterFile.MAX_BYTES);
        }
        return new TreeSource(root(options));
    }

    private static String host(LustreOptions options, CollectorContext context) {
        if (options.host() != null) {
            return options.host();
        }
        Path recording = options.lctlFile() == null ? root(options) : options.lctlFile();
        Path name = recording.toAbsolutePath().normalize().getFileName();
        return name == null ? context.host() : name.toString();
    }

    private static Path root(LustreOptions options) {
        return options.root() == null ? Path.of("/") : options.root();
    }

    /**
     * A command that prints what {@code lctl get_param} prints, for instance on another host. {@code lctl} ends with an error
     * when one of the names asked for is not there, as {@code mdt.*.md_stats} on a server without MDT, and prints the others
     * all the same; that is no failure. With any other error the output is not used, because it may be cut short.
     */
    record ParameterCommand(SourceCommand command) implements ServerTextSource {
        private static final Pattern NOT_THERE =
                Pattern.compile("error: get_param: .*: (No such file or directory|Found no match)");

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
                String errors = outcome.errors().isBlank()
                        ? ""
                        : " (" + outcome.errors().strip() + ")";
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

    /** What {@code lctl get_param} printed, saved in a file. */
    record ParameterFile(Path file, int mostBytes) implements ServerTextSource {
        private static final int MAX_BYTES = 64 * 1024 * 1024;

        @Override
        public String name() {
            return file.toString();
        }

        @Override
        public Reading read(ParseProblemHandler problems) {
            try (InputStream input = RegularFileCheck.open(file)) {
                byte[] bytes = input.readNBytes(mostBytes + 1);
                if (bytes.length > mostBytes) {
                    throw new UnreadableSourceException(
                            name(),
                            "larger than " + mostBytes + " bytes",
                            "save the parameters of one server at one moment in one file");
                }
                ParameterTexts texts =
                        ParameterTexts.parse(name(), new String(bytes, StandardCharsets.UTF_8), problems);
                return new Reading(texts, Files.getLastModifiedTime(file).toInstant());
            } catch (IOException e) {
                throw new UnreadableSourceException(
                        name(), "cannot be read: " + e, "give \"lctlFile\" a file that lctl get_param wrote", e);
            }
        }
    }

    /**
     * The server that it runs on, or a copy of its {@code /proc} and {@code /sys}. It is a server when {@code proc} is the
     * kernel's.
     *
     * @param root folder that has {@code sys} and {@code proc}; {@code /} on a server
     */
    record TreeSource(Path root) implements ServerTextSource {
        @Override
        public String name() {
            return root.toString();
        }

        @Override
        public Reading read(ParseProblemHandler problems) {
            Path proc = root.resolve("proc");
            try {
                if (!Files.isDirectory(proc) && !Files.isDirectory(root.resolve("sys"))) {
                    throw new UnreadableSourceException(
                            name(),
                            "has neither proc nor sys in it",
                            "give \"root\" the folder above them, / on a Lustre server");
                }
                boolean kernel = Files.isDirectory(proc)
                        && Files.getFileStore(proc).type().equals("proc");
                Instant copied = kernel ? null : Files.getLastModifiedTime(root).toInstant();
                return new Reading(new TreeTexts(root, problems), copied);
            } catch (IOException e) {
                throw new UnreadableSourceException(
                        name(), "cannot be read: " + e.getMessage(), "see whether the collector's user may read it", e);
            }
        }
    }
}
