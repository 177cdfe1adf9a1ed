package io.barograph.servers.operators;

import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.TrafficChange;

/**
 * What several data servers moved in the interval that closes at one label, and the most that one of them moved. Additive:
 * sums of disjoint servers add up to the sum of all.
 */
public final class ServerTrafficSum {
    private final long[] amounts = new long[SampledTraffic.COMPONENTS];
    private long largestReadBytes = Long.MIN_VALUE;
    private long largestWriteBytes = Long.MIN_VALUE;

    public void add(CurveChange change) {
        change.change().change().addTo(amounts);
        largestReadBytes = Math.max(largestReadBytes, change.largestReadBytes());
        largestWriteBytes = Math.max(largestWriteBytes, change.largestWriteBytes());
    }

    public SampledTraffic traffic() {
        return SampledTraffic.of(amounts.clone());
    }

    /** @return the most that one server read, bytes; {@link Long#MIN_VALUE} if no server has a sample */
    public long largestReadBytes() {
        return largestReadBytes;
    }

    /** @return the most that one server wrote, bytes; {@link Long#MIN_VALUE} if no server has a sample */
    public long largestWriteBytes() {
        return largestWriteBytes;
    }

    CurveChange inTimeAt(String fileSystem, long label) {
        return new CurveChange(
                fileSystem,
                "",
                new TrafficChange(label, TrafficChange.IN_TIME, traffic()),
                largestReadBytes,
                largestWriteBytes,
                null);
    }
}
