package io.barograph.alerting;

import io.barograph.alerting.AlertNotification.Item;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.AlertSource.Nature;
import io.barograph.alerting.ChannelAlertState.Level;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of one alert: what one rule says of one thing. It goes from quiet over pending to open, and by way of clearing
 * to over; what is over may begin again, as another episode. What is not heard of any more becomes unknown, and after a
 * day it is no longer followed, so that nothing stays open for ever.
 */
final class AlertCondition {
    private enum Phase {
        QUIET,
        PENDING,
        OPEN,
        CLEARING,
        OVER
    }

    private static final long MAX_UNKNOWN = Duration.ofDays(1).toMillis();
    /** Time that an input has to go on after this program has been away. */
    private static final long GRACE = Duration.ofMinutes(1).toMillis();

    private static final RecordForm<AlertDescription> STORY = RecordForm.of(AlertDescription.class);

    final String key;
    final String rule;
    final AlertSource source;
    final String fileSystem;
    private final String type;
    private final Map<String, ChannelAlertState> channelStates = new LinkedHashMap<>();

    private String application;
    private Phase phase = Phase.QUIET;
    private Severity severity = Severity.INFO;
    private long since;
    private long until;
    private long pendingSince;
    private long clearingSince;
    private long lastTime = Long.MIN_VALUE;
    private long lastOrder = Long.MIN_VALUE;
    private long heardAt;
    private int episode;
    private boolean unknown;
    private boolean late;
    private boolean abandoned;
    private AlertDescription story = AlertDescription.NONE;

    private AlertCondition(
            String key, String rule, AlertSource source, String fileSystem, String type, String application) {
        this.key = key;
        this.rule = rule;
        this.source = source;
        this.fileSystem = fileSystem;
        this.type = type;
        this.application = application;
    }

    static AlertCondition of(String key, AlertRule rule, AlertSignal signal) {
        return new AlertCondition(
                key, rule.name(), signal.source(), signal.fileSystem(), signal.type(), signal.application());
    }

    static AlertCondition of(AlertView view) {
        return new AlertCondition(
                view.key(), view.rule(), view.source(), view.fileSystem(), view.type(), view.application());
    }

    static String key(AlertRule rule, AlertSignal observation) {
        return rule.name() + "|" + observation.source() + "|" + observation.identity();
    }

    /**
     * Something that is seen, and what it is judged by.
     *
     * @param now wall clock
     */
    record Sighting(AlertPolicy policy, AlertRule rule, AlertSignal signal, long now) {
        private boolean isBreach() {
            return rule.isBreachedBy(signal.value());
        }

        private Severity severity() {
            return rule.severityOf(signal.value());
        }
    }

    /** One that is not newer than the last changes nothing. */
    void observe(Sighting seen) {
        AlertSignal signal = seen.signal();
        long time = signal.time();
        if (time < lastTime || (time == lastTime && signal.order() <= lastOrder)) {
            return;
        }
        boolean gap = lastTime != Long.MIN_VALUE && time - lastTime > longestGap(seen);
        lastTime = time;
        lastOrder = signal.order();
        heardAt = seen.now();
        unknown = false;
        story = signal.story();
        if (!signal.application().isEmpty()) {
            application = signal.application(); // the first suspect may be known later
        }
        switch (source.nature()) {
            case LEVEL -> level(seen, gap, seen.isBreach(), seen.rule().isClearedBy(signal.value()));
            case ABSENCE, RESPONSE -> absence(seen, gap);
            default -> event(seen);
        }
    }

    /** A pending failure that is not seen for longer begins anew. */
    private long longestGap(Sighting seen) {
        return source.nature() == Nature.RESPONSE ? seen.rule().after() : source.staleAfter(seen.policy());
    }

    private void level(Sighting seen, boolean gap, boolean breached, boolean cleared) {
        long time = seen.signal().time();
        if ((phase == Phase.QUIET || phase == Phase.OVER) && breached) {
            phase = Phase.PENDING;
            pendingSince = time;
        } else if (phase == Phase.PENDING && (!breached || gap)) {
            phase = breached ? Phase.PENDING : rest();
            pendingSince = time;
        } else if (phase == Phase.OPEN && cleared) {
            phase = Phase.CLEARING;
            clearingSince = time;
        } else if (phase == Phase.CLEARING && !cleared) {
            phase = Phase.OPEN;
        }
        if (phase == Phase.PENDING && time - pendingSince >= seen.rule().after()) {
            open(seen, pendingSince, time);
        } else if (phase == Phase.OPEN && breached) {
            severity = severity.worse(seen.severity());
        }
        if (phase == Phase.CLEARING && time - clearingSince >= seen.rule().after()) {
            end(clearingSince);
        }
    }

    private Phase rest() {
        return episode > 0 ? Phase.OVER : Phase.QUIET;
    }

    /** A failure has to last; being heard again ends it at once. */
    private void absence(Sighting seen, boolean gap) {
        AlertSignal signal = seen.signal();
        boolean failing = signal.status() == Status.ACTIVE;
        if (isOpen() && !failing) {
            end(signal.time());
        } else if (!isOpen()) {
            level(seen, gap, failing, !failing);
        }
        if (signal.status() == Status.ENDED) {
            abandoned = true;
        }
    }

    private void event(Sighting seen) {
        AlertSignal signal = seen.signal();
        boolean over = signal.status() == Status.OVER;
        boolean believed = seen.isBreach();
        if (isOpen()) {
            if (believed) {
                severity = severity.worse(seen.severity());
            }
            if (over) {
                end(signal.until());
            }
        } else if (phase != Phase.OVER || (abandoned && !over)) {
            long end = over ? signal.until() : signal.time();
            if (believed && end - signal.since() >= seen.rule().after() && !(over && isMomentary())) {
                open(seen, signal.since(), end);
                until = signal.until();
            } else {
                phase = Phase.PENDING;
            }
            if (over) {
                end(signal.until());
            }
        }
    }

    private boolean isMomentary() {
        return source.nature() == Nature.MOMENT;
    }

    private void open(Sighting seen, long begin, long about) {
        begin(begin, seen.severity());
        abandoned = false;
        late = seen.now() - about > seen.policy().catchUpAfter();
    }

    private void begin(long at, Severity first) {
        phase = Phase.OPEN;
        episode++;
        since = at;
        until = 0;
        severity = first;
    }

    private void end(long at) {
        phase = Phase.OVER;
        until = at;
    }

    /** Finds out what is not heard of any more. */
    void tick(AlertPolicy policy, AlertRule itsRule, long now) {
        if (source.nature() == Nature.ABSENCE) {
            boolean silent = !abandoned && isSilentFor(itsRule.after(), now);
            if (silent && !isOpen()) {
                begin(lastTime, itsRule.severity());
                late = false;
            }
            unknown = silent;
        } else if (phase == Phase.PENDING && isSilentFor(source.staleAfter(policy), now)) {
            phase = rest();
        } else if (isOpen() && !isMomentary()) {
            unknown = isSilentFor(source.staleAfter(policy), now);
        }
        if (isOpen() && unknown && now - lastTime > MAX_UNKNOWN + source.staleAfter(policy)) {
            abandon();
        }
    }

    /** It is no longer followed, whatever became of it. */
    void abandon() {
        end(lastTime);
        unknown = true;
        abandoned = true;
    }

    private boolean isSilentFor(long limit, long now) {
        return now - lastTime > limit && now - heardAt > Math.min(GRACE, limit);
    }

    /** The program has been away: inputs get time to go on. */
    void resume(long now) {
        heardAt = now;
    }

    /** Goes on from what was sent after the state that is at hand. */
    void recall(AlertView view) {
        if (view.observedAt() >= lastTime || view.episode() > episode) {
            phase = view.over() ? Phase.OVER : Phase.OPEN;
            severity = view.severity();
            since = view.since();
            until = view.until();
            lastTime = Math.max(lastTime, view.observedAt());
            lastOrder = view.order();
            episode = view.episode();
            unknown = view.unknown();
            abandoned = view.over() && view.unknown();
            late = false;
            story = view.story();
        }
    }

    /** What a message said of it is what its channel knows from now on. */
    void conclude(AlertNotification notice, Item item, boolean delivered, long now) {
        channelState(notice.channel())
                .record(Level.after(item.change(), delivered), item.view(), notice.thread(), notice.opening(), now);
    }

    ChannelAlertState channelState(String channel) {
        return channelStates.computeIfAbsent(channel, name -> new ChannelAlertState());
    }

    /** @param other null for nothing */
    boolean isWorseThan(Severity other) {
        return other == null || severity.compareTo(other) > 0;
    }

    /** @return rule and file system; alerts that begin together share a message if these are the same */
    List<String> subject() {
        return List.of(rule, fileSystem);
    }

    boolean isKnownTo(String channel) {
        return channelStates.containsKey(channel);
    }

    boolean hasBegun() {
        return episode > 0 && phase != Phase.PENDING;
    }

    boolean isOpen() {
        return phase == Phase.OPEN || phase == Phase.CLEARING;
    }

    boolean isLate() {
        return late;
    }

    /** A program that is heard again before its silence was sent needs no message. */
    boolean isReportedAfterEnd() {
        return source.nature() != Nature.ABSENCE && source.nature() != Nature.RESPONSE;
    }

    /** Whether it can be forgotten: nothing is left to send of it, and its input does not have to be missed. */
    boolean isForgettable(long now, long keptFor) {
        if (isOpen()) {
            return isMomentary() && now - lastTime > keptFor && hasNoChannelAt(Level.HELD);
        }
        boolean missed = source.nature() == Nature.ABSENCE && !abandoned;
        boolean settled = hasNoChannelAt(Level.OPEN) && hasNoChannelAt(Level.HELD);
        return !missed && settled && (abandoned || now - Math.max(lastTime, heardAt) > keptFor);
    }

    private boolean hasNoChannelAt(Level level) {
        return channelStates.values().stream().noneMatch(one -> one.level == level);
    }

    int episode() {
        return episode;
    }

    boolean isIn(AlertScope scope) {
        return scope.holds(source, fileSystem, type, application);
    }

    Severity severity() {
        return severity;
    }

    /** Event time of its last news. */
    long observedAt() {
        return lastTime;
    }

    boolean isUnknown() {
        return unknown;
    }

    String gist() {
        return story.gist();
    }

    AlertView view() {
        return new AlertView(
                key,
                TextLimits.digest(key + "@" + since),
                rule,
                source,
                fileSystem,
                type,
                application,
                severity,
                since,
                until,
                lastTime,
                lastOrder,
                episode,
                !isOpen(),
                unknown,
                story);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeUTF(key);
        out.writeUTF(rule);
        out.writeUTF(source.name());
        out.writeUTF(fileSystem);
        out.writeUTF(type);
        out.writeUTF(application);
        out.writeUTF(phase.name());
        out.writeUTF(severity.name());
        out.writeLong(since);
        out.writeLong(until);
        out.writeLong(pendingSince);
        out.writeLong(clearingSince);
        out.writeLong(lastTime);
        out.writeLong(lastOrder);
        out.writeLong(heardAt);
        out.writeInt(episode);
        out.writeBoolean(unknown);
        out.writeBoolean(late);
        out.writeBoolean(abandoned);
        STORY.write(story, out);
        BinaryCollections.writeMap(channelStates, out, BinaryCollections.TEXT, ChannelAlertState::writeTo);
    }

    static AlertCondition readFrom(DataInput in) throws IOException {
        AlertCondition condition = new AlertCondition(
                in.readUTF(),
                in.readUTF(),
                AlertSource.valueOf(in.readUTF()),
                in.readUTF(),
                in.readUTF(),
                in.readUTF());
        condition.phase = Phase.valueOf(in.readUTF());
        condition.severity = Severity.valueOf(in.readUTF());
        condition.since = in.readLong();
        condition.until = in.readLong();
        condition.pendingSince = in.readLong();
        condition.clearingSince = in.readLong();
        condition.lastTime = in.readLong();
        condition.lastOrder = in.readLong();
        condition.heardAt = in.readLong();
        condition.episode = in.readInt();
        condition.unknown = in.readBoolean();
        condition.late = in.readBoolean();
        condition.abandoned = in.readBoolean();
        condition.story = STORY.read(in);
        BinaryCollections.readMap(condition.channelStates, in, DataInput::readUTF, ChannelAlertState::readFrom);
        return condition;
    }
}
