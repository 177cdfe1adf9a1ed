package io.barograph.sources.lustre;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one target. The places of older and newer versions are looked at in turn; the first that is there counts. */
final class TargetReader {
    /**
     * A target that the server serves.
     *
     * @param name its name, by its uuid where it has one
     */
    record ServedTarget(String folder, TargetName name) {}

    /**
     * A target's sample.
     *
     * @param time time that the target's statistics state; null if there are none
     */
    record TargetReading(TargetName name, ServerSample sample, Instant time) {}

    private final ServerTexts texts;
    private final ParseProblemHandler problems;
    private final LustreSampleFactory samples;
    private final String host;
    private final List<String> devices;

    TargetReader(ServerTexts texts, ParseProblemHandler problems, LustreSampleFactory samples, String host) {
        this.texts = texts;
        this.problems = problems;
        this.samples = samples;
        this.host = host;
        this.devices = texts.folders("lustre").stream()
                .filter(folder -> folder.startsWith("osd-"))
                .map(folder -> "lustre/" + folder)
                .toList();
    }

    TargetReading ost(ServedTarget target) {
        ServerSample sample = samples.target(target.name(), host);
        String folder = "lustre/obdfilter/" + target.folder();
        Optional<OperationStatistics> statistics = statistics(folder + "/stats");
        statistics.ifPresent(found -> {
            sample.setReadBytes(found.sum("read_bytes"));
            sample.setWriteBytes(found.sum("write_bytes"));
            sample.setConnects(found.count("connect"));
            sample.setReconnects(found.count("reconnect"));
        });
        text(places(List.of(folder), target, "brw_stats"))
                .flatMap(text -> BulkStatistics.parse(text, problems))
                .ifPresent(bulk -> {
                    sample.setReadOperations(bulk.reads());
                    sample.setWriteOperations(bulk.writes());
                });
        common(sample, target, List.of(folder), List.of("filter"));
        return new TargetReading(target.name(), sample, time(statistics));
    }

    TargetReading mdt(ServedTarget target) {
        ServerSample sample = samples.target(target.name(), host);
        List<String> folders = List.of("lustre/mdt/" + target.folder(), "lustre/mds/" + target.folder());
        Optional<OperationStatistics> statistics =
                statistics(folders.get(0) + "/md_stats").or(() -> statistics(folders.get(1) + "/stats"));
        statistics.ifPresent(found -> {
            MetadataOperations operations = new MetadataOperations(found, clients(found, folders.get(0)));
            Map<String, Long> counts = operations.counts();
            sample.setMetadataOperations(counts);
            sample.setConnects(counts.get("connect"));
            sample.setReconnects(counts.get("reconnect"));
            operations.data().ifPresent(data -> {
                sample.setReadBytes(data.sum("read_bytes"));
                sample.setWriteBytes(data.sum("write_bytes"));
                sample.setReadOperations(data.count("read_bytes"));
                sample.setWriteOperations(data.count("write_bytes"));
            });
        });
        common(sample, target, folders, List.of("mdt", "mds"));
        return new TargetReading(target.name(), sample, time(statistics));
    }

    private Optional<OperationStatistics> clients(OperationStatistics statistics, String folder) {
        if (!MetadataOperations.needsClients(statistics)) {
            return Optional.empty();
        }
        List<OperationStatistics> clients = texts.textInEach(folder + "/exports", "stats").stream()
                .map(text -> OperationStatistics.parse(text, problems))
                .toList();
        return clients.isEmpty() ? Optional.empty() : Optional.of(OperationStatistics.sum(clients));
    }

    private void common(ServerSample sample, ServedTarget target, List<String> folders, List<String> namespaces) {
        LustreSampleFactory.space(
                sample, number(places(folders, target, "kbytesfree")), number(places(folders, target, "kbytestotal")));
        LustreSampleFactory.inodes(
                sample, number(places(folders, target, "filesfree")), number(places(folders, target, "filestotal")));
        sample.setExports(number(in(folders, "num_exports")));
        List<String> locks = namespaces.stream()
                .map(prefix ->
                        "lustre/ldlm/namespaces/" + prefix + "-" + target.name().name() + "_UUID")
                .toList();
        sample.setLocks(number(in(locks, "lock_count")));
        sample.setLockGrantRate(number(in(locks, "pool/grant_rate")));
        sample.setLockCancelRate(number(in(locks, "pool/cancel_rate")));
        text(in(folders, "recovery_status")).ifPresent(text -> sample.setState(RecoveryStatus.parse(text, problems)));
    }

    /** Since 2.4 a target's device has files that were the target's own before. */
    private List<String> places(List<String> folders, ServedTarget target, String file) {
        List<String> places = new ArrayList<>(in(folders, file));
        devices.forEach(device -> places.add(device + "/" + target.folder() + "/" + file));
        return places;
    }

    private static List<String> in(List<String> folders, String file) {
        return folders.stream().map(folder -> folder + "/" + file).toList();
    }

    private Optional<OperationStatistics> statistics(String path) {
        return texts.text(path).map(text -> OperationStatistics.parse(text, problems));
    }

    private Long number(List<String> paths) {
        return text(paths).map(text -> number(text, problems)).orElse(null);
    }

    /** @return the whole number that is all of the text; null if it is none */
    static Long number(ServerText text, ParseProblemHandler problems) {
        String content = text.content().strip();
        try {
            return StatisticsNumbers.count(content);
        } catch (NumberFormatException e) {
            problems.report(text.at(0), e.getMessage(), content);
            return null;
        }
    }

    private Optional<ServerText> text(List<String> paths) {
        return paths.stream().map(texts::text).flatMap(Optional::stream).findFirst();
    }

    private static Instant time(Optional<OperationStatistics> statistics) {
        return statistics.flatMap(OperationStatistics::time).orElse(null);
    }

    /** @return the targets of a kind that the server serves; what a folder has besides is reported */
    static List<ServedTarget> served(ServerTexts texts, ServerKind kind, ParseProblemHandler problems) {
        List<ServedTarget> targets = new ArrayList<>();
        for (String folder :
                kind == ServerKind.OST ? List.of("lustre/obdfilter") : List.of("lustre/mdt", "lustre/mds")) {
            for (String entry : texts.folders(folder)) {
                Optional<TargetName> name = uuid(texts, folder + "/" + entry).or(() -> TargetName.parse(entry));
                if (name.isPresent() && name.get().kind() == kind) {
                    targets.add(new ServedTarget(entry, name.get()));
                } else if (!entry.equals("MDS")) { // the service of 2.x, beside the MDTs of 1.8
                    problems.report(folder + "/" + entry, "not the name of an " + kind, entry);
                }
            }
        }
        return targets;
    }

    private static Optional<TargetName> uuid(ServerTexts texts, String folder) {
        return texts.text(folder + "/uuid")
                .flatMap(text -> TargetName.parse(text.content().strip()));
    }

    /**
     * Bulk requests of a target, from {@code brw_stats}: the sums over the bins of its histogram "pages per bulk r/w", which
     * LMT calls IOPs when added. A server leaves out bins, and may leave out all of them.
     */
    record BulkStatistics(long reads, long writes) {
        private static final String HISTOGRAM = "pages per bulk r/w";
        private static final Pattern BIN =
                Pattern.compile("\\d+[KMG]?:\\s+(\\d+)\\s+\\d+\\s+\\d+\\s+\\|\\s+(\\d+)\\s+\\d+\\s+\\d+");

        /** @return the sums; empty if the text does not have the histogram, or part of it is not understood */
        static Optional<BulkStatistics> parse(ServerText text, ParseProblemHandler problems) {
            List<String> lines = text.lines();
            int heading = 0;
            while (heading < lines.size() && !lines.get(heading).startsWith(HISTOGRAM)) {
                heading++;
            }
            if (heading == lines.size()) {
                problems.report(text.at(0), "no histogram \"" + HISTOGRAM + "\"", text.content());
                return Optional.empty();
            }
            long reads = 0;
            long writes = 0;
            for (int i = heading + 1; i < lines.size() && !lines.get(i).isBlank(); i++) {
                Matcher bin = BIN.matcher(lines.get(i).strip());
                try {
                    if (!bin.matches()) {
                        throw new NumberFormatException("not a bin of \"" + HISTOGRAM + "\"");
                    }
                    reads = Math.addExact(reads, StatisticsNumbers.count(bin.group(1)));
                    writes = Math.addExact(writes, StatisticsNumbers.count(bin.group(2)));
                } catch (NumberFormatException | ArithmeticException e) {
                    problems.report(text.at(i), e.getMessage(), lines.get(i));
                    return Optional.empty();
                }
            }
            return Optional.of(new BulkStatistics(reads, writes));
        }
    }
}
