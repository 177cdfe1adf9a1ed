package io.barograph.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Values that are one word or text, and how they are written. */
public final class ScalarTypes {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    /**
     * @param expected what a value looks like, for messages and docs
     * @param reader throws a runtime exception if the text is no such value
     */
    private record ScalarType(String expected, Function<String, Object> reader) {}

    private static final Map<Class<?>, ScalarType> TYPES = types();

    private ScalarTypes() {}

    private static Map<Class<?>, ScalarType> types() {
        Map<Class<?>, ScalarType> types = new LinkedHashMap<>();
        types.put(String.class, new ScalarType("text", text -> text));
        types.put(int.class, new ScalarType("whole number", Integer::valueOf));
        types.put(Integer.class, types.get(int.class));
        types.put(long.class, new ScalarType("whole number", Long::valueOf));
        types.put(Long.class, types.get(long.class));
        types.put(double.class, new ScalarType("number", ScalarTypes::finite));
        types.put(Double.class, types.get(double.class));
        types.put(boolean.class, new ScalarType("true or false", ScalarTypes::bool));
        types.put(Boolean.class, types.get(boolean.class));
        types.put(Duration.class, new ScalarType("time such as 5s, 10m, 4h or 30d", ScalarTypes::duration));
        types.put(Instant.class, new ScalarType("instant such as 2018-02-09T08:00:00Z", Instant::parse));
        types.put(ZoneId.class, new ScalarType("time zone such as UTC or Europe/Berlin", ZoneId::of));
        types.put(Path.class, new ScalarType("path", Path::of));
        types.put(FolderLocation.class, new ScalarType("path or URI", text -> FolderLocation.of(text, Path.of(""))));
        types.put(URI.class, new ScalarType("address such as http://localhost:8086", ScalarTypes::address));
        return types;
    }

    static boolean isScalar(Class<?> type) {
        return TYPES.containsKey(type) || type.isEnum();
    }

    /** @return what such a value looks like */
    public static String expected(Class<?> type) {
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .map(constant -> written(constant))
                        .collect(Collectors.joining(" or "))
                : TYPES.get(type).expected();
    }

    private static String written(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if the text is no such value; without a message for the user */
    public static Object read(Class<?> type, String text) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> written(constant)
                            .equals(text.strip().toLowerCase(Locale.ROOT).replace('-', '_')))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(text));
        }
        try {
            return TYPES.get(type).reader().apply(type == String.class ? text : text.strip());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static Object finite(String text) {
        double number = Double.parseDouble(text);
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    private static Object bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static Object address(String text) {
        URI address = URI.create(text);
        if (!address.isAbsolute()) {
            throw new IllegalArgumentException(text);
        }
        return address;
    }

    private static Object duration(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException(text);
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
