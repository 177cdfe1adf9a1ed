package io.barograph.contention;

import io.barograph.contention.capacity.CapacityWatch;
import io.barograph.contention.capacity.SpaceSample;
import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.degradation.ProbeOperationTargets;
import io.barograph.contention.degradation.ScopeWatch;
import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.event.ServerEvents;
import io.barograph.contention.event.ServerTraffic;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.contention.load.DominantPeriod;
import io.barograph.contention.load.HarmlessClimate;
import io.barograph.contention.load.HarmlessLevels;
import io.barograph.contention.load.LoadLevel;
import io.barograph.contention.load.LoadSample;
import io.barograph.contention.load.LoadWatch;
import io.barograph.contention.load.RateHistory;
import io.barograph.contention.load.RecentLoad;
import io.barograph.contention.load.ServerMeans;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import io.barograph.slowdown.CalmMinutes;
import io.barograph.slowdown.SlidingSlowdown;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Watches one file system: contention, degradation and lack of space (docs/contention.md). Fed step by step with all that
 * is known at an instant, in ascending order.
 *
 * <p>The climate of the load is that of times without harm, or a site with much contention would take it for normal.
 * A server is watched by itself while it alone is slow. It is a hotspot with more load than single servers have had without
 * harm and twice as much as the others of its kind have, else degraded. What a slow client measured cannot be distinguished
 * from what the others measured there, so servers are not watched meanwhile. Events of servers that have one cause are one
 * event ({@link ServerEvents}), which an event of the file system takes in if it follows at once. Overloaded servers that have
 * a third of all load explain what else is slow. Where servers keep data and metadata, reads, writes and metadata operations
 * wait for one another, and are watched as one.
 *
 * <p>Size: the samples of two minutes, the rates of {@value RateHistory#MAX} intervals, the climates (at most 5 MB, usually
 * 0.5), and the events that are open.
 */
public final class FileSystemWatch {
    private static final double TIMES_OTHERS = 2;
    /** Where other jobs work as well, overloaded servers stand out less. */
    private static final double TIMES_ALL = 1.5;

    private static final double CARRIED = 1 / 3.0;
    /** Part of its minutes that probes must have told of to be believed in place of a run. */
    private static final double WELL_PROBED = 0.5;

    private static final List<EventType> DATA_LOADS = List.of(EventType.READ, EventType.WRITE);
    private static final List<EventType> METADATA_LOADS = List.of(EventType.METADATA);
    private static final List<EventType> SHARED_LOADS = List.of(EventType.READ, EventType.WRITE, EventType.METADATA);
    private static final List<EventType> CLIMATES =
            List.of(EventType.READ, EventType.WRITE, EventType.METADATA, EventType.ALL);

    /** True if the same servers keep data and metadata. */
    private boolean shared;

    private RecentLoad recent = new RecentLoad();
    private final TreeMap<EventType, HarmlessClimate> climates = new TreeMap<>();
    private HarmlessClimate ofDataServers = new HarmlessClimate();
    private HarmlessClimate ofMetadataServers = new HarmlessClimate();
    private ScopeWatch data = new ScopeWatch("", false);
    private ScopeWatch metadata = new ScopeWatch("", false);
    private final TreeMap<String, ScopeWatch> servers = new TreeMap<>();
    private ServerEvents serverEvents = new ServerEvents();
    private CapacityWatch capacity = new CapacityWatch();
    private RateHistory history = new RateHistory();
    private ProbedMinutes probed = new ProbedMinutes();
    /** When servers were slow, or had an event, last; forgotten when it does not count any more. */
    private final TreeMap<String, Long> serversSlowAt = new TreeMap<>();

    private long dataSlowAt = Long.MIN_VALUE;
    private long metadataSlowAt = Long.MIN_VALUE;
    private final EnumMap<EventType, LoadWatch> loads = new EnumMap<>(EventType.class);

    /** Nothing is known yet. */
    public FileSystemWatch() {
        CLIMATES.forEach(type -> climates.put(type, new HarmlessClimate()));
        SHARED_LOADS.forEach(load -> loads.put(load, new LoadWatch(load)));
    }

    /**
     * @param time instant, milliseconds since the epoch; later than that of the step before
     * @param sample load in the interval that ends then; null if there is none
     * @param slowdowns those of that instant, each known of the file system or of a server
     */
    public void step(
            long time,
            LoadSample sample,
            List<SlidingSlowdown> slowdowns,
            ContentionPolicy policy,
            Consumer<TrackedEvent> out) {
        if (sample != null) {
            recent.add(sample);
            history.add(sample);
            shared = sample.isOfSharedServers(shared);
            loads.values().forEach(load -> load.step(sample, history, out));
        }
        Set<String> unclear = new TreeSet<>();
        Set<String> untrained = new TreeSet<>();
        for (SlidingSlowdown slowdown : slowdowns) {
            if (slowdown.slowClient() && Double.isFinite(slowdown.factor())) {
                unclear.add(slowdown.operation());
            }
            if (slowdown.calmMinutes() < CalmMinutes.BELIEVED) {
                untrained.add(slowdown.operation());
            }
        }
        int hosts = slowdowns.stream().mapToInt(SlidingSlowdown::hosts).max().orElse(0);
        Map<String, Map<String, Double>> byServer = new TreeMap<>();
        for (SlidingSlowdown slowdown : slowdowns) {
            String operation = slowdown.operation();
            Map<String, Double> factors = new TreeMap<>(unclear.contains(operation) ? Map.of() : slowdown.servers());
            if (Double.isFinite(slowdown.factor())) {
                factors.put("", slowdown.factor());
            }
            if (ProbeOperationTargets.isIndicative(operation)) {
                factors.forEach((server, factor) -> byServer.computeIfAbsent(server, unused -> new TreeMap<>())
                        .put(operation, factor));
            }
        }
        Map<String, Double> all = byServer.getOrDefault("", Map.of());
        boolean isDataSlow = all.entrySet().stream()
                .anyMatch(each -> ProbeOperationTargets.isData(each.getKey()) && each.getValue() >= policy.harm());
        Moment moment = new Moment(time, sample, isDataSlow, untrained, hosts, policy, out);
        if (all.keySet().stream().anyMatch(ProbeOperationTargets::isData)) {
            probed.add(time);
        }
        if (shared) {
            moment.step(data, all, ProbeOperationTargets::isIndicative, EventType.ALL, SHARED_LOADS);
        } else {
            moment.step(data, all, ProbeOperationTargets::isData, EventType.ALL, DATA_LOADS);
            moment.step(metadata, all, ProbeOperationTargets::isMetadata, EventType.METADATA, METADATA_LOADS);
        }
        servers.values()
                .removeIf(watch -> watch.open().isEmpty()
                        && unclear.stream()
                                .anyMatch(each -> ProbeOperationTargets.isMetadata(each) == watch.isMetadata()));
        Set<String> watched = new TreeSet<>(byServer.keySet());
        watched.addAll(servers.keySet());
        watched.remove("");
        watched.forEach(server -> moment.step(server, byServer.getOrDefault(server, Map.of())));
        serverEvents.follow(this::openOn);
        moment.noteSlowness();
        if (sample != null && recent.reachesBack(time, moment.learnedWithin)) {
            moment.learn();
        }
    }

    private TrackedEvent openOn(String server, EventKind kind) {
        return servers.get(server).open(kind);
    }

    public void step(SpaceSample space, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        capacity.step(space, policy, out);
    }

    public List<TrackedEvent> open() {
        List<TrackedEvent> open = new ArrayList<>(data.open());
        open.addAll(metadata.open());
        open.addAll(serverEvents.open());
        capacity.open().forEach(open::add);
        loads.values().forEach(load -> open.addAll(load.open(history)));
        return open;
    }

    /**
     * Contention that no probe has reported: a run had little of the load and was slower than usual by at least the factor
     * that is asked of probes, while the load of others was above the 95th percentile of the climate over its time. Where
     * probes told of most of that time, they are believed.
     *
     * @return the event, over already; null if the run lost too little, if probes told of most of that time, or if the
     *     load of others does not explain it or is not known any more
     */
    public TrackedEvent harmShownBy(KnownRun run, long time, ContentionPolicy policy) {
        long begin = run.startMicros() / 1000;
        long end = run.endMicros() / 1000;
        // One run alone is less than probes that agree three times running: below their factor it may be chance.
        if (!(run.usualPerformance() >= policy.harm() * run.performance()) || !history.holds(begin)) {
            return null;
        }
        ServerTraffic all = history.traffic(begin, end);
        double seconds = all.expected() * history.intervalMillis() / 1e3;
        HarmlessLevels read = climates.get(EventType.READ).levels();
        HarmlessLevels write = climates.get(EventType.WRITE).levels();
        double readExcess = (all.readBytes() - run.readBytes()) / seconds - read.high();
        double writeExcess = (all.writeBytes() - run.writeBytes()) / seconds - write.high();
        if (!(Math.max(readExcess, writeExcess) > 0)) {
            return null;
        }
        boolean reads = !(writeExcess >= readExcess);
        HarmlessLevels levels = reads ? read : write;
        double[] series = history.series(reads ? EventType.READ : EventType.WRITE, begin, end);
        int first = 0;
        while (!(series[first] > levels.high())) {
            first++;
        }
        int last = series.length - 1;
        while (!(series[last] > levels.high())) {
            last--;
        }
        long interval = history.intervalMillis();
        long origin = Math.floorDiv(begin, interval) * interval;
        TrackedEvent event = new TrackedEvent(
                EventKind.CONTENTION,
                reads ? EventType.READ : EventType.WRITE,
                "",
                origin + (first + 1) * interval,
                time);
        event.crossed(levels.high(), levels.provisional());
        event.beginAt(origin + first * interval);
        event.end(origin + (last + 1) * interval);
        // Harm that lasts would have been an event already.
        if (probed.part(event.start(), event.end()) >= WELL_PROBED) {
            return null;
        }
        event.moved(history.traffic(event.start(), event.end()));
        for (double perSecond : series) {
            event.loaded(perSecond);
        }
        event.show(HarmEvidence.RUN);
        return event;
    }

    /**
     * @param event an event of the file system as a whole that is over
     * @return what it looked like; null if that is not known any more
     */
    public EventSignature signature(TrackedEvent event) {
        boolean isKnown = history.holds(event.start()) && event.end() > event.start();
        if (!isKnown || !event.server().isEmpty() || !(event.peakPerSecond() >= 0)) {
            return null;
        }
        ServerTraffic moved = event.moved();
        double bytes = moved.readBytes() + moved.writeBytes();
        boolean metadata = event.type() == EventType.METADATA;
        EventType load = metadata || event.type() == EventType.READ ? event.type() : EventType.WRITE;
        return new EventSignature(
                (event.end() - event.start()) / 1e3,
                metadata ? moved.operations() : bytes,
                event.peakPerSecond(),
                bytes > 0 ? moved.readBytes() / bytes : Double.NaN,
                DominantPeriod.secondsOf(history.series(load, event.start(), event.end()), history.intervalMillis())
                        .orElse(Double.NaN));
    }

    /** One step. */
    private final class Moment {
        private final long time;
        private final LoadSample sample;
        private final boolean isDataSlow;
        private final Set<String> untrained;
        private final int hosts;
        private final ContentionPolicy policy;
        private final Consumer<TrackedEvent> out;
        private final long window;
        /** The live slowdown shows harm after its load: a window is learned when nothing was slow in the next one. */
        private final long learnedWithin;
        /** Null until it is asked for. */
        private ServerMeans means;

        Moment(
                long time,
                LoadSample sample,
                boolean isDataSlow,
                Set<String> untrained,
                int hosts,
                ContentionPolicy policy,
                Consumer<TrackedEvent> out) {
            this.time = time;
            this.sample = sample;
            this.isDataSlow = isDataSlow;
            this.untrained = untrained;
            this.hosts = hosts;
            this.policy = policy;
            this.out = out;
            this.window = policy.window().toMillis();
            this.learnedWithin = 2 * window;
        }

        private ServerMeans means() {
            means = means == null ? recent.meansOfServers(time, window) : means;
            return means;
        }

        void step(
                ScopeWatch watch,
                Map<String, Double> slowdowns,
                Predicate<String> operations,
                EventType total,
                List<EventType> types) {
            Map<String, Double> indicative = new TreeMap<>(slowdowns);
            indicative.keySet().removeIf(operations.negate());
            if (watch.isQuiet() && indicative.values().stream().allMatch(value -> value < policy.harm())) {
                return;
            }
            watch.step(
                    new ScopeWatch.Step(
                            time,
                            sample,
                            indicative,
                            untrained,
                            hosts,
                            level(total),
                            types.stream().map(this::level).toList(),
                            watch.isMetadata() || !isCarriedByServers(),
                            recent),
                    policy,
                    event -> note(event, watch.isMetadata()));
        }

        /** Servers are the first that a cause reaches. */
        private boolean isPart(TrackedEvent ofServers, TrackedEvent whole) {
            boolean isFirst = whole.onset() - ofServers.onset() <= 2 * window;
            return isFirst || (whole.kind() == ofServers.kind() && whole.kind() != EventKind.CONTENTION);
        }

        /** Some data servers are overloaded and have a good part of all load: they make all operations slow. */
        private boolean isCarriedByServers() {
            return means().partOfOverloaded(TIMES_ALL, ofDataServers.levels().most()) >= CARRIED;
        }

        /** The servers have been slow as parts of the whole, and are watched anew when that is over. */
        private void note(TrackedEvent whole, boolean isMetadata) {
            if (!whole.isOpen()) {
                servers.values()
                        .removeIf(each ->
                                each.isMetadata() == isMetadata && each.open().isEmpty());
            } else {
                long start = whole.start();
                servers.keySet()
                        .removeAll(serverEvents.mergeInto(
                                whole, isMetadata, part -> isPart(part, whole), FileSystemWatch.this::openOn, out));
                if (whole.start() < start && history.holds(whole.start())) {
                    whole.moved(history.traffic(whole.start(), time));
                }
            }
            out.accept(whole);
        }

        private LoadLevel level(EventType type) {
            HarmlessLevels levels = climates.get(type).levels();
            return level(type, RecentLoad.of(type), levels.busy(), levels.high(), levels.most(), levels.provisional());
        }

        private LoadLevel level(
                EventType type,
                ToDoubleFunction<LoadSample> value,
                double low,
                double high,
                double most,
                boolean provisional) {
            return new LoadLevel(
                    type,
                    recent.mean(time, window, value),
                    low,
                    high,
                    most,
                    provisional,
                    recent.lastCrossing(time - 2 * window, time, high, value),
                    recent.hasBelow(time - 2 * window, time, high, value),
                    type != EventType.HOTSPOT && recent.reachesBack(time, 2 * window)
                            ? recent.largestRise(window / 3, value)
                            : Double.NaN,
                    type != EventType.HOTSPOT ? recent.newestToLargest(time, window, value) : Double.NaN);
        }

        void step(String server, Map<String, Double> slowdowns) {
            ScopeWatch known = servers.get(server);
            if (known == null && slowdowns.values().stream().allMatch(value -> value < policy.harm())) {
                return;
            }
            ScopeWatch watch = known == null
                    ? new ScopeWatch(server, slowdowns.keySet().stream().allMatch(ProbeOperationTargets::isMetadata))
                    : known;
            servers.put(server, watch);
            boolean isMetadata = watch.isMetadata();
            double others =
                    TIMES_OTHERS * means().medianOfOthers(recent.mean(time, window, RecentLoad.of(server)), isMetadata);
            HarmlessLevels levels = (isMetadata ? ofMetadataServers : ofDataServers).levels();
            LoadLevel level = level(
                    EventType.HOTSPOT,
                    RecentLoad.of(server),
                    levels.busy(),
                    levels.high(),
                    Math.max(others, levels.most()),
                    levels.provisional());
            boolean alone = !isWholeHarmed(isMetadata, level) && !Double.isNaN(others);
            watch.step(
                    new ScopeWatch.Step(
                            time, sample, slowdowns, untrained, hosts, level, List.of(level), alone, recent),
                    policy,
                    event -> {
                        if (event.isOpen()) {
                            serverEvents.begin(event, isMetadata, policy, out);
                        } else {
                            serverEvents.end(event, out);
                        }
                    });
            if (watch.isQuiet()) {
                servers.remove(server);
            }
        }

        /**
         * Where servers keep both, one of them slows names of all, but data of its own only. While metadata operations are
         * too many, only what has much load itself is an event of its own.
         */
        private boolean isWholeHarmed(boolean isMetadata, LoadLevel ofServer) {
            if (!shared || isMetadata) {
                return (isMetadata ? metadata : data).isHarmed();
            }
            return isDataSlow
                    || data.open().stream()
                            .anyMatch(event -> event.kind() != EventKind.CONTENTION
                                    || event.type() != EventType.METADATA
                                    || !ofServer.isBeyondAll());
        }

        void noteSlowness() {
            dataSlowAt = data.isQuiet() ? dataSlowAt : time;
            metadataSlowAt = metadata.isQuiet() ? metadataSlowAt : time;
            servers.keySet().forEach(server -> serversSlowAt.put(server, time));
            serversSlowAt.values().removeIf(this::isLongAgo);
        }

        private boolean isLongAgo(long slowAt) {
            return slowAt <= time - learnedWithin;
        }

        void learn() {
            // No sample may have ended in that window if they are longer; their harm shows before they end.
            long learned = sample.intervalMillis() > window ? time : time - window;
            for (EventType type : CLIMATES) {
                boolean isOfMetadata = type == EventType.METADATA && !shared;
                double load = recent.mean(learned, window, RecentLoad.of(type));
                if (isLongAgo(isOfMetadata ? metadataSlowAt : dataSlowAt) && !Double.isNaN(load)) {
                    climates.get(type).add(learned, load, sample.intervalMillis());
                }
            }
            recent.meansOfServers(learned, window).forEachKnown((server, isMetadata, perSecond) -> {
                if (isLongAgo(isMetadata ? metadataSlowAt : dataSlowAt) && !serversSlowAt.containsKey(server)) {
                    (isMetadata ? ofMetadataServers : ofDataServers).add(learned, perSecond, sample.intervalMillis());
                }
            });
        }
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeBoolean(shared);
        recent.writeTo(out);
        for (EventType type : CLIMATES) {
            climates.get(type).writeTo(out);
        }
        ofDataServers.writeTo(out);
        ofMetadataServers.writeTo(out);
        data.writeTo(out);
        metadata.writeTo(out);
        BinaryCollections.writeMap(servers, out, BinaryCollections.TEXT, ScopeWatch::writeTo);
        serverEvents.writeTo(out);
        capacity.writeTo(out);
        history.writeTo(out);
        probed.writeTo(out);
        BinaryCollections.writeMap(serversSlowAt, out, BinaryCollections.TEXT, BinaryCollections.LONG);
        out.writeLong(dataSlowAt);
        out.writeLong(metadataSlowAt);
        for (LoadWatch load : loads.values()) {
            load.writeTo(out);
        }
    }

    /** @return what {@link #writeTo} wrote */
    public static FileSystemWatch readFrom(DataInput in) throws IOException {
        FileSystemWatch watch = new FileSystemWatch();
        watch.shared = in.readBoolean();
        watch.recent = RecentLoad.readFrom(in);
        for (EventType type : CLIMATES) {
            watch.climates.put(type, HarmlessClimate.readFrom(in));
        }
        watch.ofDataServers = HarmlessClimate.readFrom(in);
        watch.ofMetadataServers = HarmlessClimate.readFrom(in);
        watch.data = ScopeWatch.readFrom(in);
        watch.metadata = ScopeWatch.readFrom(in);
        BinaryCollections.readMap(watch.servers, in, DataInput::readUTF, ScopeWatch::readFrom);
        watch.serverEvents = ServerEvents.readFrom(in);
        watch.capacity = CapacityWatch.readFrom(in);
        watch.history = RateHistory.readFrom(in);
        watch.probed = ProbedMinutes.readFrom(in);
        BinaryCollections.readMap(watch.serversSlowAt, in, DataInput::readUTF, DataInput::readLong);
        watch.dataSlowAt = in.readLong();
        watch.metadataSlowAt = in.readLong();
        for (EventType load : SHARED_LOADS) {
            watch.loads.put(load, LoadWatch.readFrom(in, load));
        }
        return watch;
    }
}
