package io.barograph.sources.lustre;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Statistics of a Lustre server: its OSTs and MDTs, its processors, memory and LNET.
 *
 * <pre>./barograph collect lustre --root DIR --dry-run</pre>
 */
public final class LustreCollectorType implements CollectorType<LustreOptions> {
    @Override
    public String name() {
        return "lustre";
    }

    @Override
    public String summary() {
        return "statistics of the OSTs and MDTs of a Lustre server, from /proc and /sys or lctl get_param";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "lustre",
                "lustre --root copy-of-oss01 --host oss01 --dry-run",
                "lustre --lctl-file oss01.txt --host oss01 --dry-run");
    }

    @Override
    public Class<LustreOptions> options() {
        return LustreOptions.class;
    }

    @Override
    public Duration interval(LustreOptions options) {
        return options.interval();
    }

    @Override
    public SourceCollector create(LustreOptions options, CollectorContext context) {
        return new LustreCollector(source(options), host(options, context), options.interval(), context);
    }

    private static ServerTextSource source(LustreOptions options) {
        if (!options.command().isEmpty()) {
            return new ParameterCommand(new SourceCommand(options.command(), options.timeLimit()));
        }
        if (options.lctlFile() != null) {
            return new ParameterFile(options.lctlFile());
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
}
