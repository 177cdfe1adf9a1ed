package io.barograph.contention.load;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * Finds transients in a rate of load (Uselton et al., CUG 2010, section 7): the rate is smoothed with a
 * {@linkplain HannKernel kernel}, a maximum of the smoothed rate above a threshold is an event, and its start and end are
 * the closest minima on either side. A stretch without change counts as a minimum if it is not above the threshold; above
 * it, it is no turning point. The first interval of a flat top is the peak, the last one of a flat minimum between two
 * events is where they meet.
 *
 * <p>Rates are given in the order of their labels. Labels left out, like rates that are NaN, are unknown: the smoothed
 * rate is that of the neighbours, and where these hold less than half of the kernel's weight it is not known either. There
 * the series ends, and a new one begins behind. An event that reaches such an end is cut; so is one that reaches the
 * first label, and, {@linkplain #endHistory if nothing is known of what follows}, the last.
 *
 * <p>An event is opened as soon as the smoothed rate is certain to exceed the threshold, whatever follows (rates are not
 * negative; load of m times the threshold takes about window / 2m to make that certain). So what is opened is never taken
 * back; it is closed once, half a window behind its end. It keeps the threshold that it was opened with.
 *
 * <p>The same for a stream and for a recorded series. Time per label grows with the window, not with the load. State: 24
 * bytes per interval of the window, 3 kB for 600 s of 5 s, and the event that is open.
 */
public final class TransientRecogniser {
    /** Smoothed rates that differ less, relative to the larger, are the same: more is not left after rounding. */
    public static final double SAME = 1e-12;

    private final KernelSmoother smoother;
    private final long millis;

    private boolean begun;
    private double threshold = Double.NaN;

    private Trend trend = Trend.UNKNOWN;

    /** First interval of a stretch of known smoothed rates. */
    private long known;

    private long start;
    private long peak;
    private double peakRate;
    private double amount;
    private int missing;
    private boolean isAbove;
    private long firstAbove;
    private long last;
    private double lastRate;
    private double lastValue;
    private long lastEnd = Long.MIN_VALUE;

    private boolean open;
    private long onset;
    private long openedAt;
    private double openThreshold;

    private enum Trend {
        UNKNOWN,
        LEVEL,
        RISING,
        TOP,
        FALLING
    }

    /** Receives what is found. */
    public interface Observer {
        /** @param opened an event that began; its onset, its threshold and when it was opened stay */
        void opened(OpenTransient opened);

        /** @param closed an event that was opened before, with the same onset */
        void closed(LoadTransient closed);

        /**
         * Once for each label, in order, half a window behind; of a gap longer than the window only for its begin.
         *
         * @param label closing instant of an interval, milliseconds since the epoch
         * @param perSecond smoothed rate; NaN if unknown
         */
        void smoothed(long label, double perSecond);
    }

    public TransientRecogniser(HannKernel kernel) {
        this(new KernelSmoother(kernel));
    }

    private TransientRecogniser(KernelSmoother smoother) {
        this.smoother = smoother;
        millis = smoother.kernel().interval().toMillis();
    }

    /**
     * Takes the rate of the next interval.
     *
     * @param label its closing instant, milliseconds since the epoch; a multiple of the interval, and later than the
     *     last
     * @param perSecond mean rate in it, not negative; NaN if unknown
     */
    public void add(long label, double perSecond, double perSecondThreshold, Observer observer) {
        if (perSecond < 0 || !(perSecondThreshold > 0)) {
            throw new IllegalArgumentException("a rate of " + perSecond + " per second with a threshold of "
                    + perSecondThreshold + ": neither can be negative, and the threshold must be above zero");
        }
        long interval = label / millis;
        if (label % millis != 0 || (begun && interval <= smoother.newest())) {
            throw new IllegalArgumentException("the label " + label + " does not follow "
                    + (begun ? smoother.newest() * millis : "any") + "; give the multiples of " + millis
                    + " ms in their order");
        }
        threshold = perSecondThreshold;
        long window = 2L * smoother.half() + 1;
        if (begun && interval - smoother.newest() > window) {
            for (long i = 0; i < window; i++) {
                step(Double.NaN, observer);
            }
            begun = false;
        }
        if (!begun) {
            begun = true;
            known = interval;
            smoother.startBefore(interval);
        }
        while (smoother.newest() < interval - 1) {
            step(Double.NaN, observer);
        }
        step(perSecond, observer);
    }

    /**
     * Says that nothing is known of what follows: what is open ends with the last known label. Not for a stream whose end
     * says nothing of the load.
     */
    public void endHistory(Observer observer) {
        if (begun) {
            long newest = smoother.newest();
            for (long interval = newest - smoother.half() + 1; interval <= newest; interval++) {
                decide(interval, observer);
            }
            cut(observer);
            begun = false;
        }
    }

    private void step(double rate, Observer observer) {
        smoother.add(rate);
        long decided = smoother.newest() - smoother.half();
        decide(decided, observer);
        long from = Math.max(known, Math.max(lastEnd, decided) + 1);
        for (long interval = from; !open && interval <= smoother.newest(); interval++) {
            if (smoother.atLeast(interval) > threshold * (1 + SAME)) {
                open(interval, observer);
            }
        }
    }

    private double threshold() {
        return open ? openThreshold : threshold;
    }

    private void decide(long interval, Observer observer) {
        if (interval < known) {
            return;
        }
        double rate = smoother.smoothed(interval);
        double value = smoother.value(interval);
        observer.smoothed(interval * millis, rate);
        if (Double.isNaN(rate)) {
            cut(observer);
            known = interval + 1;
            return;
        }
        if (trend == Trend.UNKNOWN) {
            begin(interval, rate, value);
            trend = Trend.LEVEL;
        } else {
            follow(interval, rate, value, observer);
        }
        last = interval;
        lastRate = rate;
        lastValue = value;
        if (rate > threshold() && interval > lastEnd && !isAbove) {
            isAbove = true;
            firstAbove = interval;
            if (!open) {
                open(interval, observer);
            }
        }
    }

    private void follow(long interval, double rate, double value, Observer observer) {
        double change = rate - lastRate;
        boolean same = Math.abs(change) <= SAME * Math.max(rate, lastRate);
        boolean restsBelow = same && rate <= threshold();
        if (!same && change > 0) {
            if (trend == Trend.FALLING) {
                close(last, false, observer);
            }
            if (trend == Trend.FALLING || (trend == Trend.TOP && lastRate <= threshold())) {
                begin(last, lastRate, lastValue);
            }
            include(value);
            peak = interval;
            peakRate = rate;
            trend = Trend.RISING;
        } else if (restsBelow) {
            if (trend == Trend.FALLING) {
                close(last, false, observer);
                trend = Trend.LEVEL;
            }
            if (trend == Trend.LEVEL) {
                begin(interval, rate, value);
            } else {
                include(value);
                trend = Trend.TOP;
            }
        } else {
            include(value);
            if (!same) {
                trend = Trend.FALLING;
            } else if (trend == Trend.RISING) {
                trend = Trend.TOP;
            }
        }
    }

    private void begin(long interval, double rate, double value) {
        start = interval;
        peak = interval;
        peakRate = rate;
        amount = 0;
        missing = 0;
        isAbove = false;
        include(value);
    }

    private void include(double value) {
        if (Double.isNaN(value)) {
            missing++;
        } else {
            amount += value * (millis / 1_000.0);
        }
    }

    private void cut(Observer observer) {
        if (trend != Trend.UNKNOWN) {
            close(last, true, observer);
            trend = Trend.UNKNOWN;
            isAbove = false;
        }
    }

    private void close(long end, boolean isCut, Observer observer) {
        if (isAbove) {
            boolean laterOneIsOpen = open && onset > end;
            long first = open && !laterOneIsOpen ? onset : firstAbove;
            long since = open && !laterOneIsOpen ? openedAt : smoother.newest();
            double above = open ? openThreshold : threshold;
            if (laterOneIsOpen || !open) {
                observer.opened(new OpenTransient(
                        first * millis,
                        since * millis,
                        above,
                        (start - 1) * millis,
                        peak * millis,
                        peakRate,
                        end * millis,
                        amount));
            }
            open = laterOneIsOpen;
            lastEnd = end;
            observer.closed(new LoadTransient(
                    first * millis,
                    since * millis,
                    above,
                    (start - 1) * millis,
                    peak * millis,
                    end * millis,
                    peakRate,
                    amount,
                    (int) (end - start + 1),
                    missing,
                    start == known,
                    isCut));
        }
    }

    private void open(long interval, Observer observer) {
        open = true;
        onset = interval;
        openedAt = smoother.newest();
        openThreshold = threshold;
        observer.opened(open().orElseThrow());
    }

    /** @return the event that is open, as far as it is known by now */
    public Optional<OpenTransient> open() {
        if (!open) {
            return Optional.empty();
        }
        boolean isReached = trend != Trend.UNKNOWN && (onset <= last || trend != Trend.FALLING);
        long from = isReached ? start : onset;
        long highest = isReached ? peak : onset;
        double rate = isReached ? peakRate : smoother.atLeast(onset);
        double sum = isReached ? amount : 0;
        long next = isReached ? last + 1 : onset;
        for (long interval = next; interval <= smoother.newest(); interval++) {
            double value = smoother.value(interval);
            sum += Double.isNaN(value) ? 0 : value * (millis / 1_000.0);
            double least = smoother.atLeast(interval);
            if (least > rate) {
                highest = interval;
                rate = least;
            }
        }
        return Optional.of(new OpenTransient(
                onset * millis,
                openedAt * millis,
                openThreshold,
                (from - 1) * millis,
                highest * millis,
                rate,
                smoother.newest() * millis,
                sum));
    }

    public void writeTo(DataOutput out) throws IOException {
        smoother.writeTo(out);
        out.writeBoolean(begun);
        out.writeDouble(threshold);
        out.writeUTF(trend.name());
        out.writeLong(known);
        out.writeLong(start);
        out.writeLong(peak);
        out.writeDouble(peakRate);
        out.writeDouble(amount);
        out.writeInt(missing);
        out.writeBoolean(isAbove);
        out.writeLong(firstAbove);
        out.writeLong(last);
        out.writeDouble(lastRate);
        out.writeDouble(lastValue);
        out.writeLong(lastEnd);
        out.writeBoolean(open);
        out.writeLong(onset);
        out.writeLong(openedAt);
        out.writeDouble(openThreshold);
    }

    public static TransientRecogniser readFrom(DataInput in) throws IOException {
        TransientRecogniser recogniser = new TransientRecogniser(KernelSmoother.readFrom(in));
        recogniser.begun = in.readBoolean();
        recogniser.threshold = in.readDouble();
        recogniser.trend = Trend.valueOf(in.readUTF());
        recogniser.known = in.readLong();
        recogniser.start = in.readLong();
        recogniser.peak = in.readLong();
        recogniser.peakRate = in.readDouble();
        recogniser.amount = in.readDouble();
        recogniser.missing = in.readInt();
        recogniser.isAbove = in.readBoolean();
        recogniser.firstAbove = in.readLong();
        recogniser.last = in.readLong();
        recogniser.lastRate = in.readDouble();
        recogniser.lastValue = in.readDouble();
        recogniser.lastEnd = in.readLong();
        recogniser.open = in.readBoolean();
        recogniser.onset = in.readLong();
        recogniser.openedAt = in.readLong();
        recogniser.openThreshold = in.readDouble();
        return recogniser;
    }
}
