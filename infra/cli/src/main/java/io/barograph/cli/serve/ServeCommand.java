package io.barograph.cli.serve;

import io.barograph.cli.command.BarographCommand;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.InfluxDbSettings;
import io.barograph.configuration.KafkaSettings;
import io.barograph.configuration.LivePageSettings;
import io.barograph.jobs.publish.PublishConfiguration;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "serve",
        description = {
            "Serves the live page: how the file systems are now, jobs with their reports, events and slowdown, from the"
                    + " configured InfluxDB and the result topics of the configured broker. It only reads.",
            "",
            "The section livePage of the configuration says where it listens, who looks at it and which token protects"
                    + " it; without it the page is for this host, at port 8096. Until Ctrl-C. docs/live-page.md says more."
        },
        footer = {"  ./barograph serve --config barograph.yaml", "  ./barograph demo"})
public final class ServeCommand extends BarographCommand {
    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the site.")
    private Path config;

    @Override
    public Integer call() throws InterruptedException {
        require(config, "which configuration? Give --config FILE");
        BarographConfiguration configuration = BarographConfiguration.read(config);
        KafkaSettings kafka = configuration.broker().orElseThrow(() -> missing(configuration, "kafka"));
        InfluxDbSettings influxDb = configuration.results().orElseThrow(() -> missing(configuration, "influxDb"));
        LivePageServer.Installation installation = new LivePageServer.Installation(
                kafka, PublishConfiguration.influxDb(influxDb), influxDb.retentionLevels(), configuration.catalogue());
        LivePageSettings settings =
                configuration.page().orElseGet(() -> LivePageSettings.forThisHost(LivePageSettings.DEFAULT_PORT));
        CountDownLatch ended = new CountDownLatch(1);
        try (LivePageServer serving = LivePageServer.start(settings, installation, Clock.systemUTC())) {
            say("Live page: " + serving.url() + " (Ctrl-C ends it)");
            Thread hook = new Thread(ended::countDown, "end-serve");
            Runtime.getRuntime().addShutdownHook(hook);
            ended.await();
        }
        return 0;
    }

    private ConfigurationException missing(BarographConfiguration configuration, String section) {
        return new ConfigurationException(config
                + (configuration.localStack()
                        ? ": with localStack: true the page is part of ./barograph run; add the section livePage"
                        : ": the section " + section + " is missing; the page shows what is there"));
    }
}
