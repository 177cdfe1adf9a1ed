package io.barograph.configuration;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One key of a record that configuration is bound to.
 *
 * @param key key in the YAML file
 * @param type type of its value
 * @param text one sentence for the user
 * @param defaultText the default as it would stand in the YAML file; empty if there is none
 * @param required true if it must be given
 */
public record SettingDescription(String key, Type type, String text, String defaultText, boolean required) {
    /**
     * @return its keys in their order
     * @throws IllegalStateException if a component has no {@link Setting}, or is a number without a default: a mistake
     *     in the class
     */
    public static List<SettingDescription> of(Class<? extends Record> settings) {
        return Arrays.stream(settings.getRecordComponents())
                .map(SettingDescription::of)
                .toList();
    }

    private static SettingDescription of(RecordComponent component) {
        String name = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
        Setting setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            throw new IllegalStateException(name + " has no @Setting");
        }
        Class<?> type = component.getType();
        if (type.isPrimitive()
                && type != boolean.class
                && !setting.required()
                && setting.defaultValue().isEmpty()) {
            throw new IllegalStateException(name + " needs a default, or a type that can be null");
        }
        return new SettingDescription(
                component.getName(),
                component.getGenericType(),
                setting.value(),
                setting.defaultValue(),
                setting.required());
    }

    /** @return the option of the command line: {@code --log-root} for {@code logRoot} */
    public String option() {
        return "--" + key.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** @return true if it takes several values */
    public boolean isList() {
        return isA(List.class);
    }

    /** @return true if it takes several values, each with a key */
    public boolean isMap() {
        return isA(Map.class);
    }

    /** @return type of one value: of the elements of a list or map, else of the value itself */
    public Type elementType() {
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            return arguments[arguments.length - 1];
        }
        return type;
    }

    private boolean isA(Class<?> raw) {
        return type instanceof ParameterizedType parameterized && parameterized.getRawType() == raw;
    }
}
