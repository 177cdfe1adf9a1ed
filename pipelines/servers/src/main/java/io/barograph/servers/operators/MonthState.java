package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** One month of a file system, from the days that are over: 720 kB for values of a minute. */
final class MonthState {
    static final BinaryType<MonthState> TYPE =
            DelegatingFormat.mutableTypeOf(MonthState.class, 1, MonthState::writeTo, MonthState::readFrom);

    private final PeriodEmission issue;
    private final PeriodTraffic traffic;
    private final double[] read;
    private final double[] write;

    /** @param values number of values that the month has at the distance that its series is kept at */
    MonthState(int values, double upperEdge, long dueAt) {
        this(new PeriodEmission(dueAt), new PeriodTraffic(upperEdge), missing(values), missing(values));
    }

    private MonthState(PeriodEmission issue, PeriodTraffic traffic, double[] read, double[] write) {
        this.issue = issue;
        this.traffic = traffic;
        this.read = read;
        this.write = write;
    }

    private static double[] missing(int values) {
        double[] rates = new double[values];
        Arrays.fill(rates, Double.NaN);
        return rates;
    }

    void add(DayState day, int at, int intervals) {
        traffic.merge(day.traffic());
        double[] ofRead = day.read().perSecond(intervals);
        double[] ofWrite = day.write().perSecond(intervals);
        System.arraycopy(ofRead, 0, read, at, ofRead.length);
        System.arraycopy(ofWrite, 0, write, at, ofWrite.length);
    }

    PeriodEmission issue() {
        return issue;
    }

    PeriodTraffic traffic() {
        return traffic;
    }

    double[] read() {
        return read;
    }

    double[] write() {
        return write;
    }

    /** Shares only its emission with this one. */
    MonthState copy() {
        return new MonthState(issue, traffic.copy(), read.clone(), write.clone());
    }

    private void writeTo(DataOutput out) throws IOException {
        issue.writeTo(out);
        traffic.writeTo(out);
        out.writeInt(read.length);
        for (int i = 0; i < read.length; i++) {
            out.writeDouble(read[i]);
            out.writeDouble(write[i]);
        }
    }

    private static MonthState readFrom(DataInput in) throws IOException {
        PeriodEmission issue = PeriodEmission.readFrom(in);
        PeriodTraffic traffic = PeriodTraffic.readFrom(in);
        double[] read = new double[in.readInt()];
        double[] write = new double[read.length];
        for (int i = 0; i < read.length; i++) {
            read[i] = in.readDouble();
            write[i] = in.readDouble();
        }
        return new MonthState(issue, traffic, read, write);
    }
}
