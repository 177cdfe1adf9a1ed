package io.barograph.alerting;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A book whose channels take every message at once, and a clock that the test moves. */
final class Desk {
    static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    static final long SECOND = 1000;
    static final long MINUTE = Duration.ofMinutes(1).toMillis();
    static final long HOUR = Duration.ofHours(1).toMillis();
    static final String CHANNEL = "chat";
    static final AlertRule CONTENTION = rule("contention", AlertSource.CONTENTION, Double.NaN, 5, 0, 0);
    static final AlertRule FULL = rule("full", AlertSource.CAPACITY, Double.NaN, 0.99, 0, 0);
    static final AlertRule SLOW = rule("slow", AlertSource.SLOWDOWN, 3, 10, 2, 5 * MINUTE);
    static final AlertRule SILENT =
            rule("silent", AlertSource.SILENT_COLLECTORS, Double.NaN, Double.NaN, 0, 5 * MINUTE);
    static final AlertRule UNANSWERED =
            rule("silent-analysis", AlertSource.SILENT_ANALYSIS, Double.NaN, Double.NaN, 0, 5 * MINUTE);
    static final AlertRule ANOMALY = rule("anomaly", AlertSource.ANOMALY, Double.NaN, Double.NaN, 0, 0);
    static final AlertRule LETTERS = rule("letters", AlertSource.DEAD_LETTERS, 10, Double.NaN, 5, 0);
    static final AlertRule FORECAST = rule("forecast", AlertSource.FORECAST, 7, 2, 8, 0);

    private final AlertPolicy policy;
    private AlertBook book;
    private long now = START;
    private boolean deliver = true;
    private final List<AlertNotification> sent = new ArrayList<>();

    Desk(AlertPolicy policy) {
        this.policy = policy;
        this.book = new AlertBook(policy);
    }

    static AlertRule rule(
            String name, AlertSource source, double threshold, double critical, double clear, long after) {
        return new AlertRule(name, source, AlertScope.ALL, threshold, critical, clear, after, Severity.WARNING);
    }

    static AlertPolicy policy(int cap) {
        return new AlertPolicy(
                List.of(CONTENTION, FULL, SLOW, SILENT, UNANSWERED, ANOMALY, LETTERS, FORECAST),
                List.of(new AlertRoute("all", CHANNEL, AlertScope.ALL, Severity.INFO)),
                30 * SECOND,
                5 * MINUTE,
                cap,
                10 * MINUTE,
                10 * MINUTE,
                "",
                0);
    }

    static AlertDescription story(String title, String gist) {
        return new AlertDescription(title, List.of(), List.of(), "", "", "", gist);
    }

    static AlertSignal contention(String id, long onset, long at, int revision, double slowdown, boolean over) {
        return event(AlertSource.CONTENTION, id, onset, at, revision, slowdown, over);
    }

    static AlertSignal event(
            AlertSource source, String id, long onset, long at, int revision, double value, boolean over) {
        return new AlertSignal(
                source,
                id,
                "scratch",
                "READ",
                "",
                at,
                revision,
                over ? AlertSignal.Status.OVER : AlertSignal.Status.ACTIVE,
                onset,
                over ? at : 0,
                value,
                story("Reads of scratch are slow", ""));
    }

    static AlertSignal level(AlertSource source, String id, long at, double value) {
        return new AlertSignal(
                source,
                id,
                "scratch",
                "DATA_READ",
                "",
                at,
                0,
                AlertSignal.Status.MEASURED,
                at,
                0,
                value,
                story("level", ""));
    }

    static AlertSignal collector(String id, long at, AlertSignal.Status status) {
        return new AlertSignal(
                AlertSource.SILENT_COLLECTORS,
                id,
                "",
                "",
                "",
                at,
                0,
                status,
                at,
                0,
                Double.NaN,
                story("Collector", ""));
    }

    static AlertSignal samples(String fileSystem, long at) {
        return progress(fileSystem, at, AlertSignal.Status.ACTIVE, 0);
    }

    static AlertSignal result(String fileSystem, long at) {
        return progress(fileSystem, at, AlertSignal.Status.MEASURED, 1);
    }

    private static AlertSignal progress(String fileSystem, long at, AlertSignal.Status status, long order) {
        return new AlertSignal(
                AlertSource.SILENT_ANALYSIS,
                fileSystem,
                fileSystem,
                "",
                "",
                at,
                order,
                status,
                at,
                0,
                Double.NaN,
                story("No results", ""));
    }

    long now() {
        return now;
    }

    AlertBook book() {
        return book;
    }

    List<AlertNotification> sent() {
        return sent;
    }

    void refuseEverything() {
        deliver = false;
    }

    Desk observe(AlertSignal observation) {
        book.observe(observation, now);
        return this;
    }

    /** Goes on by so much, a second at a time as long as something may happen, else in larger steps. */
    Desk pass(long time) {
        return pass(time, SECOND);
    }

    Desk pass(long time, long step) {
        for (long end = now + time; now < end; ) {
            now = Math.min(end, now + step);
            book.tick(now);
            for (String channel : policy.channels()) {
                book.next(channel, now).ifPresent(notice -> {
                    sent.add(notice);
                    book.concluded(notice, deliver, now);
                });
            }
        }
        return this;
    }

    /** As after a restart from a checkpoint. */
    Desk restore() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            book.writeTo(new DataOutputStream(bytes));
            book = AlertBook.readFrom(policy, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    AlertBook copyOfBook() {
        AlertBook original = book;
        restore();
        AlertBook copy = book;
        book = original;
        return copy;
    }

    /** As after a restart from an older checkpoint. */
    Desk goOnFrom(AlertBook older, List<AlertNotification> since) {
        book = older;
        since.forEach(notice -> book.recall(notice, true, now));
        book.resume(now);
        return this;
    }

    /** As after a restart without state: only what was written down of the messages is known. */
    Desk restart(List<AlertNotification> written) {
        book = new AlertBook(policy);
        written.forEach(notice -> book.recall(notice, true, now));
        book.resume(now);
        return this;
    }

    List<String> changes() {
        return sent.stream()
                .map(notice -> notice.kind() + " "
                        + String.join(
                                ",",
                                notice.items().stream()
                                        .map(item -> item.change().name())
                                        .toList()))
                .toList();
    }
}
