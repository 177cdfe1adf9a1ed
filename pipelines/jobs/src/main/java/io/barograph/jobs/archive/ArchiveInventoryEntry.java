package io.barograph.jobs.archive;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an archive holds of one topic and file system.
 *
 * @param fileSystem the file system; empty where records have not one of their own
 * @param bytes their length together
 * @param from earliest event time
 * @param to latest event time
 * @param gaps whole hours between the two that hold nothing, those in a row as one
 */
public record ArchiveInventoryEntry(
        String topic,
        String fileSystem,
        long records,
        int files,
        long bytes,
        Instant from,
        Instant to,
        List<Gap> gaps) {
    /**
     * Hours without a record.
     *
     * @param from beginning of the first
     * @param to end of the last
     */
    public record Gap(Instant from, Instant to) {}

    /** @return what they hold, by topic and file system */
    public static List<ArchiveInventoryEntry> of(Collection<ArchiveFile> files) {
        Map<List<String>, List<ArchiveFile>> byPlace = new TreeMap<>(
                Comparator.comparing((List<String> place) -> place.get(0)).thenComparing(place -> place.get(1)));
        files.forEach(
                file -> byPlace.computeIfAbsent(List.of(file.topic(), file.fileSystem()), place -> new ArrayList<>())
                        .add(file));
        return byPlace.values().stream().map(ArchiveInventoryEntry::ofOnePlace).toList();
    }

    private static ArchiveInventoryEntry ofOnePlace(List<ArchiveFile> files) {
        List<ArchiveFile> byTime = new ArrayList<>(files);
        byTime.sort(Comparator.comparingLong(ArchiveFile::from));
        long records = 0;
        long bytes = 0;
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        List<Gap> gaps = new ArrayList<>();
        for (ArchiveFile file : byTime) {
            if (to != Long.MIN_VALUE && hour(file.from()) > hour(to) + 1) {
                gaps.add(new Gap(beginning(hour(to) + 1), beginning(hour(file.from()))));
            }
            records += file.records();
            bytes += file.bytes();
            from = Math.min(from, file.from());
            to = Math.max(to, file.to());
        }
        return new ArchiveInventoryEntry(
                files.get(0).topic(),
                files.get(0).fileSystem(),
                records,
                files.size(),
                bytes,
                Instant.ofEpochMilli(from),
                Instant.ofEpochMilli(to),
                gaps);
    }

    private static long hour(long millis) {
        return Math.floorDiv(millis, ArchiveLayout.HOUR.toMillis());
    }

    private static Instant beginning(long hour) {
        return Instant.ofEpochMilli(hour * ArchiveLayout.HOUR.toMillis());
    }
}
