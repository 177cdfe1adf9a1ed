package io.barograph.contention.load;

import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Transients and sustained load of one kind on a file system, harmful or not.
 *
 * <p>Size: the climate, the window of the smoothing, and the events that are open.
 */
public final class LoadWatch {
    private final EventType load;
    private long intervalMillis;
    private LoadClimate climate;
    private TransientRecogniser recogniser;
    private SustainedLoad sustained;
    private final TreeMap<Long, TrackedEvent> transients = new TreeMap<>();
    private TrackedEvent lasting;

    /** @param load READ, WRITE or METADATA */
    public LoadWatch(EventType load) {
        this.load = load;
    }

    public void step(LoadSample sample, RateHistory history, Consumer<TrackedEvent> out) {
        double perSecond = sample.perSecond(load);
        if (intervalMillis != sample.intervalMillis()) {
            if (Double.isNaN(perSecond) || HannKernel.DEFAULT_WINDOW.toMillis() % (2L * sample.intervalMillis()) != 0) {
                return;
            }
            begin(sample.intervalMillis());
        }
        LoadLevels levels = climate.levels(sample.time());
        recogniser.add(sample.time(), perSecond, levels.high(), new Finder(sample.time(), levels, history, out));
        if (!Double.isNaN(perSecond)) {
            climate.add(sample.time(), perSecond);
        }
    }

    private void begin(long interval) {
        intervalMillis = interval;
        Duration each = Duration.ofMillis(interval);
        climate = LoadClimate.of(load, each);
        recogniser = new TransientRecogniser(new HannKernel(HannKernel.DEFAULT_WINDOW, each));
        sustained = new SustainedLoad(each, SustainedLoad.DEFAULT_MIN_DURATION, SustainedLoad.DEFAULT_CLOSE_AT);
    }

    /** Follows what is found at one label. */
    private final class Finder implements TransientRecogniser.Observer, SustainedLoad.Observer {
        private final long time;
        private final LoadLevels levels;
        private final RateHistory history;
        private final Consumer<TrackedEvent> out;

        Finder(long time, LoadLevels levels, RateHistory history, Consumer<TrackedEvent> out) {
            this.time = time;
            this.levels = levels;
            this.history = history;
            this.out = out;
        }

        @Override
        public void opened(OpenTransient opened) {
            TrackedEvent event = new TrackedEvent(EventKind.TRANSIENT, load, "", opened.onset(), opened.openedAt());
            event.crossed(opened.threshold(), levels.provisional());
            describe(event, opened, history);
            transients.put(opened.onset(), event);
            out.accept(event);
        }

        @Override
        public void closed(LoadTransient closed) {
            TrackedEvent event = transients.remove(closed.onset());
            event.place(closed.start(), closed.peak(), closed.peakPerSecond());
            event.moved(history.traffic(closed.start(), closed.end()));
            event.end(closed.end());
            out.accept(event);
        }

        @Override
        public void smoothed(long label, double perSecond) {
            sustained.observe(label, perSecond, levels.high(), this);
        }

        @Override
        public void opened(LoadEpisode episode) {
            lasting = new TrackedEvent(EventKind.SUSTAINED, load, "", episode.onset(), time);
            lasting.crossed(episode.threshold(), levels.provisional());
            describe(lasting, episode, history);
            out.accept(lasting);
        }

        @Override
        public void closed(LoadEpisode episode) {
            describe(lasting, episode, history);
            lasting.end(episode.until());
            out.accept(lasting);
            lasting = null;
        }
    }

    private static void describe(TrackedEvent event, OpenTransient open, RateHistory history) {
        event.place(open.start(), open.peak(), open.peakPerSecond());
        event.moved(history.traffic(open.start(), open.until()));
    }

    private void describe(TrackedEvent event, LoadEpisode episode, RateHistory history) {
        event.place(episode.onset() - intervalMillis, episode.peak(), episode.peakPerSecond());
        event.moved(history.traffic(event.start(), episode.until()));
    }

    public List<TrackedEvent> open(RateHistory history) {
        List<TrackedEvent> open = new ArrayList<>(transients.values());
        if (recogniser != null) {
            recogniser.open().ifPresent(now -> {
                TrackedEvent event = transients.get(now.onset());
                if (event != null) {
                    describe(event, now, history);
                }
            });
        }
        if (lasting != null) {
            sustained.open().ifPresent(now -> describe(lasting, now, history));
            open.add(lasting);
        }
        return open;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(intervalMillis);
        if (recogniser != null) {
            climate.writeTo(out);
            recogniser.writeTo(out);
            sustained.writeTo(out);
        }
        BinaryCollections.write(transients.values(), out, TrackedEvent::writeTo);
        BinaryCollections.writeOptional(lasting, out, TrackedEvent::writeTo);
    }

    public static LoadWatch readFrom(DataInput in, EventType load) throws IOException {
        LoadWatch watch = new LoadWatch(load);
        long interval = in.readLong();
        if (interval > 0) {
            watch.begin(interval);
            watch.climate.read(in);
            watch.recogniser = TransientRecogniser.readFrom(in);
            watch.sustained = SustainedLoad.readFrom(in);
        }
        BinaryCollections.read(in, TrackedEvent::readFrom, event -> watch.transients.put(event.onset(), event));
        if (in.readBoolean()) {
            watch.lasting = TrackedEvent.readFrom(in);
        }
        return watch;
    }
}
