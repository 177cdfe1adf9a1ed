package io.barograph.contention.degradation;

import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.contention.load.LoadLevel;
import io.barograph.contention.load.LoadSample;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Slowness of one set of servers, and the load that explains it or not: all data servers, all metadata servers, or one
 * server.
 *
 * <p>A load explains slowness if its mean is far above its climate's 99.9th percentile; one of all servers also has to
 * be many times its 95th, or the slowness great, and to have come at once. If the slowness lasts, it explains it above
 * the 99.9th percentile, and one of all servers also if it has risen above the 95th shortly before the slowness began.
 * The load furthest above it gives the type, as writes make reads slow as well. If the slowness outlasts a load of the
 * last kind, that one was not its cause: a degradation goes on in place of the contention. Slowness of all servers that
 * has lasted for {@link ContentionPolicy#calmFor} without such a load is taken for their own, and that of one server
 * that counts as degraded; as jobs pile up on slow servers, only a load twice as high that doubles the slowness is the
 * cause from then on. Slowness under a usual load that lasts for {@link
 * ContentionPolicy#degradedAfter} is a degradation, and under a higher one that does not explain it after {@link
 * ContentionPolicy#unexplainedAfter}; after so long it is unexplained where the load is not known. Within an hour of
 * an event of all servers harm of twice the limit is believed at once. Contention that opens meanwhile goes on in the place
 * of an unexplained event.
 *
 * <p>An event is over when operations have not been slow for {@link ContentionPolicy#calmFor}, or when its load has been
 * below the 75th percentile for as long.
 *
 * <p>Size: at most three events that are open.
 */
public final class ScopeWatch {
    private static final long NONE = TrackedEvent.NONE;
    private static final double CLEAR = 1.5;
    private static final double EVIDENT = 2;
    private static final double BEYOND_DOUBT = 3;
    private static final long REMEMBERED_MILLIS = Duration.ofHours(1).toMillis();

    private final String server;
    private final boolean metadata;
    private HarmWatch harm = new HarmWatch();
    private final EnumMap<EventType, TrackedEvent> open = new EnumMap<>(EventType.class);
    private final EnumMap<EventType, Long> lowSince = new EnumMap<>(EventType.class);
    /** Since when the load of a contention that rests on its rise alone has been no higher than usual. */
    private final EnumMap<EventType, Long> usualSince = new EnumMap<>(EventType.class);

    private final EnumSet<EventType> byRise = EnumSet.noneOf(EventType.class);
    /** Labels with which loads rose shortly before operations got slow. */
    private final EnumMap<EventType, Long> risenAt = new EnumMap<>(EventType.class);

    private final Unexplained unexplained = new Unexplained();
    /** Slow with no load that explains it: degraded, or unexplained. */
    private TrackedEvent degraded;

    private long unexplainedUntil = NONE;
    /** End of the latest event: a baseline against which harm was seen is good enough to see it again. */
    private long harmedUntil = NONE;

    private EventType rival = EventType.UNKNOWN;
    private int rivalSteps;

    /** Slowness without a load that explains it. */
    private static final class Unexplained {
        private long since = NONE;
        private double largestLoad = Double.NaN;
        private int slowdowns;
        private double worstSum;
        private double leastSum;

        /**
         * @param worst slowdown of the slowest operation
         * @param least slowdown of the fastest operation
         */
        void add(double load, double worst, double least) {
            if (!(load <= largestLoad) && !Double.isNaN(load)) {
                largestLoad = load;
            }
            if (!Double.isNaN(worst)) {
                slowdowns++;
                worstSum += worst;
                leastSum += least;
            }
        }

        void begin(long time) {
            since = time;
            largestLoad = Double.NaN;
            slowdowns = 0;
            worstSum = 0;
            leastSum = 0;
        }

        boolean lasts(long time, long millis) {
            return since != NONE && time - since >= millis;
        }

        double largestLoad() {
            return largestLoad;
        }

        /** @return mean of the slowest operation */
        double slowdown() {
            return worstSum / slowdowns;
        }

        /** @return mean of the fastest operation */
        double leastSlowdown() {
            return leastSum / slowdowns;
        }
    }

    /**
     * One step of a watch.
     *
     * @param sample what the servers did in the interval that ends now; null if nothing new is known
     * @param untrained operations of which hardly a calm minute is known
     * @param hosts probing hosts that the slowdowns are of
     * @param mayOpen false while a larger scope shows the same
     * @param recent newest samples, oldest first, the one of this step included
     */
    public record Step(
            long time,
            LoadSample sample,
            Map<String, Double> slowdowns,
            Set<String> untrained,
            int hosts,
            LoadLevel total,
            List<LoadLevel> loads,
            boolean mayOpen,
            Iterable<LoadSample> recent) {
        public long intervalMillis() {
            long interval = 0;
            for (LoadSample each : recent) {
                interval = each.intervalMillis();
            }
            return interval;
        }
    }

    public ScopeWatch(String server, boolean metadata) {
        this.server = server;
        this.metadata = metadata;
    }

    public boolean isMetadata() {
        return metadata;
    }

    public void step(Step step, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        boolean isHarmedLately = isLately(harmedUntil, step.time);
        // The live slowdown of one server is a median of a handful of timings: it is believed when all of them are
        // others.
        harm.step(
                step.time,
                step.slowdowns,
                isHarmedLately ? Set.of() : step.untrained,
                policy,
                neededMillis(step, policy),
                isHarmedLately && server.isEmpty() ? EVIDENT * policy.harm() : Double.POSITIVE_INFINITY);
        if (!harm.isHarmed()) {
            if (!isQuiet()) {
                closeAll(harm.calmSince(), policy.window().toMillis() / 2, out);
            }
            return;
        }
        if (!step.mayOpen && open.isEmpty() && degraded == null) {
            // While the whole file system is slow, no single server is blamed, and its own slowness starts anew
            // afterwards.
            unexplained.begin(step.time);
            return;
        }
        noteRises(step, policy);
        follow(step);
        closeUnloaded(step, policy, out);
        reviseOutlasted(step, policy, out);
        boolean explained = !open.isEmpty();
        if (!explained && degraded == null) {
            if (harm.isCalm()) {
                unexplained.begin(step.time); // slow again is slow anew
            } else if (unexplained.since == NONE) {
                unexplained.begin(harm.since());
            }
        }
        if (step.mayOpen) {
            openContention(step, policy, out);
        }
        if (open.isEmpty()) {
            unexplained.add(step.total.perSecond(), harm.worst(), harm.least());
            if (step.mayOpen) {
                openDegraded(step, policy, out);
            }
        } else if (degraded == null) {
            unexplained.since = NONE;
        }
    }

    private long neededMillis(Step step, ContentionPolicy policy) {
        if (server.isEmpty()) {
            return 0;
        }
        long window = policy.window().toMillis();
        return step.loads.stream().anyMatch(LoadLevel::isBeyondAll) ? window / 2 : window;
    }

    /** @return true if nothing is slow and nothing is open */
    public boolean isQuiet() {
        return harm.isQuiet() && open.isEmpty() && degraded == null && unexplained.since == NONE;
    }

    public boolean isHarmed() {
        return harm.isHarmed();
    }

    public List<TrackedEvent> open() {
        List<TrackedEvent> all = new ArrayList<>(open.values());
        if (degraded != null) {
            all.add(degraded);
        }
        return all;
    }

    /** @return the event of a kind that is open; null if there is none */
    public TrackedEvent open(EventKind kind) {
        return open().stream().filter(event -> event.kind() == kind).findFirst().orElse(null);
    }

    private void follow(Step step) {
        for (TrackedEvent event : open()) {
            if (step.sample != null) {
                event.move(step.sample.traffic(server), harm.isCalm() || lowSince.containsKey(event.type()));
            }
            event.slowed(step.time, harm.worstOperation(), harm.worst());
            if (!harm.isCalm()) {
                event.waited(harm.worst());
            }
        }
        for (LoadLevel load : step.loads) {
            TrackedEvent event = open.get(load.type());
            if (event != null) {
                event.loaded(load.perSecond());
            }
        }
        if (degraded != null) {
            degraded.loaded(step.total.perSecond());
        }
    }

    private void closeUnloaded(Step step, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        for (LoadLevel load : step.loads) {
            if (!open.containsKey(load.type())) {
                continue;
            }
            if (load.isLow()) {
                lowSince.putIfAbsent(load.type(), step.time);
            } else if (!Double.isNaN(load.perSecond())) {
                lowSince.remove(load.type());
            }
            Long since = lowSince.get(load.type());
            if (since != null && step.time - since >= policy.calmFor().toMillis()) {
                TrackedEvent event = open.remove(load.type());
                lowSince.remove(load.type());
                event.end(since - policy.window().toMillis() / 2);
                harmedUntil = event.end();
                out.accept(event);
                if (open.isEmpty() && degraded == null) {
                    unexplained.begin(since);
                }
            }
        }
    }

    private void noteRises(Step step, ContentionPolicy policy) {
        if (step.time - harm.since() > policy.window().toMillis()) {
            return;
        }
        for (LoadLevel load : step.loads) {
            if (load.isHigh() && load.hasRisen() && !open.containsKey(load.type())) {
                risenAt.putIfAbsent(load.type(), load.crossedAt());
            }
        }
    }

    /** What outlasts the load that seemed to cause it has another cause. */
    private void reviseOutlasted(Step step, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        for (LoadLevel load : step.loads) {
            if (!byRise.contains(load.type()) || !open.containsKey(load.type())) {
                continue;
            }
            if (load.isBeyondAll()) {
                byRise.remove(load.type());
                continue;
            }
            boolean outlasts = !load.isHigh() && harm.worst() >= policy.harm();
            if (!outlasts) {
                usualSince.remove(load.type());
                continue;
            }
            long since = usualSince.computeIfAbsent(load.type(), unused -> step.time);
            if (step.time - since >= policy.calmFor().toMillis() && open.size() == 1 && degraded == null) {
                TrackedEvent wrong = open.remove(load.type());
                lowSince.remove(load.type());
                degraded = degraded(EventKind.DEGRADED, wrong.onset(), step, policy);
                degraded.beginAt(wrong.start());
                degraded.resemble(wrong);
                degraded.moved(wrong.moved());
                wrong.end(step.time);
                wrong.mergeInto(degraded.onset());
                out.accept(wrong);
                out.accept(degraded);
            }
        }
    }

    private TrackedEvent degraded(EventKind kind, long onset, Step step, ContentionPolicy policy) {
        TrackedEvent event =
                new TrackedEvent(kind, ProbeOperationTargets.typeOf(harm.worstOperation()), server, onset, step.time);
        event.crossed(policy.harm(), step.total.provisional());
        event.loaded(step.total.perSecond());
        // A server may have been slow before all were slow for a moment.
        event.beginAt((server.isEmpty() ? onset : Math.min(onset, harm.since()))
                - policy.window().toMillis() / 2);
        begin(event, step);
        return event;
    }

    private void openContention(Step step, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        LoadLevel cause = null;
        for (LoadLevel load : step.loads) {
            if (isCause(load, step, policy) && (cause == null || load.isFurtherUpThan(cause))) {
                cause = load;
            }
        }
        if (cause == null || harm.isCalm() || open.containsKey(cause.type()) || !explains(cause, step, policy)) {
            return;
        }
        // Harm that was not believed at once began before the newest samples, in which its load crossed its limit.
        boolean isBelievedLate = harm.hasJustBegun()
                && step.time - harm.since() > 2 * policy.window().toMillis();
        Long risen = risenAt.remove(cause.type());
        long crossed = risen == null || cause.isBeyondAll() ? cause.crossedAt() : risen;
        long onset = isBelievedLate ? harm.since() : crossed;
        TrackedEvent event = new TrackedEvent(EventKind.CONTENTION, cause.type(), server, onset, step.time);
        event.crossed(cause.high(), cause.provisional());
        event.loaded(cause.perSecond());
        event.beginAt(onset - step.intervalMillis());
        begin(event, step);
        open.put(cause.type(), event);
        if (!cause.isBeyondAll()) {
            byRise.add(cause.type());
        }
        out.accept(event);
        if (degraded != null && degraded.kind() == EventKind.UNEXPLAINED) {
            degraded.end(step.time);
            degraded.mergeInto(event.onset());
            out.accept(degraded);
            degraded = null;
        }
    }

    /**
     * A load of one server that is far beyond all that did no harm is believed at once. One of all servers also has to be
     * great, many times as high or with operations that are very slow, and to have come at once. Any other has to go on,
     * that of one server for as long as a window and that of all servers, as short waits are part of a busy site, for a
     * window and a half more than that. One of all servers that is no more than high has to have risen shortly before.
     */
    private boolean isCause(LoadLevel load, Step step, ContentionPolicy policy) {
        boolean isOfOne = !server.isEmpty();
        boolean isGreat = load.isManyTimesHigh() || harm.worst() >= EVIDENT * policy.harm();
        if (load.isFarBeyondAll() && (isOfOne || (isGreat && load.isOneStep()))) {
            return true;
        }
        long window = policy.window().toMillis();
        long needed = isOfOne ? window : policy.calmFor().toMillis() + window / 2;
        long since = unexplained.since == NONE ? harm.since() : unexplained.since;
        boolean lasts = harm.worst() >= policy.harm() && step.time - since >= needed;
        boolean hasRisen = load.isHigh() && risenAt.containsKey(load.type());
        return lasts && (load.isBeyondAll() || (hasRisen && !isOfOne));
    }

    /** A single server has a load like that at once, or as what waited for it while it was degraded. */
    private boolean isSlowOfItself(LoadLevel cause, Step step, ContentionPolicy policy) {
        if (!server.isEmpty()) {
            return degraded != null;
        }
        boolean isWaitedFor = risenAt.containsKey(cause.type());
        long own = policy.calmFor().toMillis() + (isWaitedFor ? policy.window().toMillis() : 0);
        return !harm.hasJustBegun() && unexplained.lasts(step.time, own);
    }

    private boolean explains(LoadLevel cause, Step step, ContentionPolicy policy) {
        if (open.isEmpty()) {
            boolean doublesLoad = cause.perSecond() >= policy.harm() * cause.high();
            boolean doublesSlowness = harm.worst() >= policy.harm() * unexplained.slowdown();
            return !isSlowOfItself(cause, step, policy) || (doublesSlowness && doublesLoad && cause.isOneStep());
        }
        // With one cause known, another must have more of the load for as long as harm needs to be believed, and do
        // half the harm: what waited for the first comes when that ends, and is served sooner.
        for (TrackedEvent event : open.values()) {
            if (harm.worst() * policy.harm() < event.meanSlowdown()) {
                rivalSteps = 0;
                return false;
            }
        }
        for (LoadLevel load : step.loads) {
            if (open.containsKey(load.type()) && load.isAtLeast(cause)) {
                rivalSteps = 0;
                return false;
            }
        }
        rivalSteps = rival == cause.type() ? rivalSteps + 1 : 1;
        rival = cause.type();
        return rivalSteps >= policy.harmSteps();
    }

    private void openDegraded(Step step, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        boolean isLoadKnown = !Double.isNaN(unexplained.largestLoad()) && !Double.isNaN(step.total.high());
        boolean again = isLately(unexplainedUntil, step.time) && unexplained.slowdown() >= EVIDENT * policy.harm();
        long needed = again
                ? 0
                : (isLoadKnown && isUsual(step) && isClear(step, policy)
                                        ? policy.degradedAfter()
                                        : policy.unexplainedAfter())
                                .toMillis()
                        - policy.window().toMillis() / 2;
        if (degraded != null
                || !(harm.worst() >= policy.harm())
                || !unexplained.lasts(step.time, needed)
                || !(unexplained.slowdown() >= policy.harm())) {
            return;
        }
        degraded = degraded(
                isLoadKnown && !again ? EventKind.DEGRADED : EventKind.UNEXPLAINED, unexplained.since, step, policy);
        if (degraded.kind() == EventKind.UNEXPLAINED && step.hosts == 1 && harm.slowOperations() == 1) {
            degraded.show(HarmEvidence.SINGLE_SOURCE);
        }
        out.accept(degraded);
    }

    /** @return true if no load is, or was while operations were slow, so high that it might have a part in it */
    private boolean isUsual(Step step) {
        return !(unexplained.largestLoad() > step.total.high())
                && step.loads.stream().noneMatch(LoadLevel::isHigh);
    }

    /**
     * The live slowdown of one server is a median of few timings, and its load varies more than that of all: all of its
     * operations have to be slow, and more so under much load. A cache can hide it from some of them, then one has to be very
     * slow.
     */
    private boolean isClear(Step step, ContentionPolicy policy) {
        if (server.isEmpty()) {
            return true;
        }
        double times = unexplained.largestLoad() > step.total.low() ? EVIDENT : CLEAR;
        return unexplained.slowdown() >= times * policy.harm()
                && (unexplained.leastSlowdown() >= policy.harm()
                        || unexplained.slowdown() >= BEYOND_DOUBT * policy.harm());
    }

    private static boolean isLately(long end, long time) {
        return end != NONE && time - end <= REMEMBERED_MILLIS;
    }

    private void begin(TrackedEvent event, Step step) {
        event.show(HarmEvidence.PROBE);
        event.slowed(step.time, harm.worstOperation(), harm.worst());
        for (LoadSample sample : step.recent) {
            if (sample.time() >= event.onset()) {
                event.move(sample.traffic(server), false);
            }
        }
    }

    /** Medians and means over a window lag by half of it. */
    private void closeAll(long time, long lag, Consumer<TrackedEvent> out) {
        for (TrackedEvent event : open()) {
            event.end(Math.min(time, lowSince.getOrDefault(event.type(), time)) - lag);
            harmedUntil = event.end();
            out.accept(event);
        }
        if (degraded != null && degraded.kind() == EventKind.UNEXPLAINED) {
            unexplainedUntil = degraded.end();
        }
        open.clear();
        lowSince.clear();
        usualSince.clear();
        byRise.clear();
        risenAt.clear();
        degraded = null;
        unexplained.since = NONE;
        rival = EventType.UNKNOWN;
        rivalSteps = 0;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(server);
        out.writeBoolean(metadata);
        harm.writeTo(out);
        BinaryCollections.write(open.values(), out, TrackedEvent::writeTo);
        BinaryCollections.writeMap(lowSince, out, BinaryCollections::writeName, BinaryCollections.LONG);
        BinaryCollections.writeMap(usualSince, out, BinaryCollections::writeName, BinaryCollections.LONG);
        BinaryCollections.write(byRise, out, BinaryCollections::writeName);
        BinaryCollections.writeMap(risenAt, out, BinaryCollections::writeName, BinaryCollections.LONG);
        out.writeLong(unexplained.since);
        out.writeDouble(unexplained.largestLoad);
        out.writeInt(unexplained.slowdowns);
        out.writeDouble(unexplained.worstSum);
        out.writeDouble(unexplained.leastSum);
        BinaryCollections.writeOptional(degraded, out, TrackedEvent::writeTo);
        out.writeLong(unexplainedUntil);
        out.writeLong(harmedUntil);
        out.writeUTF(rival.name());
        out.writeInt(rivalSteps);
    }

    private static EventType readType(DataInput in) throws IOException {
        return EventType.valueOf(in.readUTF());
    }

    public static ScopeWatch readFrom(DataInput in) throws IOException {
        ScopeWatch watch = new ScopeWatch(in.readUTF(), in.readBoolean());
        watch.harm = HarmWatch.readFrom(in);
        BinaryCollections.read(in, TrackedEvent::readFrom, event -> watch.open.put(event.type(), event));
        BinaryCollections.readMap(watch.lowSince, in, ScopeWatch::readType, DataInput::readLong);
        BinaryCollections.readMap(watch.usualSince, in, ScopeWatch::readType, DataInput::readLong);
        BinaryCollections.read(in, ScopeWatch::readType, watch.byRise::add);
        BinaryCollections.readMap(watch.risenAt, in, ScopeWatch::readType, DataInput::readLong);
        watch.unexplained.since = in.readLong();
        watch.unexplained.largestLoad = in.readDouble();
        watch.unexplained.slowdowns = in.readInt();
        watch.unexplained.worstSum = in.readDouble();
        watch.unexplained.leastSum = in.readDouble();
        if (in.readBoolean()) {
            watch.degraded = TrackedEvent.readFrom(in);
        }
        watch.unexplainedUntil = in.readLong();
        watch.harmedUntil = in.readLong();
        watch.rival = EventType.valueOf(in.readUTF());
        watch.rivalSteps = in.readInt();
        return watch;
    }
}
