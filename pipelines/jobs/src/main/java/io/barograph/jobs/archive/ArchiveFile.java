package io.barograph.jobs.archive;

import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.flink.core.fs.Path;

/**
 * What the header of an archive file says of it.
 *
 * @param fileSystem file system of its records; empty if they have not one of their own
 * @param from earliest event time of a record, milliseconds since the epoch
 * @param to latest event time of a record, milliseconds since the epoch
 * @param offsets which records of which partition it holds, by partition
 */
public record ArchiveFile(
        String path,
        String topic,
        String fileSystem,
        long bytes,
        long records,
        long from,
        long to,
        Map<Integer, Offsets> offsets)
        implements Serializable {
    private static final Instant MIN_TIME = Instant.parse("1990-01-01T00:00:00Z");
    private static final Instant MAX_TIME = Instant.parse("2100-01-01T00:00:00Z");

    /** Records of one partition; there may be others between them. */
    public record Offsets(long first, long last) implements Serializable {
        static Offsets around(Offsets one, Offsets other) {
            return new Offsets(Math.min(one.first, other.first), Math.max(one.last, other.last));
        }
    }

    public ArchiveFile {
        offsets = new TreeMap<>(offsets);
    }

    /** @return header of a file with these records, which all belong to one topic and file system */
    static Map<String, String> metadata(Collection<ArchivedRecord> records) {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        Map<Integer, Offsets> offsets = new TreeMap<>();
        for (ArchivedRecord archived : records) {
            from = Math.min(from, archived.time());
            to = Math.max(to, archived.time());
            offsets.merge(archived.partition(), new Offsets(archived.offset(), archived.offset()), Offsets::around);
        }
        List<String> ranges = new ArrayList<>();
        offsets.forEach((partition, range) -> ranges.add(partition + ":" + range.first + ":" + range.last));
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(ArchiveSchema.FILE_SYSTEM, records.iterator().next().fileSystem());
        metadata.put(ArchiveSchema.RECORDS, Integer.toString(records.size()));
        metadata.put(ArchiveSchema.FROM, Long.toString(from));
        metadata.put(ArchiveSchema.TO, Long.toString(to));
        metadata.put(ArchiveSchema.OFFSETS, String.join(",", ranges));
        return metadata;
    }

    /**
     * @param metadata gives the value of an entry of the header, or null
     * @throws DamagedArchiveException if the header is not that of an archive file, or of one of another hour
     */
    static ArchiveFile of(String path, long bytes, UnaryOperator<String> metadata) throws DamagedArchiveException {
        try {
            Map<Integer, Offsets> offsets = new TreeMap<>();
            for (String range : metadata.apply(ArchiveSchema.OFFSETS).split(",", -1)) {
                String[] parts = range.split(":", -1);
                offsets.put(Integer.valueOf(parts[0]), new Offsets(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
            }
            ArchiveFile file = new ArchiveFile(
                    path,
                    ArchivedTopic.named(metadata.apply(ArchiveSchema.TOPIC))
                            .topic()
                            .name(),
                    Objects.requireNonNull(metadata.apply(ArchiveSchema.FILE_SYSTEM)),
                    bytes,
                    Long.parseLong(metadata.apply(ArchiveSchema.RECORDS)),
                    Long.parseLong(metadata.apply(ArchiveSchema.FROM)),
                    Long.parseLong(metadata.apply(ArchiveSchema.TO)),
                    offsets);
            file.requireTimes();
            return file;
        } catch (IllegalArgumentException | NullPointerException | ArrayIndexOutOfBoundsException e) {
            throw new DamagedArchiveException(
                    path, "an Avro file, but its header is not that of the archive: " + e.getMessage(), e);
        }
    }

    /** A replay asks for hours by these times, and goes through all between them. */
    private void requireTimes() throws DamagedArchiveException {
        if (from > to || from < MIN_TIME.toEpochMilli() || to >= MAX_TIME.toEpochMilli()) {
            throw new DamagedArchiveException(
                    path,
                    "its header says that its records are from " + from + " to " + to
                            + " ms since 1970, which is not between 1990 and 2100",
                    null);
        }
        Optional<Instant> hour = hourOfFolder(new Path(path).getParent());
        if (hour.isPresent()
                && (from < hour.get().toEpochMilli()
                        || to >= hour.get().plus(ArchiveLayout.HOUR).toEpochMilli())) {
            throw new DamagedArchiveException(
                    path,
                    "its header says that its records are from " + Instant.ofEpochMilli(from) + " to "
                            + Instant.ofEpochMilli(to) + ", which is not the hour of its folder",
                    null);
        }
    }

    private static Optional<Instant> hourOfFolder(Path folder) {
        return folder == null || folder.getParent() == null
                ? Optional.empty()
                : ArchiveLayout.hour(folder.getParent().getName(), folder.getName());
    }
}
