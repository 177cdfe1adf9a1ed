package io.barograph.sources.lustre;

import io.barograph.runtime.RefusedRecordException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line with one metric string, in the forms that LMT's and Cerebro's programs write:
 *
 * <ul>
 *   <li>{@code 1518163205 1518163204 oss01 lmt_ost 2;oss01;...}: a recording of {@code ltop}, with the time at which it
 *       wrote the line and the time at which Cerebro received the metric;
 *   <li>{@code oss01(2018-02-09 08:00:04am): 2;oss01;...}: {@code cerebro-stat -t -m lmt_ost}, local time;
 *   <li>{@code oss01: 2;oss01;...}: {@code cerebro-stat -m lmt_ost};
 *   <li>{@code ost: 2;oss01;...}: {@code lmtmetric -m ost};
 *   <li>{@code 2;oss01;...}: the string alone.
 * </ul>
 *
 * @param time when Cerebro received the metric; null if the line does not say
 * @param metric name of the metric, without {@code lmt_}; null if the line does not say
 */
record MetricLine(Instant time, String metric, String value) {
    private static final Pattern RECORDED = Pattern.compile("(\\d{1,11}) (\\d{1,11}) (\\S+) (\\S+) (.*)");
    private static final Pattern NAMED = Pattern.compile("([^\\s:;()]+)(?:\\(([^()]*)\\))?:\\s+(.*)");
    private static final String PREFIX = "lmt_";
    private static final Set<String> METRICS = Set.of("ost", "oss", "mdt", "mds", "osc", "router", "sysstat");
    private static final DateTimeFormatter LOCAL_TIME = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("yyyy-MM-dd hh:mm:ssa")
            .toFormatter(Locale.US);

    /**
     * @param zone time zone of the host that ran {@code cerebro-stat}
     * @throws RefusedRecordException if the time is not understood
     */
    static MetricLine parse(String line, ZoneId zone) throws RefusedRecordException {
        Matcher recorded = RECORDED.matcher(line);
        if (recorded.matches()) {
            return new MetricLine(
                    Instant.ofEpochSecond(Long.parseLong(recorded.group(2))),
                    metric(recorded.group(4)),
                    recorded.group(5).strip());
        }
        Matcher named = NAMED.matcher(line);
        if (named.matches()) {
            Instant time = named.group(2) == null ? null : localTime(named.group(2), zone);
            return new MetricLine(time, metric(named.group(1)), named.group(3).strip());
        }
        return new MetricLine(null, null, line.strip());
    }

    private static String metric(String name) {
        String bare = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        return METRICS.contains(bare) || name.startsWith(PREFIX) ? bare : null;
    }

    private static Instant localTime(String text, ZoneId zone) throws RefusedRecordException {
        if (text.toLowerCase(Locale.ROOT).equals("unknown")) {
            return null;
        }
        try {
            return LocalDateTime.parse(text, LOCAL_TIME).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            throw new RefusedRecordException("the time \"" + text + "\" is not like 2018-02-09 08:00:04am");
        }
    }
}
