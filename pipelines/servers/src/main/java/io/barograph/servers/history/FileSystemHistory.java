package io.barograph.servers.history;

import io.barograph.servers.counters.BlockStore;

/**
 * The aggregate curve of a file system: the differences of all its data servers, summed by closing label. "All servers"
 * is asked here, once per run, whatever the number of servers.
 *
 * <p>Labels are kept by the second: samples of servers that are not polled at the same instant still take no more than
 * 60 places a minute. For runs that start and end on whole seconds (Darshan logs before format 3.41) and for servers
 * sampled on whole seconds (LMT) this is exact.
 */
public final class FileSystemHistory {
    private static final long SECOND = 1_000;

    private final HistoryPolicy policy;
    private final BlockStore<SlotBlock> minutes;
    private final CurveIndex index;
    private final CumulativeCurve curve;

    /**
     * @param minutes traffic by the second, in blocks of a minute
     * @param hours traffic by the minute, in blocks of an hour
     */
    public FileSystemHistory(
            HistoryPolicy policy, BlockStore<SlotBlock> minutes, BlockStore<SlotBlock> hours, CurveIndex index) {
        this.policy = policy;
        this.minutes = minutes;
        this.index = index;
        this.curve = new CumulativeCurve(hours, index);
    }

    /** @param change what a sample changed in the curve of its server */
    public void add(TrafficChange change) {
        long label = Math.floorDiv(change.label(), SECOND) * SECOND;
        TrafficChange bySecond = new TrafficChange(label, change.publishedAt(), change.change());
        if (change.publishedAt() == TrafficChange.IN_TIME) {
            index.noteLabel(label);
            if (!index.hasForgottenMinutesOf(HistoryPolicy.hourOf(label))) {
                long minute = HistoryPolicy.minuteOf(label);
                SlotBlock block = minutes.get(minute);
                if (block == null) {
                    block = new SlotBlock(SampledTraffic.NONE);
                }
                block.add((int) (Math.floorMod(label, HistoryPolicy.MINUTE) / SECOND), change.change());
                minutes.put(minute, block);
            }
        }
        curve.add(bySecond);
    }

    /** @param servers number of data servers that the file system has */
    public WindowVolume volume(RunWindow window, long intervalMillis, int servers) {
        return curve.volume(window, policy, this::addMinute, intervalMillis, servers);
    }

    private void addMinute(MinuteCurve curve, long minute) {
        SlotBlock block = minutes.get(minute);
        for (int second = 0; block != null && second < SlotBlock.SLOTS; second++) {
            block.addTo(curve.at(minute * HistoryPolicy.MINUTE + second * SECOND), second);
        }
    }

    /**
     * Forgets the seconds of an hour; its minutes stay.
     *
     * @param hour number of the hour since the epoch
     */
    public void forgetMinutes(long hour) {
        for (long minute = hour * SlotBlock.SLOTS; minute < (hour + 1) * SlotBlock.SLOTS; minute++) {
            minutes.remove(minute);
        }
        curve.forgetMinutes(hour);
    }

    /**
     * Forgets an hour of the curve.
     *
     * @param hour number of the hour since the epoch
     * @return true if nothing is left
     */
    public boolean forgetHour(long hour) {
        curve.forgetHour(hour);
        return index.isEmpty();
    }
}
