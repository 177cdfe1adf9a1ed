package io.barograph.runtime.runner;

import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.ConfigurationNode.Scalar;
import io.barograph.configuration.SettingsBinder;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A collector that somebody asked for: its type and checked options.
 *
 * @param name its name, unique in the process
 * @param place where it was asked for: file and line, or "command line"
 */
public record ConfiguredCollector<O extends Record>(String name, CollectorType<O> type, O options, String place) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** Checks the name, which also names a folder. */
    public ConfiguredCollector {
        if (!NAME.matcher(name).matches()) {
            throw new ConfigurationException("\"" + name + "\" is no name of a collector; use letters, digits, - _ .");
        }
    }

    /**
     * @param collectors entries of the configuration's section {@code collectors}
     * @return the collectors
     * @throws ConfigurationException if a type is unknown, a name stands twice, or an option is wrong
     */
    public static List<ConfiguredCollector<?>> of(List<Mapping> collectors) {
        List<ConfiguredCollector<?>> configured = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Mapping entry : collectors) {
            ConfiguredCollector<?> collector = of(entry);
            if (!names.add(collector.name())) {
                throw entry.refused("there is another collector of the name \"" + collector.name()
                        + "\"; give each its own with \"name:\"");
            }
            configured.add(collector);
        }
        return configured;
    }

    private static ConfiguredCollector<?> of(Mapping entry) {
        String typeName =
                text(entry, "type").orElseThrow(() -> entry.refused("the key \"type\" is missing: kind of source"));
        CollectorType<?> type = CollectorTypes.named(typeName)
                .orElseThrow(() -> entry.get("type").orElse(entry).refused(CollectorTypes.unknown(typeName)));
        return of(text(entry, "name").orElse(typeName), type, entry);
    }

    /**
     * @param entry its options; {@code type} and {@code name} are left out
     * @throws ConfigurationException if an option is wrong
     */
    public static <O extends Record> ConfiguredCollector<O> of(String name, CollectorType<O> type, Mapping entry) {
        Mapping options = entry.without(List.of("type", "name"));
        return new ConfiguredCollector<>(name, type, SettingsBinder.bind(type.options(), options), entry.place());
    }

    /**
     * @param entry entry of the section {@code collectors}
     * @param key {@code type} or {@code name}
     * @return its text, if there is any
     */
    public static Optional<String> text(Mapping entry, String key) {
        return entry.get(key).map(node -> {
            if (node instanceof Scalar scalar) {
                return scalar.text();
            }
            throw node.refused("expected is one word");
        });
    }

    /** @return time from poll to poll; zero if the polls wait for data themselves */
    public Duration interval() {
        return type.interval(options);
    }

    /** @throws ConfigurationException if the options do not fit the site */
    public SourceCollector create(CollectorContext context) {
        try {
            return type.create(options, context);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(place + ": collector " + name + ": " + e.getMessage(), e);
        }
    }
}
