package io.barograph.alerting;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All alerts, and what each channel has been told of them. A message is the difference between what holds and what a
 * channel knows: nothing is queued, so that a message says what holds when it is sent, and whoever reads back what was
 * sent goes on without repeating it.
 *
 * <p>Use: {@link #observe} what comes, {@link #tick} every second, ask {@link #next} for each channel, deliver, and say
 * {@link #concluded}. One thread.
 *
 * <p>Bounds: {@value #MOST_ALERTS} alerts, of at most 4 kB each with three channels (what does not fit is counted, see
 * {@link #untracked()}), {@value ChannelLedger#MOST_HELD} alerts held back for each channel, {@value #MAX_SILENCES}
 * silences.
 */
public final class AlertBook {
    /** Most alerts that are followed. */
    public static final int MOST_ALERTS = 20_000;

    /** Each is compared with each alert that is due; nobody oversees so many. */
    public static final int MAX_SILENCES = 1000;

    private static final int MOST_OF_A_MESSAGE = 50;
    private static final int PART_FOR_ENDS = 4;
    private static final long KEPT = Duration.ofDays(8).toMillis();
    private static final long KEPT_WHEN_FULL = Duration.ofHours(1).toMillis();
    private static final long BETWEEN_CLEANINGS = Duration.ofMinutes(1).toMillis();

    private final AlertPolicy policy;
    private final Map<String, AlertRule> rules = new HashMap<>();
    private final Map<String, Condition> conditions = new LinkedHashMap<>();
    private final Map<String, ChannelLedger> ledgers = new LinkedHashMap<>();
    private final Map<String, Silence> silences = new LinkedHashMap<>();
    private ArrivalCounts deadLetters = new ArrivalCounts();
    private Heartbeat heartbeat = new Heartbeat();
    private long messages;
    private long untracked;
    private long refusedSilences;
    private long cleanedAt;

    /** @param policy what becomes an alert, who is told, and how often */
    public AlertBook(AlertPolicy policy) {
        this.policy = policy;
        policy.rules().forEach(rule -> rules.put(rule.name(), rule));
        policy.channels().forEach(channel -> ledgers.put(channel, new ChannelLedger()));
    }

    /**
     * Takes in what is seen. Observations of one identity come in the order of their times; one that comes again changes
     * nothing.
     *
     * @param observation what is seen
     * @param now wall clock
     */
    public void observe(Observation observation, long now) {
        if (observation.source().showsProgress()) {
            heartbeat.progress(observation.time());
        }
        for (AlertRule rule : policy.rules()) {
            if (rule.concerns(observation)) {
                Condition condition = condition(rule, observation, now);
                if (condition != null) {
                    condition.observe(policy, rule, observation, now);
                }
            }
        }
    }

    private Condition condition(AlertRule rule, Observation observation, long now) {
        String key = Condition.key(rule, observation);
        Condition known = conditions.get(key);
        if (known != null || !isWorthFollowing(rule, observation)) {
            return known;
        }
        return add(
                new Condition(
                        key,
                        rule.name(),
                        observation.source(),
                        observation.fileSystem(),
                        observation.type(),
                        observation.application()),
                now);
    }

    /** What is well from the beginning needs no memory, unless it has to be missed when it falls silent. */
    private static boolean isWorthFollowing(AlertRule rule, Observation observation) {
        return switch (observation.source().nature()) {
            case LEVEL -> rule.isBreachedBy(observation.value());
            case ABSENCE -> observation.status() != Observation.Status.ENDED;
            case MOMENT -> observation.status() == Observation.Status.ACTIVE;
            case EVENT -> true;
        };
    }

    private Condition add(Condition condition, long now) {
        if (conditions.size() >= MOST_ALERTS) {
            if (now - cleanedAt >= BETWEEN_CLEANINGS) {
                clean(now, KEPT_WHEN_FULL);
            }
            if (conditions.size() >= MOST_ALERTS) {
                untracked++;
                return null;
            }
        }
        conditions.put(condition.key(), condition);
        return condition;
    }

    /**
     * @param source where the refused input came from
     * @param reason why it was refused
     * @param now wall clock
     */
    public void countDeadLetter(String source, String reason, long now) {
        deadLetters.add(source, reason, now);
    }

    /**
     * @param silence a silence, or its correction; one that has ended already lifts it. One too many is counted among the
     *     refused inputs
     * @param now wall clock
     */
    public void silence(Silence silence, long now) {
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

    /**
     * Finds out what goes by time alone.
     *
     * @param now wall clock
     */
    public void tick(long now) {
        silences.values().removeIf(silence -> silence.until() <= now);
        deadLetters.observe(now).forEach(observation -> observe(observation, now));
        for (Condition condition : conditions.values()) {
            AlertRule rule = rules.get(condition.rule());
            if (rule != null) {
                condition.tick(policy, rule, now);
            }
        }
        if (now - cleanedAt >= BETWEEN_CLEANINGS) {
            clean(now, KEPT);
        }
    }

    private void clean(long now, long keptFor) {
        cleanedAt = now;
        conditions.values().removeIf(condition -> condition.isForgettable(now, keptFor));
    }

    /**
     * @param channel name of a channel that is free
     * @param now wall clock
     * @return what it is to be sent now; it is busy then until {@link #concluded}
     */
    public Optional<Notice> next(String channel, long now) {
        ChannelLedger ledger = ledgers.get(channel);
        if (ledger.isBusy()) {
            return Optional.empty();
        }
        Optional<Notice> notice = heartbeat(channel, now);
        if (notice.isEmpty()) {
            notice = change(channel, ledger, now);
        }
        if (notice.isEmpty() && ledger.isDigestDue(policy, now)) {
            notice = Optional.of(digest(channel, ledger, now));
        }
        notice.ifPresent(unused -> ledger.take());
        return notice;
    }

    private Optional<Notice> heartbeat(String channel, long now) {
        if (!channel.equals(policy.heartbeatChannel()) || !heartbeat.isDue(policy, now)) {
            return Optional.empty();
        }
        heartbeat.beat(now);
        return Optional.of(notice(channel, Notice.Kind.HEARTBEAT, "heartbeat", Severity.INFO, now, List.of(), null));
    }

    private Optional<Notice> change(String channel, ChannelLedger ledger, long now) {
        List<DueChange> due = due(channel, ledger, now);
        int room = ledger.room(policy, now);
        int roomToBegin = room - policy.hourlyCap() / PART_FOR_ENDS;
        if (roomToBegin <= 0) {
            due.stream()
                    .filter(change -> change.begins() && change.isRipe(policy, now))
                    .forEach(change -> hold(change, ledger, Notice.Reason.LIMIT, now));
        }
        if (room <= 0) {
            return Optional.empty();
        }
        Optional<DueChange> first = due.stream()
                .filter(change -> change.isRipe(policy, now) && (roomToBegin > 0 || !change.begins()))
                .min(DueChange.MOST_URGENT_FIRST);
        return first.map(change -> {
            ledger.count(now);
            return message(
                    channel,
                    due.stream()
                            .filter(change::fitsWith)
                            .sorted(DueChange.WORST_FIRST)
                            .limit(MOST_OF_A_MESSAGE)
                            .toList(),
                    now);
        });
    }

    /** What the channel does not know yet; what may not be told one by one is held back here. */
    private List<DueChange> due(String channel, ChannelLedger ledger, long now) {
        List<DueChange> due = new ArrayList<>();
        for (Condition condition : conditions.values()) {
            if (!condition.hasBegun() || !(condition.isKnownTo(channel) || policy.tells(channel, condition))) {
                continue;
            }
            Told told = condition.told(channel);
            told.follow(condition.episode());
            if (isBeginning(told) && ledger.wasDigestedBefore(condition.key())) {
                ledger.letGo(condition.key());
                told.digest(condition.episode(), condition.severity(), now);
            }
            DueChange change = change(condition, told, ledger, now);
            if (change == null) {
                told.dueSince = 0;
            } else {
                told.dueSince = told.dueSince == 0 ? now : told.dueSince;
                due.add(change);
            }
        }
        return due;
    }

    private static boolean isBeginning(Told told) {
        return told.level == Told.Level.NOTHING || told.level == Told.Level.HELD;
    }

    private DueChange change(Condition condition, Told told, ChannelLedger ledger, long now) {
        boolean over = !condition.isOpen();
        return switch (told.level) {
            case NOTHING -> beginning(condition, told, ledger, now);
            case HELD, OVER -> null;
            case DIGESTED, GIVEN_UP ->
                over || condition.severity().compareTo(told.severity) <= 0 || isSilenced(condition, now)
                        ? null
                        : new DueChange(condition, told, Notice.Change.BEGUN);
            case OPEN -> over ? new DueChange(condition, told, Notice.Change.OVER) : update(condition, told, now);
        };
    }

    private DueChange beginning(Condition condition, Told told, ChannelLedger ledger, long now) {
        boolean over = !condition.isOpen();
        if (isSilenced(condition, now) || (over && !condition.isWorthTellingAfterwards())) {
            told.level = over ? Told.Level.OVER : Told.Level.NOTHING;
            return null;
        }
        DueChange change = new DueChange(condition, told, over ? Notice.Change.BEGUN_AND_OVER : Notice.Change.BEGUN);
        if (condition.isLate()) {
            hold(change, ledger, Notice.Reason.CATCH_UP, now);
            return null;
        }
        if (now - told.at < policy.cooldown()) {
            if (over) {
                hold(change, ledger, Notice.Reason.REPEATED, now);
            }
            return null;
        }
        return change;
    }

    private DueChange update(Condition condition, Told told, long now) {
        boolean worse = condition.severity().compareTo(told.severity) > 0;
        boolean different =
                condition.isUnknown() != told.unknown || !condition.gist().equals(told.gist);
        boolean due = worse || (different && now - told.at >= policy.cooldown());
        return due && !isSilenced(condition, now) ? new DueChange(condition, told, Notice.Change.CHANGED) : null;
    }

    private boolean isSilenced(Condition condition, long now) {
        return silences.values().stream().anyMatch(silence -> silence.covers(condition, now));
    }

    private static void hold(DueChange change, ChannelLedger ledger, Notice.Reason reason, long now) {
        boolean kept = ledger.hold(change.condition().key(), reason, now);
        change.told().level = kept ? Told.Level.HELD : Told.Level.DIGESTED;
        change.told().severity = change.condition().severity();
        change.told().dueSince = 0;
    }

    private Notice message(String channel, List<DueChange> changes, long now) {
        DueChange first = changes.get(0);
        List<Notice.Item> items = changes.stream()
                .map(change -> new Notice.Item(change.condition().view(), change.change()))
                .toList();
        if (first.begins()) {
            boolean over = items.stream().allMatch(item -> item.change() == Notice.Change.BEGUN_AND_OVER);
            AlertView view = items.get(0).view();
            String thread =
                    items.size() == 1 ? view.key() : "group|" + view.rule() + "|" + view.fileSystem() + "|" + view.id();
            return notice(
                    channel,
                    over ? Notice.Kind.RESOLVED : Notice.Kind.OPENED,
                    Texts.bounded(thread),
                    view.severity(),
                    now,
                    items,
                    null);
        }
        String thread = first.told().thread;
        return notice(
                channel,
                endsThread(channel, thread, changes) ? Notice.Kind.RESOLVED : Notice.Kind.UPDATED,
                thread,
                first.told().opening,
                now,
                items,
                null);
    }

    private boolean endsThread(String channel, String thread, Collection<DueChange> changes) {
        long ends = changes.stream()
                .filter(change -> change.change() == Notice.Change.OVER)
                .count();
        long open = conditions.values().stream()
                .filter(condition -> condition.isKnownTo(channel))
                .map(condition -> condition.told(channel))
                .filter(told -> told.level == Told.Level.OPEN && told.thread.equals(thread))
                .count();
        return ends == open;
    }

    private Notice digest(String channel, ChannelLedger ledger, long now) {
        List<AlertView> held = ledger.held().keySet().stream()
                .map(conditions::get)
                .filter(condition -> condition != null)
                .map(Condition::view)
                .toList();
        return notice(
                channel,
                Notice.Kind.DIGEST,
                "digest",
                Severity.WARNING,
                now,
                DigestWriter.worst(held),
                DigestWriter.write(ledger, held));
    }

    private Notice notice(
            String channel,
            Notice.Kind kind,
            String thread,
            Severity opening,
            long now,
            List<Notice.Item> items,
            Notice.Digest digest) {
        return new Notice(channel + "/" + now + "/" + messages++, channel, kind, thread, opening, now, items, digest);
    }

    /**
     * @param notice a message that {@link #next} gave
     * @param delivered false if the channel did not take it in the end
     * @param now wall clock
     */
    public void concluded(Notice notice, boolean delivered, long now) {
        ChannelLedger ledger = ledgers.get(notice.channel());
        ledger.release();
        if (notice.kind() == Notice.Kind.DIGEST) {
            concludeDigest(notice.channel(), ledger, now);
        }
        if (notice.kind() == Notice.Kind.HEARTBEAT || notice.kind() == Notice.Kind.DIGEST) {
            return;
        }
        for (Notice.Item item : notice.items()) {
            Condition condition = conditions.get(item.view().key());
            if (condition != null) {
                condition
                        .told(notice.channel())
                        .record(
                                Told.Level.after(item.change(), delivered),
                                item.view(),
                                notice.thread(),
                                notice.opening(),
                                now);
            }
        }
    }

    private void concludeDigest(String channel, ChannelLedger ledger, long now) {
        for (String key : ledger.held().keySet()) {
            Condition condition = conditions.get(key);
            if (condition != null) {
                condition.told(channel).digest(condition.episode(), condition.severity(), now);
            }
        }
        ledger.digested(now);
    }

    /**
     * Goes on after a restart, when everything has been recalled.
     *
     * @param now wall clock
     */
    public void resume(long now) {
        for (Condition condition : conditions.values()) {
            condition.resume(now);
            if (!rules.containsKey(condition.rule()) && condition.isOpen()) {
                condition.abandon();
            }
        }
    }

    /**
     * Takes in what was sent after the state that is at hand, in the order in which it was sent.
     *
     * @param sent what is written down
     * @param now wall clock
     */
    public void recall(SentAlert sent, long now) {
        ChannelLedger ledger = ledgers.get(sent.channel());
        if (ledger == null) {
            return;
        }
        if (sent.isDigest()) {
            ledger.recallDigest(sent.digested(), sent.at());
            return;
        }
        ledger.recall(sent.message(), sent.at());
        AlertView view = sent.view();
        ledger.recallTold(view.key());
        Condition condition = conditions.get(view.key());
        if (condition == null) {
            condition = add(
                    new Condition(
                            view.key(), view.rule(), view.source(), view.fileSystem(), view.type(), view.application()),
                    now);
        }
        if (condition != null) {
            condition.recall(sent);
        }
    }

    /** @return number of alerts that hold now */
    public long open() {
        return conditions.values().stream().filter(Condition::isOpen).count();
    }

    /** @return alerts that were not followed because there were too many */
    public long untracked() {
        return untracked;
    }

    /** @return silences that were left out because there were too many */
    public long refusedSilences() {
        return refusedSilences;
    }

    /**
     * @param out where the state goes
     * @throws IOException if writing fails
     */
    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(conditions.size());
        for (Condition condition : conditions.values()) {
            condition.writeTo(out);
        }
        out.writeInt(ledgers.size());
        for (Map.Entry<String, ChannelLedger> entry : ledgers.entrySet()) {
            out.writeUTF(entry.getKey());
            entry.getValue().writeTo(out);
        }
        out.writeInt(silences.size());
        for (Silence silence : silences.values()) {
            silence.writeTo(out);
        }
        deadLetters.writeTo(out);
        heartbeat.writeTo(out);
        out.writeLong(messages);
        out.writeLong(untracked);
        out.writeLong(cleanedAt);
    }

    /**
     * @param policy policy from now on; what it no longer knows is ended or left out by {@link #resume}
     * @param in state that {@link #writeTo} wrote
     * @return the book
     * @throws IOException if reading fails
     */
    public static AlertBook readFrom(AlertPolicy policy, DataInput in) throws IOException {
        AlertBook book = new AlertBook(policy);
        for (int i = in.readInt(); i > 0; i--) {
            Condition condition = Condition.readFrom(in);
            book.conditions.put(condition.key(), condition);
        }
        for (int i = in.readInt(); i > 0; i--) {
            String channel = in.readUTF();
            ChannelLedger ledger = ChannelLedger.readFrom(in);
            book.ledgers.computeIfPresent(channel, (name, unused) -> ledger);
        }
        for (int i = in.readInt(); i > 0; i--) {
            Silence silence = Silence.readFrom(in);
            book.silences.put(silence.id(), silence);
        }
        book.deadLetters = ArrivalCounts.readFrom(in);
        book.heartbeat = Heartbeat.readFrom(in);
        book.messages = in.readLong();
        book.untracked = in.readLong();
        book.cleanedAt = in.readLong();
        return book;
    }
}
