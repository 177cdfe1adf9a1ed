package io.barograph.sources.tokio;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What names say of a file system and the kind of its targets. */
final class LustreNames {
    private static final Pattern OST = Pattern.compile("(.+)-OST\\p{XDigit}{4}");

    private LustreNames() {}

    /** {@code snx11025-OST0007} is an OST. */
    static boolean isOst(String target) {
        return OST.matcher(target).matches();
    }

    /**
     * @return what stands before {@code -OSTxxxx} in all targets; else the file's name up to the first underscore, dot
     *     or its end
     */
    static String fileSystem(List<String> targets, Path file) {
        Set<String> prefixes = targets.stream().map(LustreNames::prefix).collect(Collectors.toSet());
        if (prefixes.size() == 1 && !prefixes.contains("")) {
            return prefixes.iterator().next();
        }
        return String.valueOf(file.getFileName()).split("[_.]", 2)[0];
    }

    private static String prefix(String target) {
        Matcher matcher = OST.matcher(target);
        return matcher.matches() ? matcher.group(1) : "";
    }
}
