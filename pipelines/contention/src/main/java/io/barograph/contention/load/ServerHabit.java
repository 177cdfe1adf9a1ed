package io.barograph.contention.load;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The usual load of one server: mean and standard deviation with exponentially fading weights (West, Communications of
 * the ACM 22/9, 1979), over an hour.
 *
 * @param seconds time that it is of, at most an hour
 * @param mean bytes/s or operations/s
 */
public record ServerHabit(double seconds, double mean, double variance) {
    public static final ServerHabit NONE = new ServerHabit(0, 0, 0);

    private static final double MAX_SECONDS = 3600;
    private static final double YOUNG_SECONDS = 600;

    /** Standard deviations above the mean: the 75th percentile of a normal distribution. */
    private static final double LOW = 0.674;

    private static final double HIGH = 3;

    public ServerHabit with(double perSecond, double lasting) {
        double total = seconds + lasting;
        double weight = lasting / total;
        double difference = perSecond - mean;
        return new ServerHabit(
                Math.min(MAX_SECONDS, total),
                mean + weight * difference,
                (1 - weight) * (variance + weight * difference * difference));
    }

    public boolean isYoung() {
        return seconds < YOUNG_SECONDS;
    }

    public double low() {
        return seconds == 0 ? Double.NaN : mean + LOW * Math.sqrt(variance);
    }

    public double high() {
        return mean + HIGH * Math.sqrt(variance);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeDouble(seconds);
        out.writeDouble(mean);
        out.writeDouble(variance);
    }

    public static ServerHabit readFrom(DataInput in) throws IOException {
        return new ServerHabit(in.readDouble(), in.readDouble(), in.readDouble());
    }
}
