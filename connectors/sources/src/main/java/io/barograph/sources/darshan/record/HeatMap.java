package io.barograph.sources.darshan.record;

import com.sun.jna.Pointer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bytes that each rank moved through each module, from the log's heat map: a histogram over time that, other than file
 * records, is never reduced over ranks.
 */
public final class HeatMap {
    public static final String MODULE = "HEATMAP";

    private static final long RANK_OFFSET = 8;
    private static final long BINS_OFFSET = 24;
    private static final long WRITES_OFFSET = 32;
    private static final long READS_OFFSET = 40;
    private static final long MAX_BINS = 100_000;
    private static final Map<String, IoModule> NAMES =
            Map.of("heatmap:POSIX", IoModule.POSIX, "heatmap:STDIO", IoModule.STDIO);

    private final Map<Long, IoModule> modules = new HashMap<>();
    private final Map<IoModule, Map<Long, Long>> bytes = new EnumMap<>(IoModule.class);

    /** Takes a name record: the heat map of a module goes by a name like a file's. */
    public void name(long identity, String name) {
        IoModule module = NAMES.get(name);
        if (module != null) {
            modules.put(identity, module);
        }
    }

    /** @param heatMapRecord {@code struct darshan_heatmap_record} */
    public void add(Pointer heatMapRecord) {
        IoModule module = modules.get(RecordLayout.identity(heatMapRecord));
        long bins = heatMapRecord.getLong(BINS_OFFSET);
        if (module == null || bins <= 0 || bins > MAX_BINS) {
            return;
        }
        long sum = Math.addExact(
                sum(heatMapRecord.getPointer(WRITES_OFFSET), bins), sum(heatMapRecord.getPointer(READS_OFFSET), bins));
        bytes.computeIfAbsent(module, first -> new HashMap<>())
                .merge(heatMapRecord.getLong(RANK_OFFSET), sum, Math::addExact);
    }

    private static long sum(Pointer values, long bins) {
        long sum = 0;
        for (long value : values.getLongArray(0, Math.toIntExact(bins))) {
            sum = Math.addExact(sum, value);
        }
        return sum;
    }

    /**
     * @param total bytes of their file records
     * @return bytes of the rank that moved most through these modules; empty if the heat map does not account for all
     *     bytes
     */
    public Optional<Long> busiestRank(Set<IoModule> chosen, long total) {
        Map<Long, Long> ranks = new HashMap<>();
        for (IoModule module : chosen) {
            bytes.getOrDefault(module, Map.of()).forEach((rank, moved) -> ranks.merge(rank, moved, Math::addExact));
        }
        boolean complete = !ranks.containsKey(RecordValues.ALL_RANKS)
                && ranks.values().stream().mapToLong(Long::longValue).sum() == total;
        return complete ? ranks.values().stream().max(Long::compare) : Optional.empty();
    }
}
