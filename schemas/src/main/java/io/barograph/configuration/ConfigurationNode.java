package io.barograph.configuration;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A part of the configuration as it was written, with its place. */
public sealed interface ConfigurationNode {
    /** @return file and line, or "command line" */
    String place();

    /** @return the key as the user wrote it, with those it is under: {@code kafka.topicPrefix}, {@code --interval} */
    String key();

    /**
     * @param problem what is wrong with this part and what is expected
     * @return an exception that says where
     */
    default ConfigurationException refused(String problem) {
        return new ConfigurationException(place() + ": " + (key().isEmpty() ? "" : key() + ": ") + problem);
    }

    /**
     * Keys with values.
     *
     * @param entries values by key, in the order written
     * @param folder folder that relative paths start from
     */
    record Mapping(String place, String key, Map<String, ConfigurationNode> entries, Path folder)
            implements ConfigurationNode {
        /** Copies the entries. */
        public Mapping {
            entries = new LinkedHashMap<>(entries);
        }

        /** @return its value; empty if the key is not there or nothing is written behind it */
        public Optional<ConfigurationNode> get(String name) {
            ConfigurationNode value = entries.get(name);
            return value instanceof Scalar scalar && scalar.text() == null
                    ? Optional.empty()
                    : Optional.ofNullable(value);
        }

        /**
         * @param others values that come before those written here
         * @return a mapping with both
         */
        public Mapping overriddenBy(Mapping others) {
            Map<String, ConfigurationNode> both = new LinkedHashMap<>(entries);
            both.putAll(others.entries());
            return new Mapping(place, key, both, folder);
        }

        /** @return a mapping with that value; keys on the way to it are made if they are not there */
        Mapping with(List<String> path, String text) {
            String name = path.get(0);
            String whole = key.isEmpty() ? name : key + "." + name;
            ConfigurationNode value;
            if (path.size() == 1) {
                value = ConfigurationYaml.parse("--set", whole, text, folder);
            } else {
                Mapping below = get(name).orElse(null) instanceof Mapping known
                        ? known
                        : new Mapping(place, whole, Map.of(), folder);
                value = below.with(path.subList(1, path.size()), text);
            }
            return overriddenBy(new Mapping(place, key, Map.of(name, value), folder));
        }

        /** @return a mapping without them */
        public Mapping without(List<String> names) {
            Map<String, ConfigurationNode> rest = new LinkedHashMap<>(entries);
            rest.keySet().removeAll(names);
            return new Mapping(place, key, rest, folder);
        }
    }

    /** Several values, in the order written. */
    record Sequence(String place, String key, List<ConfigurationNode> values) implements ConfigurationNode {
        /** Copies the values. */
        public Sequence {
            values = List.copyOf(values);
        }
    }

    /**
     * One value.
     *
     * @param text the value as written; null if nothing is
     */
    record Scalar(String place, String key, String text) implements ConfigurationNode {}
}
