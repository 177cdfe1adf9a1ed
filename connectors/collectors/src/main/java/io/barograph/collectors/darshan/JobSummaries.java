package io.barograph.collectors.darshan;

import io.barograph.collectors.darshan.LogContents.FileGroup;
import io.barograph.collectors.darshan.LogContents.PathKind;
import io.barograph.collectors.darshan.LogContents.Place;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Makes job summaries of what logs hold. */
final class JobSummaries {
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024.0;
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

    private final FileSystemCatalogue catalogue;
    private final Duration timeOffset;
    private final MountReport report;

    /**
     * @param timeOffset added to every time of the logs
     * @param report is told of what does not resolve
     */
    JobSummaries(FileSystemCatalogue catalogue, Duration timeOffset, MountReport report) {
        this.catalogue = catalogue;
        this.timeOffset = timeOffset;
        this.report = report;
    }

    /** @return the catalogue's names that are absolute paths, without a slash at the end */
    static List<String> pathAliases(FileSystemCatalogue catalogue) {
        return catalogue.fileSystems().stream()
                .flatMap(fileSystem -> Stream.concat(Stream.of(fileSystem.name()), fileSystem.aliases().stream()))
                .map(String::strip)
                .filter(alias -> alias.startsWith(ROOT))
                .map(alias -> alias.replaceFirst("(?<=[^/])/+$", ""))
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * @param log file of the log
     * @param contents what it holds
     * @param messages what the library printed when it read the log
     * @return the summary
     */
    JobSummary of(Path log, LogContents contents, LibraryMessages messages) {
        Instant start = Instant.ofEpochSecond(contents.startSeconds(), contents.startNanos())
                .plus(timeOffset);
        Instant end = Instant.ofEpochSecond(contents.endSeconds(), contents.endNanos())
                .plus(timeOffset);
        List<String> problems = new ArrayList<>(contents.problems());
        if (!messages.isEmpty()) {
            problems.add("the library says: " + messages.text());
        }
        return JobSummary.newBuilder()
                .setJobId(contents.jobId())
                .setUser(Long.toString(contents.user()))
                .setExecutable(contents.executable())
                .setStartTime(start.truncatedTo(ChronoUnit.MICROS))
                .setEndTime(end.truncatedTo(ChronoUnit.MICROS))
                .setRunTimeSeconds(contents.runTimeSeconds())
                .setProcesses(contents.processes())
                .setCollectedAt(ceilingMillis(end))
                .setCollector("darshan")
                .setSource(log.toString())
                .setLogFormat(contents.format())
                .setLibraryVersion(contents.runtimeVersion())
                .setPartial(!problems.isEmpty())
                .setPartialReason(problems.isEmpty() ? null : String.join("; ", problems))
                .setModules(
                        contents.modules().stream().map(JobSummaries::module).toList())
                .setFileSystems(fileSystems(contents))
                .build();
    }

    private static Instant ceilingMillis(Instant instant) {
        Instant floor = instant.truncatedTo(ChronoUnit.MILLIS);
        return floor.equals(instant) ? instant : floor.plusMillis(1);
    }

    private static ModuleUse module(LogContents.Module module) {
        IoTotals totals = module.totals();
        Double performance = module.performanceMebibytesPerSecond();
        return ModuleUse.newBuilder()
                .setModule(module.name())
                .setReadBytes(IoTotals.orZero(totals.readBytes()))
                .setWriteBytes(IoTotals.orZero(totals.writeBytes()))
                .setReads(IoTotals.orZero(totals.reads()))
                .setWrites(IoTotals.orZero(totals.writes()))
                .setOpens(IoTotals.orZero(totals.opens()))
                .setStats(totals.stats())
                .setSeeks(totals.seeks())
                .setReadSeconds(totals.readSeconds())
                .setWriteSeconds(totals.writeSeconds())
                .setMetadataSeconds(totals.metadataSeconds())
                .setSlowestRankSeconds(module.slowestRankSeconds())
                .setPerformanceBytesPerSecond(performance == null ? null : performance * BYTES_PER_MEBIBYTE)
                .setFiles(totals.files())
                .setPartial(module.partial())
                .build();
    }

    private List<FileSystemUse> fileSystems(LogContents contents) {
        boolean posix = contents.groups().stream().anyMatch(group -> group.posix() != null);
        Map<String, List<PlacedUse>> uses = new TreeMap<>();
        for (FileGroup group : contents.groups()) {
            IoTotals totals = posix ? group.posix() : group.stdio();
            if (totals != null) {
                place(group, totals).ifPresent(use -> uses.computeIfAbsent(use.fileSystem(), first -> new ArrayList<>())
                        .add(use));
            }
        }
        return uses.values().stream().map(JobSummaries::merge).toList();
    }

    /** Values of one group of files, with the file system that they count for. */
    private record PlacedUse(String fileSystem, boolean resolved, String mountPoint, FileGroup group, IoTotals totals) {
        long bytes() {
            return totals.bytes();
        }
    }

    private Optional<PlacedUse> place(FileGroup group, IoTotals totals) {
        Place place = group.place();
        // What a run prints goes to no file system; what its descriptors wrote may, if somebody redirected them.
        if (place.kind() == PathKind.STREAM && group.posix() == null) {
            return Optional.empty();
        }
        String known = Stream.of(Optional.ofNullable(place.alias()), Optional.ofNullable(place.mountPoint()))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(ROOT);
        Optional<FileSystem> fileSystem = catalogue.resolve(known);
        String mountPoint = place.mountPoint() == null ? known : place.mountPoint();
        if (fileSystem.isPresent()) {
            return Optional.of(new PlacedUse(fileSystem.get().name(), true, mountPoint, group, totals));
        }
        if (place.mountPoint() == null) {
            report.addUnmatched(totals);
            return Optional.empty();
        }
        if (totals.bytes() == 0 && SYSTEM_TYPES.contains(place.mountType())) {
            return Optional.empty();
        }
        report.addUnresolved(mountPoint, totals);
        return Optional.of(new PlacedUse(mountPoint, false, mountPoint, group, totals));
    }

    /** Several mount points of one file system give one entry, under the mount point that moved most. */
    private static FileSystemUse merge(List<PlacedUse> uses) {
        PlacedUse main = uses.stream()
                .max(Comparator.comparingLong(PlacedUse::bytes).thenComparing(PlacedUse::mountPoint))
                .orElseThrow();
        TreeSet<Integer> osts = new TreeSet<>();
        uses.forEach(use -> osts.addAll(use.group().osts()));
        List<FileGroup> files = uses.stream()
                .map(PlacedUse::group)
                .filter(group -> group.place().kind() != PathKind.STREAM)
                .toList();
        long inUse = files.stream().mapToLong(FileGroup::filesInUse).sum();
        long withOsts = files.stream().mapToLong(FileGroup::filesWithOsts).sum();
        IoTotals totals =
                uses.stream().map(PlacedUse::totals).reduce(IoTotals::plus).orElseThrow();
        return FileSystemUse.newBuilder()
                .setFileSystem(main.fileSystem())
                .setResolved(main.resolved())
                .setMountPoint(main.mountPoint())
                .setReadBytes(IoTotals.orZero(totals.readBytes()))
                .setWriteBytes(IoTotals.orZero(totals.writeBytes()))
                .setReads(IoTotals.orZero(totals.reads()))
                .setWrites(IoTotals.orZero(totals.writes()))
                .setOpens(IoTotals.orZero(totals.opens()))
                .setReadSeconds(totals.readSeconds())
                .setWriteSeconds(totals.writeSeconds())
                .setMetadataSeconds(totals.metadataSeconds())
                .setFiles(totals.files())
                .setOsts(osts.isEmpty() ? null : List.copyOf(osts))
                .setOstsComplete(inUse > 0 && withOsts == inUse)
                .build();
    }
}
