package io.barograph.lab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** The most heap that was in use at a time since it was made, garbage that was not collected yet included. */
final class PeakHeap {
    private static final double GIBIBYTE = 1L << 30;

    PeakHeap() {
        System.gc(); // what was before is not counted
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    double gibibytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum()
                / GIBIBYTE;
    }
}
