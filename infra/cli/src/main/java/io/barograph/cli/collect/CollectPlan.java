package io.barograph.cli.collect;

import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.CollectingSettings;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.KafkaSettings;
import io.barograph.configuration.SettingsBinder;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.runtime.runner.ConfiguredCollector;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.stack.HomeFolder;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be collected, where from and where to.
 *
 * @param kafka the broker; empty if none was given
 */
public record CollectPlan(
        CollectorRuntime.Site site, Optional<KafkaSettings> kafka, List<ConfiguredCollector<?>> collectors) {
    /**
     * @return all its collectors
     * @throws ConfigurationException if an entry is wrong
     */
    public static CollectPlan of(BarographConfiguration configuration) {
        return new CollectPlan(
                site(configuration.catalogue(), configuration.collecting()),
                configuration.broker(),
                ConfiguredCollector.of(configuration.collectors()));
    }

    static CollectPlan of(CollectOptions options) {
        BarographConfiguration configuration =
                BarographConfiguration.read(options.config().orElseThrow());
        return of(configuration).to(options);
    }

    /** One source: the entry of the configuration for its type, if there is one, with what the flags say instead. */
    static <O extends Record> CollectPlan of(CollectorType<O> type, Mapping flags, CollectOptions options) {
        if (options.config().isEmpty()) {
            Mapping none = new Mapping(
                    flags.place(), "", Map.of(), HomeFolder.ofLauncher().path());
            CollectorRuntime.Site site =
                    site(new FileSystemCatalogue(List.of()), SettingsBinder.bind(CollectingSettings.class, none));
            return new CollectPlan(site, Optional.empty(), List.of(ConfiguredCollector.of(type.name(), type, flags)))
                    .to(options);
        }
        BarographConfiguration configuration =
                BarographConfiguration.read(options.config().get());
        Optional<Mapping> entry = entry(configuration, type);
        String name =
                entry.flatMap(found -> ConfiguredCollector.text(found, "name")).orElse(type.name());
        Mapping written = entry.map(found -> found.overriddenBy(flags)).orElse(flags);
        return new CollectPlan(
                        site(configuration.catalogue(), configuration.collecting()),
                        configuration.broker(),
                        List.of(ConfiguredCollector.of(name, type, written)))
                .to(options);
    }

    private static Optional<Mapping> entry(BarographConfiguration configuration, CollectorType<?> type) {
        List<Mapping> entries = configuration.collectors().stream()
                .filter(entry -> ConfiguredCollector.text(entry, "type")
                        .filter(type.name()::equals)
                        .isPresent())
                .toList();
        if (entries.size() > 1) {
            throw entries.get(1)
                    .refused("the second collector of type " + type.name() + "; a single source can be taken from a"
                            + " configuration only if there is one of its type");
        }
        return entries.stream().findFirst();
    }

    private CollectPlan to(CollectOptions options) {
        Optional<KafkaSettings> broker = options.bootstrapServers()
                .map(servers -> new KafkaSettings(
                        servers,
                        kafka.map(KafkaSettings::topicPrefix).orElse(""),
                        kafka.map(KafkaSettings::propertiesFile).orElse(null)))
                .or(() -> kafka);
        return new CollectPlan(site, broker, collectors);
    }

    private static CollectorRuntime.Site site(FileSystemCatalogue catalogue, CollectingSettings collecting) {
        return new CollectorRuntime.Site(host(), catalogue, collecting, Clock.systemUTC());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new ConfigurationException(
                    "this host does not know its own name (" + e.getMessage() + "); enter it in /etc/hosts", e);
        }
    }
}
