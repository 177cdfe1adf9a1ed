package io.barograph.local.command;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them: 90s, 2m, 1h. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(s|m|h|d)");

    @Override
    public Duration convert(String value) {
        Matcher time = TIME.matcher(value.strip().toLowerCase(Locale.ROOT));
        if (!time.matches()) {
            throw new TypeConversionException("\"" + value + "\" is no time; write for instance 90s, 2m or 1h");
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
