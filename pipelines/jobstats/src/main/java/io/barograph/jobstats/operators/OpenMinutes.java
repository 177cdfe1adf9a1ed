package io.barograph.jobstats.operators;

import io.barograph.jobstats.FileSystemMinute;
import io.barograph.jobstats.ServerMinute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * What the servers of a file system told of the minutes that are not given out yet: a small state of its own for each
 * server and minute, so that what one of them tells costs the same however many there are.
 */
final class OpenMinutes {
    private final MapState<String, ServerMinuteUpdate> reported;

    OpenMinutes(RuntimeContext runtime) {
        reported = runtime.getMapState(new MapStateDescriptor<>("told", Types.STRING, ServerMinuteUpdate.TYPE));
    }

    void add(ServerMinuteUpdate update) throws Exception {
        String key = update.minute() + "/" + update.role() + "/" + update.server();
        ServerMinuteUpdate known = reported.get(key);
        if (known == null) {
            reported.put(key, update);
            return;
        }
        ServerMinute both = known.sums().copy();
        both.add(update.sums());
        reported.put(key, known.with(both));
    }

    /**
     * @param minutes numbers of some minutes
     * @return their sums; they are forgotten here
     */
    SortedMap<Long, FileSystemMinute> take(SortedSet<Long> minutes) throws Exception {
        SortedMap<Long, FileSystemMinute> taken = new TreeMap<>();
        if (minutes.isEmpty()) {
            return taken;
        }
        List<String> over = new ArrayList<>();
        for (Map.Entry<String, ServerMinuteUpdate> entry : reported.entries()) {
            ServerMinuteUpdate update = entry.getValue();
            if (minutes.contains(update.minute())) {
                taken.computeIfAbsent(update.minute(), unused -> new FileSystemMinute())
                        .add(update.role(), update.server(), update.sums());
                over.add(entry.getKey());
            }
        }
        for (String key : over) {
            reported.remove(key);
        }
        return taken;
    }
}
