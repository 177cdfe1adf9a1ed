package io.barograph.cli.replay;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.InfluxDbOptions;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.stack.HomeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rm",
        description =
                "Removes the files of a replay, and where an InfluxDB is named by --config or --influx-url, its points.",
        footer = {
            "  ./barograph replay rm tuesday --config barograph.yaml",
            "  ./barograph replay rm tuesday --influx-url http://localhost:8086"
        })
public final class ReplayRemoveCommand extends BarographCommand {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Name of the replay.")
    private String name;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the site, with its InfluxDB.")
    private Path config;

    @Mixin
    private InfluxDbOptions influxDb;

    @Override
    public Integer call() throws IOException, InterruptedException {
        require(name, "which replay? Give its NAME");
        ReplayStore store = ReplayStore.in(HomeFolder.ofLauncher());
        store.of(name); // a name that is not known removes no points either
        Optional<InfluxDbConfig> points = points();
        if (points.isPresent()) {
            new InfluxDbAdmin(points.get()).dropSeries("replay", name);
        }
        store.remove(name);
        return 0;
    }

    private Optional<InfluxDbConfig> points() {
        if (config == null) {
            return influxDb.url().map(url -> influxDb.given(ReplayCommand.DATABASE));
        }
        return BarographConfiguration.read(config).results().map(results -> PublishConfiguration.influxDb(results)
                .withDatabase(ReplayCommand.DATABASE));
    }
}
