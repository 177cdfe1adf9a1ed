package io.barograph.servers.history;

/**
 * What servers moved in a window, and how well it is known.
 *
 * @param traffic bytes, operations, samples
 * @param expectedSamples samples that should be there; 0 if no server is known
 * @param servers number of servers concerned
 * @param coarse true if an edge of the window was answered by the minute
 * @param tooOld true if the window reaches back beyond the history; the traffic is then meaningless
 */
public record WindowVolume(SampledTraffic traffic, long expectedSamples, int servers, boolean coarse, boolean tooOld) {
    /** No servers, no samples. */
    public static final WindowVolume NONE = new WindowVolume(SampledTraffic.NONE, 0, 0, false, false);

    /** @param other volume of other servers in the same window */
    public WindowVolume plus(WindowVolume other) {
        return new WindowVolume(
                traffic.plus(other.traffic),
                expectedSamples + other.expectedSamples,
                servers + other.servers,
                coarse || other.coarse,
                tooOld || other.tooOld);
    }

    /** @param other volume of the same servers in another window */
    public WindowVolume then(WindowVolume other) {
        return new WindowVolume(
                traffic.plus(other.traffic),
                expectedSamples + other.expectedSamples,
                Math.max(servers, other.servers),
                coarse || other.coarse,
                tooOld || other.tooOld);
    }

    /** @return true if there is a sample, and the window does not reach back beyond the history */
    public boolean isKnown() {
        return !tooOld && traffic.samples() > 0;
    }

    public long missingSamples() {
        return Math.max(0, expectedSamples - traffic.samples());
    }

    /** @return samples expected and absent / samples expected, or NaN if none was expected */
    public double missingFraction() {
        return expectedSamples == 0 ? Double.NaN : (double) missingSamples() / expectedSamples;
    }
}
