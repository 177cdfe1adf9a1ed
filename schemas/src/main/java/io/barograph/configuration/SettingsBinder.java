package io.barograph.configuration;

import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.ConfigurationNode.Scalar;
import io.barograph.configuration.ConfigurationNode.Sequence;
import io.barograph.schemas.NearestName;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes records of configuration; see {@link Setting} for what a component may be. A component of type {@link Mapping}
 * takes a part of the configuration as it is.
 */
public final class SettingsBinder {
    private SettingsBinder() {}

    /**
     * @param settings record class whose components carry {@link Setting}
     * @throws ConfigurationException if a key is unknown or missing or a value is wrong; the message names the place
     */
    public static <R extends Record> R bind(Class<R> settings, Mapping written) {
        List<SettingDescription> descriptions = SettingDescription.of(settings);
        refuseUnknownKeys(
                written, descriptions.stream().map(SettingDescription::key).toList());
        Object[] values = descriptions.stream()
                .map(description -> value(description, written))
                .toArray();
        return create(settings, values, written);
    }

    private static void refuseUnknownKeys(Mapping written, List<String> known) {
        for (Map.Entry<String, ConfigurationNode> entry : written.entries().entrySet()) {
            if (!known.contains(entry.getKey())) {
                throw entry.getValue()
                        .refused("unknown key; "
                                + NearestName.of(entry.getKey(), known)
                                        .map(name -> "did you mean \"" + name + "\"? ")
                                        .orElse("")
                                + "(known: " + String.join(", ", known) + ")");
            }
        }
    }

    private static Object value(SettingDescription description, Mapping written) {
        ConfigurationNode node = written.get(description.key()).orElse(null);
        if (node == null && description.required()) {
            throw written.refused("the key \"" + description.key() + "\" is missing: " + description.text());
        }
        if (node == null && !description.defaultText().isEmpty()) {
            node = defaultNode(description, written);
        }
        if (description.isList()) {
            return node == null ? List.of() : list(description, node, written.folder());
        }
        if (description.isMap()) {
            return node == null ? Map.of() : map(description, node, written.folder());
        }
        if (node == null) {
            return description.type() == boolean.class ? Boolean.FALSE : null;
        }
        return single(description.type(), node, written.folder());
    }

    private static ConfigurationNode defaultNode(SettingDescription description, Mapping written) {
        boolean text = description.type() instanceof Class<?> type && ScalarTypes.isScalar(type);
        return text
                ? new Scalar(written.place(), description.key(), description.defaultText())
                : ConfigurationYaml.parse(
                        written.place(), description.key(), description.defaultText(), written.folder());
    }

    private static List<Object> list(SettingDescription description, ConfigurationNode node, Path folder) {
        if (!(node instanceof Sequence sequence)) {
            throw node.refused("a list is expected: [a, b], or a line \"- a\" for each");
        }
        List<Object> values = new ArrayList<>();
        for (ConfigurationNode value : sequence.values()) {
            values.add(single(description.elementType(), value, folder));
        }
        return List.copyOf(values);
    }

    private static Map<String, Object> map(SettingDescription description, ConfigurationNode node, Path folder) {
        if (!(node instanceof Mapping mapping)) {
            throw node.refused("keys with values are expected: {a: 1, b: 2}, or a line \"a: 1\" for each");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        mapping.entries().forEach((key, value) -> values.put(key, single(description.elementType(), value, folder)));
        return java.util.Collections.unmodifiableMap(values);
    }

    @SuppressWarnings("unchecked") // asked for by isRecord()
    private static Object single(Type type, ConfigurationNode node, Path folder) {
        if (type == Mapping.class || (type instanceof Class<?> record && record.isRecord())) {
            if (!(node instanceof Mapping mapping)) {
                throw node.refused("keys with values are expected");
            }
            return type == Mapping.class ? mapping : bind((Class<? extends Record>) type, mapping);
        }
        if (!(type instanceof Class<?> scalarType) || !ScalarTypes.isScalar(scalarType)) {
            throw new IllegalStateException(node.key() + ": settings cannot be of type " + type);
        }
        return scalar(scalarType, node, folder);
    }

    private static Object scalar(Class<?> type, ConfigurationNode node, Path folder) {
        String expected = ScalarTypes.expected(type);
        if (!(node instanceof Scalar scalar) || scalar.text() == null) {
            throw node.refused("expected is one value: " + expected);
        }
        try {
            if (type == FolderLocation.class) {
                return FolderLocation.of(scalar.text().strip(), folder);
            }
            Object value = ScalarTypes.read(type, scalar.text());
            return value instanceof Path path ? folder.resolve(path) : value;
        } catch (IllegalArgumentException e) {
            throw node.refused("\"" + scalar.text() + "\" is wrong; expected: " + expected);
        }
    }

    private static <R extends Record> R create(Class<R> settings, Object[] values, Mapping written) {
        Class<?>[] types = Arrays.stream(settings.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<R> constructor = settings.getDeclaredConstructor(types);
            constructor.setAccessible(true); // records of other packages need not be public
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException wrong) {
                throw written.refused(wrong.getMessage());
            }
            throw new IllegalStateException("making " + settings.getName(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("making " + settings.getName(), e);
        }
    }
}
