package io.barograph.analytics.contention;

import io.barograph.analytics.slowdown.TimingHistogram;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Loads that did no harm, and their percentiles. */
final class YoungClimate {
    private static final double UNIT = 1e9;
    private TimingHistogram values = new TimingHistogram();

    void add(double perSecond) {
        values.add(perSecond / UNIT);
    }

    boolean isProvisional() {
        return values.count() < 720;
    }

    double low() {
        return values.count() < 12 ? Double.NaN : values.quantile(0.75) * UNIT;
    }

    double high() {
        return values.count() < 12 ? Double.NaN : values.quantile(0.95) * UNIT;
    }

    YoungClimate copy() {
        YoungClimate copy = new YoungClimate();
        copy.values = values.copy();
        return copy;
    }

    void writeTo(DataOutput out) throws IOException {
        values.writeTo(out);
    }

    static YoungClimate readFrom(DataInput in) throws IOException {
        YoungClimate climate = new YoungClimate();
        climate.values = TimingHistogram.readFrom(in);
        return climate;
    }
}
