package io.barograph.sources.lustre;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A metric string of LMT: fields separated by semicolons, the first one its version, the second the host. Formats:
 *
 * <ul>
 *   <li>lmt_ost 2: {@code 2;host;cpu;memory;} and 15 fields per OST: name, inodes free and total, KiB free and total,
 *       bytes read and written, bulk requests, exports, locks, locks granted and cancelled per second, connects,
 *       reconnects, recovery;
 *   <li>lmt_ost 1: {@code 1.0;host;OST;} inodes free and total, KiB free and total, bytes read and written;
 *   <li>lmt_oss 1: {@code 1.0;host;cpu;memory};
 *   <li>lmt_mdt 1, 2, 3: {@code 3;host;cpu;memory;} and per MDT: name, inodes free and total, KiB free and total, recovery
 *       (not in 1), and count, sum and sum of squares of {@link MetadataOperations#OF_LMT} and (in 3) of bytes read and
 *       written;
 *   <li>lmt_osc 1 and lmt_router 1 are recognised and not used.
 * </ul>
 *
 * <p>Which of them a string is follows from the string, so the line need not name the metric; a line that names another
 * one is refused.
 *
 * @param load load of the host; null if the string does not have it
 * @param targets samples of the targets, without time; empty if the string has none
 * @param unused why the string is not used; null if it is
 */
record MetricString(String host, Load load, List<Target> targets, String unused) {
    /**
     * Load of a host.
     *
     * @param cpuPercent CPU load over the interval before, percent
     * @param memoryPercent memory that is not free, percent
     */
    record Load(ServerKind kind, double cpuPercent, double memoryPercent) {}

    record Target(TargetName name, ServerSample sample) {}

    private static final int HOST_FIELDS = 4;
    private static final int OST_FIELDS = 15;
    private static final int OST_1_FIELDS = 9;
    private static final int ROUTER_FIELDS = 5;
    private static final int FIELDS_PER_OPERATION = 3;

    /** @throws RefusedRecordException if it is of no known form */
    static MetricString parse(MetricLine line, LustreSampleFactory samples) throws RefusedRecordException {
        if (line.value().equals("(none)")) {
            return unused("cerebro-stat says \"(none)\" of a host that is down or does not have the metric");
        }
        String value = line.value();
        List<String> fields =
                List.of((value.endsWith(";") ? value.substring(0, value.length() - 1) : value).split(";", -1));
        String form = form(fields);
        if (line.metric() != null && !line.metric().equals(form)) {
            throw new RefusedRecordException(
                    "the line names the metric lmt_" + line.metric() + ", but its string has the form of lmt_" + form);
        }
        try {
            return switch (form) {
                case "ost" -> isVersion(fields, 1) ? ostVersion1(fields, samples) : ostVersion2(fields, samples);
                case "oss" -> new MetricString(fields.get(1), load(fields, ServerKind.OSS), List.of(), null);
                case "mdt" -> mdts(fields, samples);
                case "osc" -> unused("lmt_osc strings are not used: they hold states of connections, no counters");
                case "router" -> unused("lmt_router strings are not used: a router belongs to no file system");
                default ->
                    throw new RefusedRecordException(
                            "lmt_" + form + " strings are not read; LMT 3 and later send" + " lmt_mdt instead");
            };
        } catch (NumberFormatException e) {
            throw new RefusedRecordException(e.getMessage());
        }
    }

    private static MetricString unused(String reason) {
        return new MetricString(null, null, List.of(), reason);
    }

    private static String form(List<String> fields) throws RefusedRecordException {
        if (fields.size() >= HOST_FIELDS && !fields.get(1).isBlank()) {
            if (isTarget(fields, 2, ServerKind.OST) && isVersion(fields, 1)) {
                return fields.size() == OST_1_FIELDS && StatisticsNumbers.isDigits(fields.get(3)) ? "ost" : "osc";
            }
            if (isTarget(fields, 2, ServerKind.MDT) && isVersion(fields, 2)) {
                return "mds";
            }
            if (fields.size() == HOST_FIELDS && isVersion(fields, 1)) {
                return "oss";
            }
            if (fields.size() == ROUTER_FIELDS && isVersion(fields, 1)) {
                return "router";
            }
            if (isTarget(fields, HOST_FIELDS, ServerKind.OST) && isVersion(fields, 2)) {
                return "ost";
            }
            if (isTarget(fields, HOST_FIELDS, ServerKind.MDT) && mdtVersion(fields) > 0) {
                return "mdt";
            }
        }
        throw new RefusedRecordException("not a metric string of LMT (\"2;HOST;CPU;MEMORY;TARGET;...\")");
    }

    private static boolean isVersion(List<String> fields, int version) {
        return fields.get(0).equals(version + "") || fields.get(0).equals(version + ".0");
    }

    private static int mdtVersion(List<String> fields) {
        for (int version = 1; version <= 3; version++) {
            if (isVersion(fields, version)) {
                return version;
            }
        }
        return 0;
    }

    private static boolean isTarget(List<String> fields, int index, ServerKind kind) {
        return index < fields.size()
                && TargetName.parse(fields.get(index))
                        .filter(name -> name.kind() == kind)
                        .isPresent();
    }

    private static MetricString ostVersion1(List<String> fields, LustreSampleFactory samples)
            throws RefusedRecordException {
        String host = fields.get(1);
        Target target = target(fields.get(2), ServerKind.OST, host, samples);
        space(target.sample(), fields.subList(3, 7));
        target.sample().setReadBytes(StatisticsNumbers.count(fields.get(7)));
        target.sample().setWriteBytes(StatisticsNumbers.count(fields.get(8)));
        return new MetricString(host, null, List.of(target), null);
    }

    private static MetricString ostVersion2(List<String> fields, LustreSampleFactory samples)
            throws RefusedRecordException {
        String host = fields.get(1);
        List<Target> targets = new ArrayList<>();
        for (List<String> ost : groups(fields, OST_FIELDS)) {
            Target target = target(ost.get(0), ServerKind.OST, host, samples);
            ServerSample sample = target.sample();
            space(sample, ost.subList(1, 5));
            sample.setReadBytes(StatisticsNumbers.count(ost.get(5)));
            sample.setWriteBytes(StatisticsNumbers.count(ost.get(6)));
            sample.setReadWriteOperations(StatisticsNumbers.count(ost.get(7)));
            sample.setExports(StatisticsNumbers.count(ost.get(8)));
            sample.setLocks(StatisticsNumbers.count(ost.get(9)));
            sample.setLockGrantRate(StatisticsNumbers.count(ost.get(10)));
            sample.setLockCancelRate(StatisticsNumbers.count(ost.get(11)));
            sample.setConnects(StatisticsNumbers.count(ost.get(12)));
            sample.setReconnects(StatisticsNumbers.count(ost.get(13)));
            sample.setState(RecoveryStatus.fold(ost.get(14)));
            targets.add(target);
        }
        return new MetricString(host, load(fields, ServerKind.OSS), targets, null);
    }

    private static MetricString mdts(List<String> fields, LustreSampleFactory samples) throws RefusedRecordException {
        String host = fields.get(1);
        int version = mdtVersion(fields);
        int first = version == 1 ? 5 : 6;
        int operations = MetadataOperations.OF_LMT.size() + (version == 3 ? 2 : 0);
        List<Target> targets = new ArrayList<>();
        for (List<String> mdt : groups(fields, first + FIELDS_PER_OPERATION * operations)) {
            Target target = target(mdt.get(0), ServerKind.MDT, host, samples);
            ServerSample sample = target.sample();
            space(sample, mdt.subList(1, 5));
            if (version > 1) {
                sample.setState(RecoveryStatus.fold(mdt.get(5)));
            }
            operations(sample, mdt.subList(first, mdt.size()));
            targets.add(target);
        }
        return new MetricString(host, load(fields, ServerKind.MDS), targets, null);
    }

    private static void operations(ServerSample sample, List<String> fields) {
        for (String field : fields) {
            if (!StatisticsNumbers.isDigits(field)) {
                throw new NumberFormatException("\"" + field + "\" is not a whole number");
            }
        }
        Map<String, Long> counts = new TreeMap<>();
        int field = 0;
        for (String name : MetadataOperations.OF_LMT) {
            counts.put(name, StatisticsNumbers.count(fields.get(field)));
            field += FIELDS_PER_OPERATION;
        }
        sample.setMetadataOperations(counts);
        sample.setConnects(counts.get("connect"));
        sample.setReconnects(counts.get("reconnect"));
        if (field < fields.size()) {
            sample.setReadOperations(StatisticsNumbers.count(fields.get(field)));
            sample.setReadBytes(StatisticsNumbers.count(fields.get(field + 1)));
            sample.setWriteOperations(StatisticsNumbers.count(fields.get(field + FIELDS_PER_OPERATION)));
            sample.setWriteBytes(StatisticsNumbers.count(fields.get(field + FIELDS_PER_OPERATION + 1)));
        }
    }

    private static List<List<String>> groups(List<String> fields, int size) throws RefusedRecordException {
        int count = fields.size() - HOST_FIELDS;
        if (count % size != 0) {
            throw new RefusedRecordException(
                    "the string has " + count + " fields after the host's, which is no multiple" + " of the " + size
                            + " of a target; was it cut?");
        }
        List<List<String>> groups = new ArrayList<>();
        for (int begin = HOST_FIELDS; begin < fields.size(); begin += size) {
            groups.add(fields.subList(begin, begin + size));
        }
        return groups;
    }

    private static Target target(String field, ServerKind kind, String host, LustreSampleFactory samples)
            throws RefusedRecordException {
        Optional<TargetName> name = TargetName.parse(field).filter(found -> found.kind() == kind);
        if (name.isEmpty()) {
            throw new RefusedRecordException("\"" + field + "\" is not the name of an " + kind);
        }
        return new Target(name.get(), samples.target(name.get(), host));
    }

    /** Inodes free and total, KiB free and total. */
    private static void space(ServerSample sample, List<String> fields) {
        LustreSampleFactory.inodes(
                sample, StatisticsNumbers.count(fields.get(0)), StatisticsNumbers.count(fields.get(1)));
        LustreSampleFactory.space(
                sample, StatisticsNumbers.count(fields.get(2)), StatisticsNumbers.count(fields.get(3)));
    }

    private static Load load(List<String> fields, ServerKind kind) throws RefusedRecordException {
        return new Load(kind, percent(fields.get(2)), percent(fields.get(3)));
    }

    private static double percent(String field) throws RefusedRecordException {
        if (!field.matches("\\d{1,9}(\\.\\d{1,18})?")) {
            throw new RefusedRecordException("\"" + field + "\" is not a percentage");
        }
        return Double.parseDouble(field);
    }
}
