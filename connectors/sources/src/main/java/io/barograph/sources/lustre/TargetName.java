package io.barograph.sources.lustre;

import io.barograph.schemas.ServerKind;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A target's name, {@code scratch-OST0001} or {@code scratch-MDT0000}.
 *
 * @param fileSystem what stands before it: {@code scratch}
 */
record TargetName(String name, String fileSystem, ServerKind kind) {
    private static final Pattern FORM = Pattern.compile("([^\\s;/-][^\\s;/]*)-(OST|MDT)\\p{XDigit}{4}");
    private static final String UUID_ENDING = "_UUID";

    /**
     * @param nameOrUuid {@code scratch-OST0001} or {@code scratch-OST0001_UUID}
     * @return the name; empty if it is that of something else
     */
    static Optional<TargetName> parse(String nameOrUuid) {
        String name = nameOrUuid.endsWith(UUID_ENDING)
                ? nameOrUuid.substring(0, nameOrUuid.length() - UUID_ENDING.length())
                : nameOrUuid;
        Matcher matcher = FORM.matcher(name);
        return matcher.matches()
                ? Optional.of(new TargetName(name, matcher.group(1), ServerKind.valueOf(matcher.group(2))))
                : Optional.empty();
    }
}
