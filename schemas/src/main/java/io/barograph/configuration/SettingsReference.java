package io.barograph.configuration;

import java.lang.reflect.Type;
import java.util.Locale;

/** Describes records of settings for the docs. */
public final class SettingsReference {
    private SettingsReference() {}

    /** @return a table in Markdown: key, value, default, meaning */
    public static String table(Class<? extends Record> settings) {
        StringBuilder table = new StringBuilder("| key | value | default | meaning |\n|---|---|---|---|\n");
        for (SettingDescription description : SettingDescription.of(settings)) {
            String defaultText = description.defaultText().isEmpty()
                    ? description.required() ? "required" : ""
                    : "`" + description.defaultText() + "`";
            table.append(String.format(
                    "| `%s` | %s | %s | %s |%n".replace("%n", "\n"),
                    description.key(),
                    value(description),
                    defaultText,
                    description.text().replace("|", "\\|")));
        }
        return table.toString();
    }

    /** @return what its value looks like */
    public static String value(SettingDescription description) {
        String element = element(description.elementType());
        if (description.isList()) {
            return "list of " + element;
        }
        return description.isMap() ? "keys with " + element : element;
    }

    private static String element(Type type) {
        if (type instanceof Class<?> raw && ScalarTypes.isScalar(raw)) {
            return ScalarTypes.expected(raw);
        }
        if (type instanceof Class<?> raw && raw != ConfigurationNode.Mapping.class) {
            return "section *"
                    + raw.getSimpleName().replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT) + "*";
        }
        return "section";
    }
}
