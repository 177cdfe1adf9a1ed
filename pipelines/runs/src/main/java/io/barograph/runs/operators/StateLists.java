package io.barograph.runs.operators;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.MapState;

/** Lists of elements in keyed state, by time or by name. */
final class StateLists {
    private StateLists() {}

    static <K, T> void add(MapState<K, List<T>> lists, K key, T element) throws Exception {
        List<T> all = get(lists, key);
        all.add(element);
        lists.put(key, all);
    }

    /** A copy of a list; empty if there is none. */
    static <K, T> List<T> get(MapState<K, List<T>> lists, K key) throws Exception {
        List<T> known = lists.get(key);
        return known == null ? new ArrayList<>(1) : new ArrayList<>(known);
    }

    /** Takes a list out of state. */
    static <K, T> List<T> remove(MapState<K, List<T>> lists, K key) throws Exception {
        List<T> known = get(lists, key);
        lists.remove(key);
        return known;
    }
}
