package io.barograph.sources.darshan.record;

import io.barograph.sources.darshan.record.LustreRecord.Component;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Places a file's bytes on OSTs by its layout. A component stripes the file's offsets, not those since its own begin, over
 * its OSTs in turn.
 */
public final class StripedFile {
    private static final long NOT_SAID = -1;

    /** LLAPI_LAYOUT_RAID0 and LLAPI_LAYOUT_OVERSTRIPING of lustreapi.h. */
    private static final Set<Long> STRIPED = Set.of(NOT_SAID, 0L, 4L);

    private final LustreRecord layout;

    public StripedFile(LustreRecord layout) {
        this.layout = layout;
    }

    /**
     * @param bytes bytes moved in one direction
     * @param extent highest offset moved, plus 1; 0 if unknown
     * @return bytes by OST; empty unless all of the file lies on one OST, or as many bytes were moved as lie before the
     *     extent, as when a file is written once from beginning to end
     */
    public Optional<Map<Integer, Long>> place(long bytes, long extent) {
        if (bytes == 0) {
            return Optional.of(Map.of());
        }
        boolean striped = layout.components().stream().allMatch(component -> STRIPED.contains(component.pattern()));
        if (!striped) {
            return Optional.empty();
        }
        if (layout.complete() && new HashSet<>(layout.osts()).size() == 1) {
            return Optional.of(Map.of(layout.osts().get(0), bytes));
        }
        return bytes == extent ? beginning(extent) : Optional.empty();
    }

    private Optional<Map<Integer, Long>> beginning(long extent) {
        Map<Integer, Long> placed = new HashMap<>();
        long sum = 0;
        for (Component component : layout.components()) {
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
