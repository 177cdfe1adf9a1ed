package io.barograph.configuration;

import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.ConfigurationNode.Scalar;
import io.barograph.configuration.ConfigurationNode.Sequence;
import io.barograph.schemas.EventType;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.NearestName;
import io.barograph.schemas.OperationLabel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration of an installation.
 *
 * <pre>{@code
 * BarographConfiguration configuration = BarographConfiguration.read(Path.of("barograph.yaml"));
 * FileSystemCatalogue catalogue = configuration.catalogue();
 * }</pre>
 *
 * @param kafka the broker; null if none is given
 * @param influxDb where results go; null if it is not given
 * @param archive where the input topics are kept; null if they are not
 * @param alerting which channel receives which alerts; null without alerts
 * @param livePage the live page; null if it is not given
 */
public record BarographConfiguration(
        @Setting(
                        "The site's file systems, with the names that sources give them. Where there are any, only they are analysed.")
                List<FileSystemSettings> fileSystems,
        @Setting(
                        value = "Whether ./barograph run starts a broker and an InfluxDB of its own on this machine, in"
                                + " place of kafka and influxDb.",
                        defaultValue = "false")
                boolean localStack,
        @Setting("The broker.") KafkaSettings kafka,
        @Setting("Where results go.") InfluxDbSettings influxDb,
        @Setting("Where the input topics are kept for replays; without it they are not.") ArchiveSettings archive,
        @Setting(value = "History and decisions.", defaultValue = "{}") AnalysisSettings analysis,
        @Setting("Which channel receives which alerts; without it there are none.") AlertingSettings alerting,
        @Setting("The live page: ./barograph serve, and ./barograph run where this section is given.")
                LivePageSettings livePage,
        @Setting(value = "What all collectors share.", defaultValue = "{}") CollectingSettings collecting,
        @Setting("The sources to read: type, name (the type's without it) and the options of the type.")
                List<Mapping> collectors) {
    /** Checks that no two file systems share a name and that the local stack stands alone. */
    public BarographConfiguration {
        new FileSystemCatalogue(
                fileSystems.stream().map(FileSystemSettings::fileSystem).toList());
        if (localStack && (kafka != null || influxDb != null)) {
            throw new IllegalArgumentException(
                    "localStack stands in place of kafka and influxDb; leave one or the other");
        }
    }

    /**
     * @throws ConfigurationException if something in it is wrong; the message names file, line and key
     */
    public static BarographConfiguration read(Path file) {
        return read(file, Map.of());
    }

    /**
     * @param changes values that stand in place of those of the file, by key, for instance {@code
     *     analysis.contention.harmfulSlowdown}
     * @return its content with these changes
     * @throws ConfigurationException if something in it or in the changes is wrong
     */
    public static BarographConfiguration read(Path file, Map<String, String> changes) {
        Mapping written = ConfigurationYaml.read(file);
        for (Map.Entry<String, String> change : changes.entrySet()) {
            written = written.with(List.of(change.getKey().split("\\.", -1)), change.getValue());
        }
        BarographConfiguration configuration = SettingsBinder.bind(BarographConfiguration.class, written);
        AlertingNames.check(written, configuration);
        return configuration;
    }

    /** @return the file systems by name and alias */
    public FileSystemCatalogue catalogue() {
        return new FileSystemCatalogue(
                fileSystems.stream().map(FileSystemSettings::fileSystem).toList());
    }

    public Optional<KafkaSettings> broker() {
        return Optional.ofNullable(kafka);
    }

    public Optional<InfluxDbSettings> results() {
        return Optional.ofNullable(influxDb);
    }

    public Optional<AlertingSettings> alerts() {
        return Optional.ofNullable(alerting);
    }

    public Optional<LivePageSettings> page() {
        return Optional.ofNullable(livePage);
    }

    public Optional<ArchiveSettings> archived() {
        return Optional.ofNullable(archive);
    }

    /** Checks that the section alerting names channels, file systems and types that are there. */
    static final class AlertingNames {
        private static final Set<EventType> OF_NO_ALERT = EnumSet.of(EventType.UNKNOWN, EventType.ALL);

        private static final Set<String> TYPES = Stream.of(
                        names(AlertingSettings.Source.values()),
                        names(EventType.values()),
                        OperationLabel.operations().stream())
                .flatMap(names -> names)
                .filter(name ->
                        OF_NO_ALERT.stream().noneMatch(type -> type.name().equals(name)))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());

        private final List<String> channels;
        private final List<String> fileSystems;

        private AlertingNames(BarographConfiguration configuration, AlertingSettings alerting) {
            channels =
                    alerting.channels().stream().map(ChatChannelSettings::name).toList();
            fileSystems = configuration.fileSystems().stream()
                    .map(FileSystemSettings::name)
                    .toList();
        }

        /** @throws ConfigurationException if a name is not known; the message names the place and the nearest name */
        static void check(Mapping written, BarographConfiguration configuration) {
            configuration.alerts().ifPresent(alerting -> {
                AlertingNames names = new AlertingNames(configuration, alerting);
                Mapping section = (Mapping) written.get("alerting").orElseThrow();
                for (String list : List.of("rules", "routes")) {
                    section.get(list).map(Sequence.class::cast).ifPresent(entries -> entries.values()
                            .forEach(entry -> names.check((Mapping) entry)));
                }
                section.get("heartbeat").map(Mapping.class::cast).ifPresent(names::check);
            });
        }

        private void check(Mapping entry) {
            entry.get("channel")
                    .ifPresent(channel ->
                            require("channel", channel, text(channel), channels, "add it to alerting.channels"));
            items(entry, "fileSystems")
                    .forEach(name -> require("file system", name, text(name), fileSystems, "add it to fileSystems"));
            // upper and lower case, hyphens and underscores are the same
            items(entry, "types")
                    .forEach(type -> require(
                            "type",
                            type,
                            text(type).toLowerCase(Locale.ROOT).replace('-', '_'),
                            TYPES,
                            "docs/alerts.md lists the types"));
        }

        private static Stream<String> names(Enum<?>[] values) {
            return Arrays.stream(values).map(Enum::name);
        }

        private static List<ConfigurationNode> items(Mapping entry, String list) {
            return entry.get(list)
                    .map(Sequence.class::cast)
                    .map(Sequence::values)
                    .orElse(List.of());
        }

        private static String text(ConfigurationNode scalar) {
            return ((Scalar) scalar).text();
        }

        private static void require(
                String what, ConfigurationNode written, String name, Collection<String> known, String remedy) {
            if (known.contains(name)) {
                return;
            }
            throw written.refused("there is no " + what + " \"" + text(written) + "\"; "
                    + NearestName.of(name, known)
                            .map(nearest -> "did you mean \"" + nearest + "\"? If not, ")
                            .orElse("")
                    + remedy);
        }
    }
}
