package io.barograph.sources.darshan.log;

import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.admission.NameRule;
import io.barograph.sources.darshan.log.LogContents.FileGroup;
import io.barograph.sources.darshan.log.LogContents.PathKind;
import io.barograph.sources.darshan.log.LogContents.Place;
import io.barograph.sources.darshan.log.MountFileSystems.Named;
import io.barograph.sources.darshan.record.SummedCounter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes a summary of what a log holds.
 *
 * @param collectedAt gives the end of a run the instant at which its log was taken in
 */
public record JobSummaryFactory(
        FileSystemCatalogue catalogue, Duration timeOffset, UnaryOperator<Instant> collectedAt, MountReport report) {
    private static final String ROOT = "/";

    /** Types of mounts that hold no data of users. */
    private static final Set<String> SYSTEM_TYPES = Set.of(
            "autofs",
            "bpf",
            "cgroup",
            "cgroup2",
            "configfs",
            "debugfs",
            "devpts",
            "devtmpfs",
            "efivarfs",
            "hugetlbfs",
            "mqueue",
            "overlay",
            "proc",
            "pstore",
            "ramfs",
            "rootfs",
            "rpc_pipefs",
            "securityfs",
            "selinuxfs",
            "squashfs",
            "sysfs",
            "tmpfs",
            "tracefs");

    /** @return for recorded logs: the end of the run, rounded up to the milliseconds that the summary has */
    public static Instant recorded(Instant end) {
        Instant floor = end.truncatedTo(ChronoUnit.MILLIS);
        return floor.equals(end) ? end : floor.plusMillis(1);
    }

    /** @return the catalogue's names that are absolute paths, without a slash at the end */
    public static Set<String> pathAliases(FileSystemCatalogue catalogue) {
        return catalogue.fileSystems().stream()
                .flatMap(fileSystem -> Stream.concat(Stream.of(fileSystem.name()), fileSystem.aliases().stream()))
                .map(String::strip)
                .filter(alias -> alias.startsWith(ROOT))
                .map(alias -> alias.replaceFirst("(?<=[^/])/+$", ""))
                .collect(Collectors.toSet());
    }

    public JobSummary of(Path log, LogContents contents, LibraryMessages messages) {
        JobRecord job = contents.job();
        Instant end = job.end().plus(timeOffset);
        List<String> problems = new ArrayList<>(contents.problems());
        if (!messages.isEmpty()) {
            problems.add("the library says: " + messages.text());
        }
        JobSummary.Builder summary = JobSummary.newBuilder()
                .setJobId(job.jobId())
                .setUser(Long.toString(job.user()))
                .setExecutable(NameRule.path(contents.executable()))
                .setStartTime(job.start().plus(timeOffset).truncatedTo(ChronoUnit.MICROS))
                .setEndTime(end.truncatedTo(ChronoUnit.MICROS))
                .setRunTimeSeconds(contents.runTimeSeconds())
                .setProcesses(Math.toIntExact(job.processes()))
                .setCollectedAt(collectedAt.apply(end))
                .setCollector("darshan")
                .setSource(log.toString())
                .setLogFormat(contents.format())
                .setLibraryVersion(job.runtimeVersion())
                .setPartial(!problems.isEmpty())
                .setPartialReason(problems.isEmpty() ? null : String.join("; ", problems))
                .setModules(contents.modules())
                .setFileSystems(fileSystems(contents));
        if (contents.rankBytes() != null) {
            summary.setMaxRankBytes(contents.rankBytes().least())
                    .setMaxRankBytesAtMost(contents.rankBytes().most());
        }
        return summary.build();
    }

    private List<FileSystemUse> fileSystems(LogContents contents) {
        boolean posix = contents.groups().stream().anyMatch(group -> group.posix() != null);
        Map<String, List<PlacedUse>> uses = new TreeMap<>();
        for (FileGroup group : contents.groups()) {
            IoTotals totals = posix ? group.posix() : group.stdio();
            if (totals != null) {
                place(group, totals)
                        .ifPresent(use -> uses.computeIfAbsent(use.named().name(), first -> new ArrayList<>())
                                .add(use));
            }
        }
        Map<String, FileSystemUse> details = contents.fileSystems().stream()
                .collect(Collectors.toMap(FileSystemUse::getFileSystem, detail -> detail));
        return uses.entrySet().stream()
                .map(entry -> merge(entry.getValue(), details.getOrDefault(entry.getKey(), new FileSystemUse())))
                .toList();
    }

    /** Values of one group of files, with the file system that they count for. */
    private record PlacedUse(Named named, FileGroup group, IoTotals totals) {}

    private Optional<PlacedUse> place(FileGroup group, IoTotals totals) {
        Place place = group.place();
        Optional<Named> named = new MountFileSystems(catalogue).of(place, group.posix() != null);
        if (named.isEmpty()) {
            if (place.kind() != PathKind.STREAM || group.posix() != null) {
                report.addUnmatched(totals);
            }
            return Optional.empty();
        }
        if (!named.get().resolved()) {
            if (totals.bytes() == 0 && SYSTEM_TYPES.contains(place.mountType())) {
                return Optional.empty();
            }
            report.addUnresolved(named.get().mountPoint(), totals);
        }
        return Optional.of(new PlacedUse(named.get(), group, totals));
    }

    /**
     * Several mount points of one file system give one entry, under the mount point that moved most.
     *
     * @param use has what is more than sums already
     */
    private static FileSystemUse merge(List<PlacedUse> uses, FileSystemUse use) {
        Named main = uses.stream()
                .max(Comparator.comparingLong(
                                (PlacedUse placed) -> placed.totals().bytes())
                        .thenComparing(placed -> placed.named().mountPoint()))
                .orElseThrow()
                .named();
        TreeSet<Integer> osts = new TreeSet<>();
        uses.forEach(placed -> osts.addAll(placed.group().osts()));
        List<FileGroup> files = uses.stream()
                .map(PlacedUse::group)
                .filter(group -> group.place().kind() != PathKind.STREAM)
                .toList();
        long inUse = files.stream().mapToLong(FileGroup::filesInUse).sum();
        long withOsts = files.stream().mapToLong(FileGroup::filesWithOsts).sum();
        IoTotals totals =
                uses.stream().map(PlacedUse::totals).reduce(IoTotals::plus).orElseThrow();
        use.setFileSystem(main.name());
        use.setResolved(main.resolved());
        use.setMountPoint(main.mountPoint());
        totals.copyTo(use);
        use.setFiles(totals.files());
        use.setOsts(osts.isEmpty() ? null : List.copyOf(osts));
        use.setOstsComplete(inUse > 0 && withOsts == inUse);
        uses.stream()
                .map(placed -> placed.group().mpiIo())
                .filter(Objects::nonNull)
                .reduce(IoTotals::plus)
                .ifPresent(mpiIo -> {
                    use.setCollectiveReads(mpiIo.counters().get(SummedCounter.COLLECTIVE_READS));
                    use.setCollectiveWrites(mpiIo.counters().get(SummedCounter.COLLECTIVE_WRITES));
                    use.setIndependentReads(mpiIo.counters().get(SummedCounter.INDEPENDENT_READS));
                    use.setIndependentWrites(mpiIo.counters().get(SummedCounter.INDEPENDENT_WRITES));
                });
        return use;
    }
}
