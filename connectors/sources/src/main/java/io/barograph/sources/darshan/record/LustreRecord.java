package io.barograph.sources.darshan.record;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Layout of one file on Lustre.
 *
 * @param osts indices of the OSTs that the log names
 * @param complete true if it names the OST of every stripe. A component whose OSTs were not asked for, or had not been
 *     allocated, has -1 (composite layouts of Darshan before 3.4.6) or no stripes.
 * @param components parts of the file that are striped alike
 */
public record LustreRecord(long file, List<Integer> osts, boolean complete, List<Component> components) {
    private static final long COMPONENT_COUNT_OFFSET = 16;
    private static final long STRIPES_OFFSET = 24;
    private static final long COMPONENTS_OFFSET = 32;
    private static final long OSTS_OFFSET = 40;
    private static final int COMPONENT_BYTES = 72;
    private static final long MAX_COMPONENTS = 10_000;
    private static final long NOT_SAID = -1;

    /** LLAPI_LAYOUT_RAID0 and LLAPI_LAYOUT_OVERSTRIPING of lustreapi.h. */
    private static final Set<Long> STRIPED = Set.of(NOT_SAID, 0L, 4L);

    /**
     * Part of a file.
     *
     * @param stripeSize bytes
     * @param pattern liblustreapi's layout pattern; -1 if the log does not say
     * @param begin first byte
     * @param end byte after the last one; -1 for the end of the file
     * @param osts OST of each stripe, negative where unknown
     */
    public record Component(long stripeSize, long pattern, long begin, long end, List<Long> osts) {}

    /** @param fileRecord {@code struct darshan_lustre_record} of version 2; the library turns older records into it */
    public static LustreRecord read(Pointer fileRecord) {
        int stripes = Math.toIntExact(fileRecord.getLong(STRIPES_OFFSET));
        Pointer list = fileRecord.getPointer(OSTS_OFFSET);
        long[] indices = stripes <= 0 || list == null ? new long[0] : list.getLongArray(0, stripes);
        List<Integer> named = LongStream.of(indices)
                .filter(index -> index >= 0)
                .mapToObj(Math::toIntExact)
                .toList();
        return new LustreRecord(
                RecordLayout.identity(fileRecord),
                named,
                indices.length > 0 && named.size() == indices.length,
                components(fileRecord, indices));
    }

    private static List<Component> components(Pointer fileRecord, long[] indices) {
        long count = fileRecord.getLong(COMPONENT_COUNT_OFFSET);
        Pointer array = fileRecord.getPointer(COMPONENTS_OFFSET);
        List<Component> components = new ArrayList<>();
        if (array == null || count > MAX_COMPONENTS) {
            return components;
        }
        int used = 0;
        for (int i = 0; i < count; i++) {
            // stripe size, stripe count, pattern, flags, begin, end, mirror
            long[] counters = array.getLongArray((long) i * COMPONENT_BYTES, 7);
            long stripes = Math.max(0, Math.min(counters[1], indices.length - used));
            List<Long> osts =
                    LongStream.of(indices).skip(used).limit(stripes).boxed().toList();
            used += osts.size();
            components.add(new Component(counters[0], counters[2], counters[4], counters[5], osts));
        }
        return components;
    }

    /**
     * Places bytes on OSTs. A component stripes the file's offsets, not those since its own begin, over its OSTs in turn.
     *
     * @param bytes bytes moved in one direction
     * @param extent highest offset moved, plus 1; 0 if unknown
     * @return bytes by OST; empty unless all of the file lies on one OST, or as many bytes were moved as lie before the
     *     extent, as when a file is written once from beginning to end
     */
    public Optional<Map<Integer, Long>> place(long bytes, long extent) {
        if (bytes == 0) {
            return Optional.of(Map.of());
        }
        boolean striped = components.stream().allMatch(component -> STRIPED.contains(component.pattern()));
        if (!striped) {
            return Optional.empty();
        }
        if (complete && new HashSet<>(osts).size() == 1) {
            return Optional.of(Map.of(osts.get(0), bytes));
        }
        return bytes == extent ? beginning(extent) : Optional.empty();
    }

    private Optional<Map<Integer, Long>> beginning(long extent) {
        Map<Integer, Long> placed = new HashMap<>();
        long sum = 0;
        for (Component component : components) {
            long end = component.end() == NOT_SAID ? extent : Math.min(component.end(), extent);
            if (component.begin() >= end) {
                continue;
            }
            List<Long> osts = component.osts();
            if (component.stripeSize() <= 0 || osts.isEmpty() || osts.stream().anyMatch(ost -> ost < 0)) {
                return Optional.empty();
            }
            for (int i = 0; i < osts.size(); i++) {
                long part = before(end, i, component) - before(component.begin(), i, component);
                placed.merge(Math.toIntExact(osts.get(i)), part, Long::sum);
                sum += part;
            }
        }
        // Otherwise components overlap, as mirrors do, or leave a hole.
        return sum == extent ? Optional.of(placed) : Optional.empty();
    }

    /** @return bytes of a stripe that lie before an offset */
    private static long before(long offset, int stripe, Component component) {
        long size = component.stripeSize();
        long round = Math.multiplyExact(size, component.osts().size());
        long inRound = offset % round - stripe * size;
        return offset / round * size + Math.max(0, Math.min(size, inRound));
    }
}
