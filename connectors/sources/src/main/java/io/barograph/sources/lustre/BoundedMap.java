package io.barograph.sources.lustre;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets its oldest entry when it has too many, so that strange input cannot fill the memory. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private static final int MAX_ENTRIES = 50_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MAX_ENTRIES;
    }
}
