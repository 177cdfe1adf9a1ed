package io.barograph.cli.collect;

import io.barograph.configuration.ConfigurationNode;
import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.ConfigurationNode.Scalar;
import io.barograph.configuration.ConfigurationNode.Sequence;
import io.barograph.configuration.ConfigurationYaml;
import io.barograph.configuration.SettingDescription;
import io.barograph.configuration.SettingsReference;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Options of the command line that stand for the settings of a record, and back. */
final class FlagSettings {
    private static final String PLACE = "command line";
    private static final Path WORKING_FOLDER = Path.of("").toAbsolutePath();

    private final List<SettingDescription> settings;

    FlagSettings(Class<? extends Record> settings) {
        this.settings = SettingDescription.of(settings);
    }

    void addTo(CommandSpec command) {
        for (SettingDescription setting : settings) {
            command.addOption(option(setting));
        }
    }

    private static OptionSpec option(SettingDescription setting) {
        OptionSpec.Builder option = OptionSpec.builder(setting.option()).description(description(setting));
        if (setting.isList() || setting.isMap()) {
            return option.type(List.class)
                    .auxiliaryTypes(String.class)
                    .arity("1")
                    .paramLabel(setting.isMap() ? "KEY=VALUE" : "VALUE")
                    .build();
        }
        if (setting.type() == boolean.class || setting.type() == Boolean.class) {
            return option.type(String.class)
                    .arity("0..1")
                    .fallbackValue("true")
                    .paramLabel("true|false")
                    .build();
        }
        return option.type(String.class).arity("1").paramLabel("VALUE").build();
    }

    private static String description(SettingDescription setting) {
        StringBuilder text = new StringBuilder(setting.text());
        if (!setting.text().endsWith(".")) {
            text.append('.');
        }
        text.append(" Value: ")
                .append(
                        isSection(setting.elementType())
                                ? "{key: value, ...} with the keys of docs/configuration.md"
                                : SettingsReference.value(setting));
        if (setting.isList() || setting.isMap()) {
            text.append(", one a flag");
        }
        if (!setting.defaultText().isEmpty()) {
            text.append(" (default: ").append(setting.defaultText()).append(')');
        } else if (setting.required()) {
            text.append(" (required)");
        }
        // picocli would take these for a variable or a format
        return text.append('.').toString().replace("%", "%%").replace("$", "$$").replace("@|", "@ |");
    }

    /** @return what was given on the command line; nothing else */
    Mapping given(ParseResult parsed) {
        Map<String, ConfigurationNode> entries = new LinkedHashMap<>();
        for (SettingDescription setting : settings) {
            if (parsed.hasMatchedOption(setting.option())) {
                Object value = parsed.matchedOption(setting.option()).getValue();
                entries.put(setting.key(), node(setting, value));
            }
        }
        return new Mapping(PLACE, "", entries, WORKING_FOLDER);
    }

    private static ConfigurationNode node(SettingDescription setting, Object value) {
        if (setting.isMap()) {
            return map(setting, strings(value));
        }
        return setting.isList() ? list(setting, strings(value)) : element(setting, setting.type(), (String) value);
    }

    private static List<String> strings(Object value) {
        return ((List<?>) value).stream().map(Object::toString).toList();
    }

    /** A value in brackets is a list itself. */
    private static ConfigurationNode list(SettingDescription setting, List<String> values) {
        List<ConfigurationNode> nodes = new ArrayList<>();
        for (String value : values) {
            if (value.startsWith("[")
                    && ConfigurationYaml.parse(PLACE, setting.option(), value, WORKING_FOLDER)
                            instanceof Sequence inline) {
                nodes.addAll(inline.values());
            } else {
                nodes.add(element(setting, setting.elementType(), value));
            }
        }
        return new Sequence(PLACE, setting.option(), nodes);
    }

    private static ConfigurationNode map(SettingDescription setting, List<String> values) {
        Map<String, ConfigurationNode> entries = new LinkedHashMap<>();
        for (String value : values) {
            int equals = value.indexOf('=');
            if (equals < 1) {
                throw new Scalar(PLACE, setting.option(), value)
                        .refused("\"" + value + "\" is wrong; expected: KEY=VALUE");
            }
            entries.put(
                    value.substring(0, equals), element(setting, setting.elementType(), value.substring(equals + 1)));
        }
        return new Mapping(PLACE, setting.option(), entries, WORKING_FOLDER);
    }

    /** Sections are written as in the file, on one line: <code>{name: ior, every: 8h}</code>. */
    private static ConfigurationNode element(SettingDescription setting, Type type, String value) {
        return isSection(type)
                ? ConfigurationYaml.parse(PLACE, setting.option(), value, WORKING_FOLDER)
                : new Scalar(PLACE, setting.option(), value);
    }

    private static boolean isSection(Type type) {
        return type instanceof Class<?> raw && raw.isRecord();
    }
}
