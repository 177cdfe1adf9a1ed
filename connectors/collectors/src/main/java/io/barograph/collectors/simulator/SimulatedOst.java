package io.barograph.collectors.simulator;

import java.util.ArrayList;
import java.util.List;

/** One OST: its counters, its space, and the flows that share its bandwidth. */
final class SimulatedOst {
    private static final int BYTES_PER_KIBIBYTE = 1024;

    private final String name;
    private final String host;
    private final long maximumBytesPerSecond;
    private final long capacityKibibytes;
    private final long usedKibibytesAtStart;
    private final Volume atStart;
    private final List<Flow> flows = new ArrayList<>();
    private long readBytes;
    private long writeBytes;
    private Volume atLastSample;

    SimulatedOst(
            String name,
            String host,
            long maximumBytesPerSecond,
            long capacityKibibytes,
            long usedKibibytesAtStart,
            Volume atStart) {
        this.name = name;
        this.host = host;
        this.maximumBytesPerSecond = maximumBytesPerSecond;
        this.capacityKibibytes = capacityKibibytes;
        this.usedKibibytesAtStart = usedKibibytesAtStart;
        this.atStart = atStart;
        this.atLastSample = atStart;
        this.readBytes = atStart.readBytes();
        this.writeBytes = atStart.writeBytes();
    }

    String name() {
        return name;
    }

    String host() {
        return host;
    }

    List<Flow> flows() {
        return flows;
    }

    void add(Flow flow) {
        flows.add(flow);
    }

    /** Drops the flows that are done and shares the bandwidth among the others. */
    void share() {
        flows.removeIf(Flow::isDone);
        long[] rates = FairShare.of(
                maximumBytesPerSecond,
                flows.stream().mapToLong(Flow::maximumBytesPerSecond).toArray());
        for (int i = 0; i < rates.length; i++) {
            flows.get(i).setBytesPerSecond(rates[i]);
        }
    }

    void advance(long micros) {
        for (Flow flow : flows) {
            long bytes = flow.advance(micros);
            if (flow.direction() == Direction.READ) {
                readBytes += bytes;
            } else {
                writeBytes += bytes;
            }
        }
    }

    /** @return the counters */
    Volume moved() {
        return new Volume(readBytes, writeBytes);
    }

    Volume movedAtLastSample() {
        return atLastSample;
    }

    /** Makes the present the last sampling instant. */
    void markSample() {
        atLastSample = moved();
    }

    /** @return share of the bandwidth that was used since the last sampling instant, 0 to 1 */
    double loadSinceLastSample(long intervalMicros) {
        double bytes = moved().minus(atLastSample).bytes();
        return bytes * 1e6 / ((double) maximumBytesPerSecond * intervalMicros);
    }

    /** @return space in use, KiB; a purge removes what was written when it has filled a quarter of the capacity */
    long usedKibibytes() {
        long written = (writeBytes - atStart.writeBytes()) / BYTES_PER_KIBIBYTE;
        return usedKibibytesAtStart + written % (capacityKibibytes / 4);
    }

    long freeKibibytes() {
        return capacityKibibytes - usedKibibytes();
    }
}
