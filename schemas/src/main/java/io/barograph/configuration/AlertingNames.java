package io.barograph.configuration;

import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.ConfigurationNode.Scalar;
import io.barograph.configuration.ConfigurationNode.Sequence;
import io.barograph.schemas.NearestName;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Checks that the section alerting names channels and file systems that are there. */
final class AlertingNames {
    private final List<String> channels;
    private final List<String> fileSystems;

    private AlertingNames(BarographConfiguration configuration, AlertingSettings alerting) {
        channels = alerting.channels().stream().map(ChatChannelSettings::name).toList();
        fileSystems = configuration.fileSystems().stream()
                .map(FileSystemSettings::name)
                .toList();
    }

    /**
     * @param written the whole configuration as written
     * @param configuration the same, bound
     * @throws ConfigurationException if a name is not known; the message names the place and the nearest name
     */
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
        require("channel", entry.get("channel"), channels, "add it to alerting.channels");
        entry.get("fileSystems").map(Sequence.class::cast).ifPresent(names -> names.values()
                .forEach(name -> require("file system", Optional.of(name), fileSystems, "add it to fileSystems")));
    }

    private static void require(
            String what, Optional<ConfigurationNode> written, Collection<String> known, String remedy) {
        if (written.isEmpty() || known.contains(((Scalar) written.get()).text())) {
            return;
        }
        String name = ((Scalar) written.get()).text();
        throw written.get()
                .refused("there is no " + what + " \"" + name + "\"; "
                        + NearestName.of(name, known)
                                .map(nearest -> "did you mean \"" + nearest + "\"? If not, ")
                                .orElse("")
                        + remedy);
    }
}
