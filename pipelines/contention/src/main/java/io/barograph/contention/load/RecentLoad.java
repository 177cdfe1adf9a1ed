package io.barograph.contention.load;

import io.barograph.schemas.EventType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The newest samples of the servers' load, oldest first.
 *
 * <p>Size: those of {@value #KEPT_MILLIS} ms, or the newest one; each some 60 bytes a server.
 */
public final class RecentLoad implements Iterable<LoadSample> {
    public static final long KEPT_MILLIS = 120_000;

    private final ArrayDeque<LoadSample> samples = new ArrayDeque<>();

    public void add(LoadSample sample) {
        samples.addLast(sample);
        while (samples.getFirst().time() <= sample.time() - KEPT_MILLIS) {
            samples.removeFirst();
        }
    }

    public boolean isEmpty() {
        return samples.isEmpty();
    }

    @Override
    public Iterator<LoadSample> iterator() {
        return samples.iterator();
    }

    /**
     * @return mean over the samples of the window that report, or the newest one's if that is not older than its
     *     interval; NaN if there is none
     */
    public double mean(long time, long windowMillis, ToDoubleFunction<LoadSample> value) {
        double sum = 0;
        int known = 0;
        for (LoadSample sample : samples) {
            if (sample.time() > time - windowMillis && sample.time() <= time) {
                double one = value.applyAsDouble(sample);
                if (!Double.isNaN(one)) {
                    sum += one;
                    known++;
                }
            }
        }
        if (known > 0 || samples.isEmpty()) {
            return sum / known;
        }
        LoadSample newest = samples.getLast();
        long age = time - newest.time();
        return age >= 0 && age <= newest.intervalMillis() ? value.applyAsDouble(newest) : Double.NaN;
    }

    /** @return true if samples are known from the begin of the window on: a burst at its end is not yet its mean */
    public boolean reachesBack(long time, long windowMillis) {
        LoadSample oldest = samples.peekFirst();
        return oldest != null && oldest.time() - oldest.intervalMillis() <= time - windowMillis;
    }

    /** @return {@link #mean} of the load of each server of the newest sample */
    public ServerMeans meansOfServers(long time, long windowMillis) {
        if (samples.isEmpty()) {
            return ServerMeans.NONE;
        }
        List<ServerLoad> servers = samples.getLast().servers();
        double[] sums = new double[servers.size()];
        int[] known = new int[sums.length];
        for (LoadSample sample : samples) {
            if (sample.time() > time - windowMillis && sample.time() <= time) {
                addServers(sample.servers(), servers, sums, known);
            }
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= known[i];
        }
        return new ServerMeans(servers, sums);
    }

    /** Both lists are in the order of names. */
    private static void addServers(List<ServerLoad> from, List<ServerLoad> servers, double[] sums, int[] known) {
        int next = 0;
        for (int i = 0; i < sums.length && next < from.size(); i++) {
            String name = servers.get(i).server();
            int order = from.get(next).server().compareTo(name);
            while (order < 0 && ++next < from.size()) {
                order = from.get(next).server().compareTo(name);
            }
            if (order == 0) {
                double one = from.get(next++).perSecond();
                if (!Double.isNaN(one)) {
                    sums[i] += one;
                    known[i]++;
                }
            }
        }
    }

    /**
     * @return label of the first of the samples above the limit that follow each other, the last such stretch after
     *     {@code from} and up to {@code to}; {@code to} if there is none
     */
    public long lastCrossing(long from, long to, double limit, ToDoubleFunction<LoadSample> value) {
        long crossing = to;
        boolean above = false;
        for (LoadSample sample : samples) {
            if (sample.time() > from && sample.time() <= to) {
                boolean isAbove = value.applyAsDouble(sample) > limit;
                if (isAbove && !above) {
                    crossing = sample.time();
                }
                above = isAbove;
            }
        }
        return crossing;
    }

    /**
     * @return largest rise from a sample to the next that is known, or to a later one at most {@code within} afterwards; 0
     *     if there is none
     */
    public double largestRise(long within, ToDoubleFunction<LoadSample> value) {
        double rise = 0;
        ArrayDeque<LoadSample> before = new ArrayDeque<>();
        for (LoadSample sample : samples) {
            double now = value.applyAsDouble(sample);
            if (!Double.isNaN(now)) {
                while (before.size() > 1 && before.getFirst().time() < sample.time() - within) {
                    before.removeFirst();
                }
                for (LoadSample earlier : before) {
                    rise = Math.max(rise, now - value.applyAsDouble(earlier));
                }
                before.addLast(sample);
            }
        }
        return rise;
    }

    /** @return newest known sample / largest one of the window; NaN if none is known */
    public double newestToLargest(long time, long windowMillis, ToDoubleFunction<LoadSample> value) {
        double newest = Double.NaN;
        double largest = Double.NaN;
        for (LoadSample sample : samples) {
            double now = value.applyAsDouble(sample);
            if (sample.time() > time - windowMillis && !Double.isNaN(now)) {
                newest = now;
                largest = largest >= now ? largest : now;
            }
        }
        return newest / largest;
    }

    /** @return true if a sample after {@code from} and up to {@code to} is not above the limit */
    public boolean hasBelow(long from, long to, double limit, ToDoubleFunction<LoadSample> value) {
        for (LoadSample sample : samples) {
            if (sample.time() > from && sample.time() <= to && value.applyAsDouble(sample) <= limit) {
                return true;
            }
        }
        return false;
    }

    public static ToDoubleFunction<LoadSample> of(EventType type) {
        return sample -> sample.perSecond(type);
    }

    public static ToDoubleFunction<LoadSample> of(String server) {
        return sample -> {
            ServerLoad one = sample.of(server);
            return one == null ? Double.NaN : one.perSecond();
        };
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(samples.size());
        LoadSample before = null;
        for (LoadSample sample : samples) {
            sample.writeTo(out, before);
            before = sample;
        }
    }

    public static RecentLoad readFrom(DataInput in) throws IOException {
        RecentLoad recent = new RecentLoad();
        int size = in.readInt();
        LoadSample before = null;
        for (int i = 0; i < size; i++) {
            before = LoadSample.readFrom(in, before);
            recent.samples.addLast(before);
        }
        return recent;
    }
}
