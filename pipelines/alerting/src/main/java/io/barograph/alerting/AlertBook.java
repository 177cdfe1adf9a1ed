package io.barograph.alerting;

import io.barograph.alerting.AlertNotification.Change;
import io.barograph.alerting.AlertNotification.Digest;
import io.barograph.alerting.AlertNotification.Item;
import io.barograph.alerting.AlertNotification.Kind;
import io.barograph.alerting.AlertNotification.Reason;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.ChannelAlertState.Level;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All alerts, and what each channel has received of them. A message is the difference between what holds and what a
 * channel knows: nothing is queued, so that a message says what holds when it is sent, and whoever reads back what was
 * sent goes on without repeating it.
 *
 * <p>Use: {@link #observe} what comes, {@link #tick} every second, ask {@link #next} for each channel, deliver, and say
 * {@link #concluded}. One thread.
 *
 * <p>Bounds: {@value #MAX_ALERTS} alerts, {@value #MAX_ALERTS_OF_RULE} of a rule, {@value #MAX_ABSENCES_OF_RULE} where
 * silence is the alert, {@value #MAX_RESPONSES_OF_RULE} about the analysis, which come on top; at most 4 kB each with
 * three channels. What does not fit is counted, see {@link #untracked()}. {@value ChannelLedger#MAX_HELD} alerts held
 * back for each channel, {@value #MAX_SILENCES} silences.
 */
public final class AlertBook {
    /** Most alerts that are followed. */
    public static final int MAX_ALERTS = 20_000;

    /** Most alerts of one rule, so that names which an input invents leave room for the alerts of other rules. */
    static final int MAX_ALERTS_OF_RULE = 10_000;

    /** Most things of one rule whose silence is an alert: collectors, file systems. Those known first stay. */
    static final int MAX_ABSENCES_OF_RULE = 1_000;

    /** Most file systems of one rule on the analysis; no limit of a channel holds for them. Those known first stay. */
    static final int MAX_RESPONSES_OF_RULE = 100;

    /** Each is compared with each alert that is due; nobody oversees so many. */
    public static final int MAX_SILENCES = 1000;

    private static final RecordForm<AlertSilence> SILENCE = RecordForm.of(AlertSilence.class);
    private static final int MAX_PER_MESSAGE = 50;
    private static final int PART_FOR_ENDS = 4;
    private static final long KEPT = Duration.ofDays(8).toMillis();
    private static final long KEPT_WHEN_FULL = Duration.ofHours(1).toMillis();
    private static final long CLEANUP_INTERVAL = Duration.ofMinutes(1).toMillis();

    private final AlertPolicy policy;
    private final Map<String, AlertRule> rules = new HashMap<>();
    private final Map<String, AlertCondition> conditions = new LinkedHashMap<>();
    private final Map<String, Integer> alertsOfRules = new HashMap<>();
    private final Map<String, ChannelLedger> ledgers = new LinkedHashMap<>();
    private final Set<String> busyChannels = new HashSet<>();
    private final Map<String, AlertSilence> silences = new LinkedHashMap<>();
    private RecentDeadLetterCounts deadLetters = new RecentDeadLetterCounts();
    private PipelineHeartbeat heartbeat = new PipelineHeartbeat();
    private long messages;
    private long untracked;
    private long refusedSilences;
    private long cleanedAt;

    /** @param policy what becomes an alert, which channel receives it, and how often */
    public AlertBook(AlertPolicy policy) {
        this.policy = policy;
        policy.rules().forEach(rule -> rules.put(rule.name(), rule));
        policy.channels().forEach(channel -> ledgers.put(channel, new ChannelLedger()));
    }

    /**
     * Takes in what is seen. Observations of one identity come in the order of their times; one that comes again changes
     * nothing.
     */
    public void observe(AlertSignal observation, long now) {
        if (observation.source().showsProgress()) {
            heartbeat.progress(observation.time());
        }
        for (AlertRule rule : policy.rules()) {
            if (rule.concerns(observation)) {
                AlertCondition condition = condition(rule, observation, now);
                if (condition != null) {
                    condition.observe(new AlertCondition.Sighting(policy, rule, observation, now));
                }
            }
        }
    }

    private AlertCondition condition(AlertRule rule, AlertSignal observation, long now) {
        String key = AlertCondition.key(rule, observation);
        AlertCondition known = conditions.get(key);
        if (known != null || !isWorthFollowing(rule, observation)) {
            return known;
        }
        return add(AlertCondition.of(key, rule, observation), now);
    }

    /** A healthy source is tracked only if its silence is an alert. */
    private static boolean isWorthFollowing(AlertRule rule, AlertSignal observation) {
        return switch (observation.source().nature()) {
            case LEVEL -> rule.isBreachedBy(observation.value());
            case ABSENCE -> observation.status() != Status.ENDED;
            case MOMENT, RESPONSE -> observation.status() == Status.ACTIVE;
            case EVENT -> true;
        };
    }

    private AlertCondition add(AlertCondition condition, long now) {
        if (isFull(condition)) {
            if (now - cleanedAt >= CLEANUP_INTERVAL) {
                clean(now, KEPT_WHEN_FULL);
            }
            if (isFull(condition)) {
                untracked++;
                return null;
            }
        }
        keep(condition);
        return condition;
    }

    private boolean isFull(AlertCondition condition) {
        AlertSource source = condition.source;
        return (conditions.size() >= MAX_ALERTS && !source.passesLimits())
                || alertsOfRules.getOrDefault(condition.rule, 0) >= maxOfRule(source);
    }

    private static int maxOfRule(AlertSource source) {
        return switch (source.nature()) {
            case ABSENCE -> MAX_ABSENCES_OF_RULE;
            case RESPONSE -> MAX_RESPONSES_OF_RULE;
            case EVENT, LEVEL, MOMENT -> MAX_ALERTS_OF_RULE;
        };
    }

    private void keep(AlertCondition condition) {
        conditions.put(condition.key, condition);
        alertsOfRules.merge(condition.rule, 1, Integer::sum);
    }

    public void countDeadLetter(String source, String reason, long now) {
        deadLetters.add(source, reason, now);
    }

    /**
     * @param silence a silence, or its correction; one that has ended already lifts it. One too many is counted among
     *     the refused inputs
     */
    public void silence(AlertSilence silence, long now) {
        silences.remove(silence.id());
        if (silence.until() <= now) {
            return; // a topic that is read from its begin has many of them
        }
        if (silences.size() < MAX_SILENCES) {
            silences.put(silence.id(), silence);
        } else {
            refusedSilences++;
            countDeadLetter(
                    "alert-instructions",
                    "silence " + silence.id() + " is left out: " + MAX_SILENCES
                            + " hold already; lift some with ./barograph alert unsilence",
                    now);
        }
    }

    /** Finds out what goes by time alone. */
    public void tick(long now) {
        silences.values().removeIf(silence -> silence.until() <= now);
        deadLetters.observe(now).forEach(observation -> observe(observation, now));
        for (AlertCondition condition : conditions.values()) {
            AlertRule rule = rules.get(condition.rule);
            if (rule != null) {
                condition.tick(policy, rule, now);
            }
        }
        if (now - cleanedAt >= CLEANUP_INTERVAL) {
            clean(now, KEPT);
        }
    }

    private void clean(long now, long keptFor) {
        cleanedAt = now;
        conditions.values().removeIf(condition -> {
            boolean isForgotten = condition.isForgettable(now, keptFor);
            if (isForgotten) {
                alertsOfRules.merge(condition.rule, -1, Integer::sum);
            }
            return isForgotten;
        });
    }

    /**
     * @param channel name of a channel that is free
     * @return what it is to be sent now; it is busy then until {@link #concluded}
     */
    public Optional<AlertNotification> next(String channel, long now) {
        ChannelLedger ledger = ledgers.get(channel);
        if (busyChannels.contains(channel)) {
            return Optional.empty();
        }
        Optional<AlertNotification> notice =
                heartbeat(channel, now).or(() -> change(channel, ledger, now)).or(() -> digest(channel, ledger, now));
        notice.ifPresent(unused -> busyChannels.add(channel));
        return notice;
    }

    private Optional<AlertNotification> heartbeat(String channel, long now) {
        if (!channel.equals(policy.heartbeatChannel()) || !heartbeat.isDue(policy, now)) {
            return Optional.empty();
        }
        heartbeat.beat(now);
        return Optional.of(notice(channel, Kind.HEARTBEAT, "heartbeat", Severity.INFO, now, List.of(), null));
    }

    private Optional<AlertNotification> change(String channel, ChannelLedger ledger, long now) {
        List<PendingAlertChange> due = due(channel, ledger, now);
        int room = ledger.room(policy, now);
        int roomToBegin = room - policy.hourlyCap() / PART_FOR_ENDS;
        Map<List<String>, Severity> begunLately = begunLately(channel, due, now);
        Optional<PendingAlertChange> first = due.stream()
                .filter(change -> (change.isRipe(policy, now)
                                || (change.isUrgent()
                                        && change.condition()
                                                .isWorseThan(begunLately.get(
                                                        change.condition().subject()))))
                        && (change.passesHourlyCap() || (change.begins() ? roomToBegin : room) > 0))
                .min(PendingAlertChange.BY_URGENCY);
        List<PendingAlertChange> fitting = first.stream()
                .flatMap(change -> due.stream().filter(change::fitsWith))
                .sorted(PendingAlertChange.WORST_FIRST)
                .toList();
        List<PendingAlertChange> together =
                fitting.stream().limit(MAX_PER_MESSAGE).toList();
        // A flood of one kind leaves room for the other kinds.
        List<PendingAlertChange> tooMany = roomToBegin > 0
                ? fitting.stream().skip(MAX_PER_MESSAGE).toList()
                : due.stream()
                        .filter(change -> change.isRipe(policy, now) && !together.contains(change))
                        .toList();
        tooMany.stream()
                .filter(change -> change.begins() && !change.passesHourlyCap())
                .forEach(change -> hold(change, ledger, Reason.LIMIT, now));
        if (together.isEmpty()) {
            return Optional.empty();
        }
        if (!together.get(0).passesHourlyCap()) {
            ledger.count(now);
        }
        return Optional.of(message(channel, together, now));
    }

    /** The worst that began so lately that what is urgent but no worse waits for more, too; by rule and file system. */
    private Map<List<String>, Severity> begunLately(String channel, List<PendingAlertChange> due, long now) {
        if (due.stream().noneMatch(PendingAlertChange::isUrgent)) {
            return Map.of();
        }
        return conditions.values().stream()
                .filter(condition -> condition.isKnownTo(channel)
                        && condition.channelState(channel).level == ChannelAlertState.Level.OPEN
                        && now - condition.channelState(channel).at < policy.groupWindow())
                .collect(Collectors.toMap(
                        AlertCondition::subject,
                        condition -> condition.channelState(channel).severity,
                        Severity::worse));
    }

    /** What the channel does not know yet; what may not be sent one by one is held back here. */
    private List<PendingAlertChange> due(String channel, ChannelLedger ledger, long now) {
        List<PendingAlertChange> due = new ArrayList<>();
        for (AlertCondition condition : conditions.values()) {
            if (!condition.hasBegun() || !(condition.isKnownTo(channel) || policy.sends(channel, condition))) {
                continue;
            }
            ChannelAlertState channelState = condition.channelState(channel);
            channelState.follow(condition.episode());
            boolean begins = channelState.level == Level.NOTHING || channelState.level == Level.HELD;
            if (begins && ledger.wasDigestedBefore(condition.key)) {
                ledger.letGo(condition.key);
                channelState.digest(condition.episode(), condition.severity(), now);
            }
            PendingAlertChange change = change(condition, channelState, ledger, now);
            if (change == null) {
                channelState.dueSince = 0;
            } else {
                channelState.dueSince = channelState.dueSince == 0 ? now : channelState.dueSince;
                due.add(change);
            }
        }
        return due;
    }

    private PendingAlertChange change(
            AlertCondition condition, ChannelAlertState channelState, ChannelLedger ledger, long now) {
        boolean over = !condition.isOpen();
        return switch (channelState.level) {
            case NOTHING -> beginning(condition, channelState, ledger, now);
            case OVER -> null;
            case HELD ->
                isCriticalNow(condition, now) && now - channelState.at >= policy.cooldown()
                        ? new PendingAlertChange(condition, channelState, Change.BEGUN)
                        : null;
            case DIGESTED, GIVEN_UP ->
                over || condition.severity().compareTo(channelState.severity) <= 0 || isSilenced(condition, now)
                        ? null
                        : new PendingAlertChange(condition, channelState, Change.BEGUN);
            case OPEN ->
                over
                        ? new PendingAlertChange(condition, channelState, Change.OVER)
                        : update(condition, channelState, now);
        };
    }

    /** Whether it must not wait for a digest; old news may. */
    private boolean isCriticalNow(AlertCondition condition, long now) {
        return condition.isOpen()
                && condition.severity() == Severity.CRITICAL
                && now - condition.observedAt() <= policy.catchUpAfter()
                && !isSilenced(condition, now);
    }

    private PendingAlertChange beginning(
            AlertCondition condition, ChannelAlertState channelState, ChannelLedger ledger, long now) {
        boolean over = !condition.isOpen();
        if (isSilenced(condition, now) || (over && !condition.isReportedAfterEnd())) {
            channelState.level = over ? Level.OVER : Level.NOTHING;
            return null;
        }
        PendingAlertChange change =
                new PendingAlertChange(condition, channelState, over ? Change.BEGUN_AND_OVER : Change.BEGUN);
        if (condition.isLate()) {
            hold(change, ledger, Reason.CATCH_UP, now);
            return null;
        }
        if (now - channelState.at < policy.cooldown()) {
            if (over) {
                hold(change, ledger, Reason.REPEATED, now);
            }
            return null;
        }
        return change;
    }

    private PendingAlertChange update(AlertCondition condition, ChannelAlertState channelState, long now) {
        boolean worse = condition.severity().compareTo(channelState.severity) > 0;
        boolean different = condition.isUnknown() != channelState.unknown
                || !condition.gist().equals(channelState.gist);
        boolean due = worse || (different && now - channelState.at >= policy.cooldown());
        return due && !isSilenced(condition, now)
                ? new PendingAlertChange(condition, channelState, Change.CHANGED)
                : null;
    }

    private boolean isSilenced(AlertCondition condition, long now) {
        return silences.values().stream().anyMatch(silence -> silence.covers(condition, now));
    }

    private static void hold(PendingAlertChange change, ChannelLedger ledger, Reason reason, long now) {
        boolean kept = ledger.hold(change.condition().key, reason, now);
        change.channelState().level = kept ? Level.HELD : Level.DIGESTED;
        change.channelState().severity = change.condition().severity();
        change.channelState().dueSince = 0;
    }

    private AlertNotification message(String channel, List<PendingAlertChange> changes, long now) {
        PendingAlertChange first = changes.get(0);
        List<Item> items = changes.stream()
                .map(change -> new Item(change.condition().view(), change.change()))
                .toList();
        if (first.begins()) {
            boolean over = items.stream().allMatch(item -> item.change() == Change.BEGUN_AND_OVER);
            AlertView view = items.get(0).view();
            String thread =
                    items.size() == 1 ? view.key() : "group|" + view.rule() + "|" + view.fileSystem() + "|" + view.id();
            Kind kind = over ? Kind.RESOLVED : Kind.OPENED;
            return notice(channel, kind, TextLimits.bounded(thread), view.severity(), now, items, null);
        }
        String thread = first.channelState().thread;
        Kind kind = endsThread(channel, thread, changes) ? Kind.RESOLVED : Kind.UPDATED;
        return notice(channel, kind, thread, first.channelState().opening, now, items, null);
    }

    private boolean endsThread(String channel, String thread, Collection<PendingAlertChange> changes) {
        long ends = changes.stream()
                .filter(change -> change.change() == Change.OVER)
                .count();
        long open = conditions.values().stream()
                .filter(condition -> condition.isKnownTo(channel))
                .map(condition -> condition.channelState(channel))
                .filter(channelState -> channelState.level == Level.OPEN && channelState.thread.equals(thread))
                .count();
        return ends == open;
    }

    private Optional<AlertNotification> digest(String channel, ChannelLedger ledger, long now) {
        if (!ledger.isDigestDue(policy, now)) {
            return Optional.empty();
        }
        List<AlertView> held = ledger.held().keySet().stream()
                .map(conditions::get)
                .filter(condition -> condition != null)
                .map(AlertCondition::view)
                .toList();
        List<Item> worst = DigestWriter.worst(held);
        Digest digest = DigestWriter.write(ledger, held);
        return Optional.of(notice(channel, Kind.DIGEST, "digest", Severity.WARNING, now, worst, digest));
    }

    private AlertNotification notice(
            String channel, Kind kind, String thread, Severity opening, long now, List<Item> items, Digest digest) {
        return new AlertNotification(
                channel + "/" + now + "/" + messages++, channel, kind, thread, opening, now, items, digest);
    }

    /**
     * @param notice a message that {@link #next} gave
     * @param delivered false if the channel did not take it in the end
     */
    public void concluded(AlertNotification notice, boolean delivered, long now) {
        ChannelLedger ledger = ledgers.get(notice.channel());
        busyChannels.remove(notice.channel());
        if (notice.kind() == Kind.DIGEST) {
            concludeDigest(notice.channel(), ledger, now);
        }
        if (notice.kind() == Kind.HEARTBEAT || notice.kind() == Kind.DIGEST) {
            return;
        }
        for (Item item : notice.items()) {
            ledger.letGo(item.view().key());
            AlertCondition condition = conditions.get(item.view().key());
            if (condition != null) {
                condition.conclude(notice, item, delivered, now);
            }
        }
    }

    private void concludeDigest(String channel, ChannelLedger ledger, long now) {
        for (String key : ledger.held().keySet()) {
            AlertCondition condition = conditions.get(key);
            if (condition != null) {
                condition.channelState(channel).digest(condition.episode(), condition.severity(), now);
            }
        }
        ledger.digested(now);
    }

    /** Goes on after a restart, when everything has been recalled. */
    public void resume(long now) {
        for (AlertCondition condition : conditions.values()) {
            condition.resume(now);
            if (!rules.containsKey(condition.rule) && condition.isOpen()) {
                condition.abandon();
            }
        }
    }

    /**
     * Takes in what was sent after the state that is at hand, in the order in which it was sent.
     *
     * @param sent a message or a part of it, with the wall clock of the end of its delivery; of a digest the keys
     * @param delivered false if the channel did not take it
     */
    public void recall(AlertNotification sent, boolean delivered, long now) {
        ChannelLedger ledger = ledgers.get(sent.channel());
        if (ledger == null) {
            return;
        }
        if (sent.kind() == Kind.DIGEST) {
            ledger.recallDigest(sent.digest().keys(), sent.at());
            return;
        }
        for (Item item : sent.items()) {
            AlertView view = item.view();
            ledger.recall(sent.id(), view.source().passesHourlyCap(view.severity()), sent.at());
            ledger.recallSent(view.key());
            AlertCondition condition = conditions.get(view.key());
            if (condition == null) {
                condition = add(AlertCondition.of(view), now);
            }
            if (condition != null) {
                condition.recall(view);
                condition.conclude(sent, item, delivered, sent.at());
            }
        }
    }

    /** @return number of alerts that hold now */
    public long open() {
        return conditions.values().stream().filter(AlertCondition::isOpen).count();
    }

    /** @return alerts that were not followed because there were too many */
    public long untracked() {
        return untracked;
    }

    /** @return silences that were left out because there were too many */
    public long refusedSilences() {
        return refusedSilences;
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(conditions.values(), out, AlertCondition::writeTo);
        BinaryCollections.writeMap(ledgers, out, BinaryCollections.TEXT, ChannelLedger::writeTo);
        BinaryCollections.write(silences.values(), out, SILENCE);
        deadLetters.writeTo(out);
        heartbeat.writeTo(out);
        out.writeLong(messages);
        out.writeLong(untracked);
        out.writeLong(cleanedAt);
    }

    /**
     * @param policy policy from now on; what it no longer knows is ended or left out by {@link #resume}
     * @param in state that {@link #writeTo} wrote
     */
    public static AlertBook readFrom(AlertPolicy policy, DataInput in) throws IOException {
        AlertBook book = new AlertBook(policy);
        BinaryCollections.read(in, AlertCondition::readFrom, book::keep);
        Map<String, ChannelLedger> ledgers = new HashMap<>();
        BinaryCollections.readMap(ledgers, in, DataInput::readUTF, ChannelLedger::readFrom);
        book.ledgers.replaceAll((channel, empty) -> ledgers.getOrDefault(channel, empty));
        BinaryCollections.read(in, SILENCE, silence -> book.silences.put(silence.id(), silence));
        book.deadLetters = RecentDeadLetterCounts.readFrom(in);
        book.heartbeat = PipelineHeartbeat.readFrom(in);
        book.messages = in.readLong();
        book.untracked = in.readLong();
        book.cleanedAt = in.readLong();
        return book;
    }
}
