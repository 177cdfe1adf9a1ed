package io.barograph.cli.collect;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.TerminalDetection;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.runner.CollectorTypes;
import io.barograph.runtime.runner.ConfiguredCollector;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Reads sources and publishes what they say. Each kind of source is a subcommand, with the options of its record. */
@Command(
        name = "collect",
        description = {
            "Reads one source, or all sources of a configuration, and publishes to Kafka what they say, until they end"
                    + " or Ctrl-C. While the broker is away, records wait on disk.",
            "",
            "docs/collectors/README.md explains spool, health and each source."
        },
        footer = {
            "  ./barograph collect --list",
            "  ./barograph collect --config barograph.yaml",
            "  ./barograph collect lmt --config barograph.yaml --dry-run"
        },
        modelTransformer = CollectCommand.Sources.class)
public final class CollectCommand extends BarographCommand {
    @Option(names = "--list", description = "List all kinds of sources.")
    private boolean list;

    @Mixin
    private CollectOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        if (list) {
            for (CollectorType<?> type : CollectorTypes.ALL) {
                out.printf("%-18s %s%n", type.name(), type.summary());
            }
            return 0;
        }
        if (options.config().isEmpty()) {
            throw wrongUsage("which source? Name one (--list shows them), or give --config FILE");
        }
        return run(CollectPlan.of(options), options, commandLine());
    }

    private static int run(CollectPlan plan, CollectOptions options, CommandLine command) throws InterruptedException {
        PrintWriter err = command.getErr();
        if (plan.collectors().isEmpty()) {
            throw new ParameterException(
                    command, options.config().orElseThrow() + " has no entry under collectors; add one");
        }
        if (options.isDryRun()) {
            for (ConfiguredCollector<?> collector : plan.collectors()) {
                new DryRun(plan.site(), command.getOut(), err).run(collector);
            }
            return 0;
        }
        if (plan.kafka().isEmpty()) {
            throw new ParameterException(
                    command,
                    "where to publish? Give --bootstrap-servers HOST:PORT, or --config FILE with a section kafka; with"
                            + " --dry-run no broker is needed");
        }
        return new CollectSession(plan, err, TerminalDetection.isError()).run();
    }

    /** Adds a subcommand for each kind of source. */
    static final class Sources implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec collect) {
            for (CollectorType<?> type : CollectorTypes.ALL) {
                if (!collect.subcommands().containsKey(type.name())) {
                    collect.addSubcommand(type.name(), new Source<>(type).spec());
                }
            }
            return collect;
        }
    }

    private static final class Source<O extends Record> implements Callable<Integer> {
        private final CollectorType<O> type;
        private final FlagSettings flags;
        private final CollectOptions common = new CollectOptions();
        private final CommandSpec spec;

        Source(CollectorType<O> type) {
            this.type = type;
            this.flags = new FlagSettings(type.options());
            this.spec = CommandSpec.wrapWithoutInspection(this);
        }

        CommandSpec spec() {
            spec.name(type.name());
            spec.usageMessage()
                    .description(type.summary())
                    .footer(type.examples().stream()
                            .map(example -> "  ./barograph collect " + example)
                            .toArray(String[]::new));
            spec.addMixin("collect", CommandSpec.forAnnotatedObject(common));
            flags.addTo(spec);
            return spec;
        }

        @Override
        public Integer call() throws InterruptedException {
            CollectPlan plan =
                    CollectPlan.of(type, flags.given(spec.commandLine().getParseResult()), common);
            return run(plan, common, spec.commandLine());
        }
    }
}
