package io.barograph.sources.gpfs;

import java.util.List;

/**
 * What a column of an mmperfmon report stands for, as its legend says: {@code node|sensor|...|metric}.
 *
 * @param parts what lies between sensor and metric: the disk, or cluster and file system
 */
record MmperfmonColumn(String node, String sensor, List<String> parts, String metric) {
    private static final int MIN_PARTS = 3;

    MmperfmonColumn {
        parts = List.copyOf(parts);
    }

    /** @return the column; null if the text is none */
    static MmperfmonColumn of(String key) {
        List<String> parts = List.of(key.split("\\|", -1));
        if (parts.size() < MIN_PARTS || parts.stream().anyMatch(String::isBlank)) {
            return null;
        }
        int last = parts.size() - 1;
        return new MmperfmonColumn(parts.get(0), parts.get(1), parts.subList(2, last), parts.get(last));
    }
}
