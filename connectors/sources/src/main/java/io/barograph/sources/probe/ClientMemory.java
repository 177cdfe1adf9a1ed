package io.barograph.sources.probe;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of this host, all of which may hold cached data. */
final class ClientMemory {
    private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB");

    private ClientMemory() {}

    /**
     * @param meminfo contents of {@code /proc/meminfo}
     * @return bytes; {@link Long#MAX_VALUE} if it does not say, so that no file counts as larger
     */
    static long total(String meminfo) {
        Matcher matcher = TOTAL.matcher(meminfo);
        return matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : Long.MAX_VALUE;
    }
}
