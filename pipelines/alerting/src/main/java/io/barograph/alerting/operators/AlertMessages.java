package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertNotification;
import io.barograph.alerting.AlertNotification.Digest;
import io.barograph.alerting.AlertNotification.Item;
import io.barograph.alerting.AlertNotification.Kind;
import io.barograph.alerting.AlertNotification.Line;
import io.barograph.alerting.AlertView;
import io.barograph.alerting.MessageFact;
import io.barograph.alerting.Severity;
import io.barograph.chat.ChatMessage;
import java.io.Serializable;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes messages for tired people: what and where, since when, how bad, who is suspected and who suffers, three lines of
 * evidence, and where to look.
 *
 * @param pageUrl address of the live page; null for no links to it
 * @param grafanaUrl address of Grafana; null for no links to it
 */
public record AlertMessages(URI pageUrl, URI grafanaUrl) implements Serializable {
    private static final long MARGIN_MILLIS = 600_000;
    private static final int MAX_NAMED = 8;
    private static final String SEVERITY = "severity";

    ChatMessage message(AlertNotification notice) {
        return switch (notice.kind()) {
            case HEARTBEAT -> heartbeat(notice);
            case DIGEST -> digest(notice);
            default -> notice.items().size() == 1 ? single(notice) : group(notice);
        };
    }

    /** @return a message that nobody can take for an alert */
    public static ChatMessage test(String route, Instant at) {
        return ChatMessage.about("test|" + route + "|" + at.toEpochMilli(), ChatMessage.State.TEST)
                .title("TEST: this is how alerts of route " + route + " arrive; nothing is wrong")
                .startedAt(at)
                .fact("What to do", "nothing")
                .label("rule", "barograph-test")
                .label("route", route)
                .build();
    }

    private static ChatMessage heartbeat(AlertNotification notice) {
        return ChatMessage.about("heartbeat", ChatMessage.State.HEARTBEAT)
                .title("Barograph goes on")
                .startedAt(Instant.ofEpochMilli(notice.at()))
                .label("rule", "barograph-heartbeat")
                .build();
    }

    private ChatMessage single(AlertNotification notice) {
        Item item = notice.items().get(0);
        AlertView view = item.view();
        Instant end = end(notice, view);
        ChatMessage.Builder message = about(notice)
                .title(prefix(item) + view.story().title())
                .startedAt(Instant.ofEpochMilli(view.since()))
                .endedAt(end);
        if (end == null && view.until() > 0) { // it is over, others of its thread are not
            message.fact("Until", AlertValueFormat.time(view.until()));
        }
        if (view.unknown()) {
            message.fact("Last heard of", AlertValueFormat.time(view.observedAt()));
        }
        for (MessageFact fact : view.story().facts()) {
            message.fact(fact.name().isBlank() ? "Also" : fact.name(), fact.value());
        }
        message.fact("Alert", view.id() + ", rule " + view.rule());
        return completed(message, notice, view, true);
    }

    /** Alertmanager and a reader want to know when a thing of the past ended, too. */
    private static Instant end(AlertNotification notice, AlertView view) {
        if (notice.kind() != Kind.RESOLVED && !view.isMoment()) {
            return null;
        }
        return Instant.ofEpochMilli(view.lastKnown());
    }

    private static String prefix(Item item) {
        AlertView view = item.view();
        if (view.over() && view.unknown()) {
            return "NO LONGER FOLLOWED, state unknown: ";
        }
        return switch (item.change()) {
            case OVER -> "Over: ";
            case BEGUN_AND_OVER -> "Was, and is over: ";
            default -> view.unknown() ? "UNKNOWN, no news: " : "";
        };
    }

    private static String since(AlertView view) {
        String begin = AlertValueFormat.time(view.since());
        if (view.until() > 0) {
            return begin + " until " + AlertValueFormat.time(view.until()) + " ("
                    + AlertValueFormat.duration(Math.max(0, view.until() - view.since())) + ")"
                    + (view.unknown() ? "; what came after is not known" : "");
        }
        return view.unknown() ? begin + "; last heard of " + AlertValueFormat.time(view.observedAt()) : begin;
    }

    private ChatMessage group(AlertNotification notice) {
        AlertView worst = notice.items().get(0).view();
        long over = notice.items().stream().filter(item -> item.view().over()).count();
        int all = notice.items().size();
        String where = worst.fileSystem().isEmpty() ? "" : " on " + worst.fileSystem();
        String what = all + " alerts of rule " + worst.rule() + where;
        ChatMessage.Builder message = about(notice)
                .title(over == all ? "Over: " + what : over == 0 ? what : what + ", " + over + " of them over")
                .startedAt(Instant.ofEpochMilli(notice.items().stream()
                        .mapToLong(item -> item.view().since())
                        .min()
                        .orElseThrow()));
        if (notice.kind() == Kind.RESOLVED) {
            message.endedAt(Instant.ofEpochMilli(notice.items().stream()
                    .mapToLong(item -> item.view().lastKnown())
                    .max()
                    .orElseThrow()));
        }
        for (Item item : notice.items().subList(0, Math.min(MAX_NAMED, all))) {
            message.fact(
                    item.view().severity() + " " + item.view().id(),
                    prefix(item) + item.view().story().title() + ", since " + since(item.view()));
        }
        if (all > MAX_NAMED) {
            message.fact("Not listed", (all - MAX_NAMED) + " more; ./barograph alert list shows them");
        }
        return completed(message, notice, worst, notice.thread().equals(worst.key()));
    }

    private ChatMessage digest(AlertNotification notice) {
        Digest digest = notice.digest();
        List<AlertView> named = notice.items().stream().map(Item::view).toList();
        ChatMessage.Builder message = ChatMessage.about("digest|" + notice.id(), ChatMessage.State.DIGEST)
                .severity(severity(digest.lines().stream()
                        .map(Line::severity)
                        .max(Severity::compareTo)
                        .orElse(Severity.INFO)))
                .title("Digest: " + digest.alerts() + " alerts held back, " + digest.open() + " of them still hold")
                .startedAt(Instant.ofEpochMilli(
                        named.stream().mapToLong(AlertView::since).min().orElse(notice.at())));
        message.fact("Why", why(digest));
        for (Line line : digest.lines()) {
            message.fact(
                    line.severity() + " " + line.rule()
                            + (line.fileSystem().isEmpty() ? "" : " on " + line.fileSystem()),
                    line.alerts() + ", " + line.open() + " still hold");
        }
        named.stream()
                .limit(ChatMessage.MAX_EVIDENCE)
                .forEach(view -> message.evidence(view.story().title() + ", since " + since(view)));
        if (pageUrl != null) {
            message.link("Live page", page("/"));
        }
        return message.label("rule", "barograph-digest")
                .label("channel", notice.channel())
                .build();
    }

    private static String why(Digest digest) {
        return List.of(
                        reason(digest.catchUp(), "are old news, as after an outage"),
                        reason(digest.limit(), "met the limit of messages in an hour"),
                        reason(digest.repeated(), "repeated soon after a message"))
                .stream()
                .filter(reason -> !reason.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String reason(long alerts, String text) {
        return alerts == 0 ? "" : alerts + " " + text;
    }

    /** @return that there is an alert, but no message that reports it */
    static ChatMessage inPlaceOf(AlertNotification notice, String fault) {
        ChatMessage.Builder message = about(notice)
                .title("An alert without its message")
                .startedAt(Instant.ofEpochMilli(notice.at()))
                .evidence(fault);
        notice.items().stream()
                .limit(MAX_NAMED)
                .forEach(item -> message.fact(
                        "Alert", item.view().id() + ", rule " + item.view().rule()));
        return message.build();
    }

    private static ChatMessage.Builder about(AlertNotification notice) {
        Severity worst = notice.items().stream()
                .map(item -> item.view().severity())
                .max(Severity::compareTo)
                .orElse(Severity.INFO);
        return ChatMessage.about(
                        notice.thread(), ChatMessage.State.valueOf(notice.kind().name()))
                .severity(severity(worst));
    }

    private static ChatMessage.Severity severity(Severity severity) {
        return ChatMessage.Severity.valueOf(severity.name());
    }

    /** With labels that are the same for all messages of a thread, by which Alertmanager knows it. */
    private ChatMessage completed(
            ChatMessage.Builder message, AlertNotification notice, AlertView view, boolean single) {
        view.story().evidence().stream().filter(line -> !line.isBlank()).forEach(message::evidence);
        links(message, view, notice.at());
        message.label("rule", view.rule())
                .label(SEVERITY, notice.opening().name().toLowerCase(Locale.ROOT))
                .label("fs", view.fileSystem())
                .label("key", notice.thread());
        if (single && !notice.thread().startsWith("group|")) {
            message.label("type", view.type());
        }
        return message.build();
    }

    private void links(ChatMessage.Builder message, AlertView view, long now) {
        AlertDescription story = view.story();
        if (grafanaUrl != null && !story.dashboard().isEmpty()) {
            long to = view.until() == 0 ? now : view.until();
            message.link(
                    "Dashboard",
                    URI.create(base(grafanaUrl) + "/d/" + story.dashboard()
                            + (story.dashboard().contains("?") ? "&" : "?") + "from=" + (view.since() - MARGIN_MILLIS)
                            + "&to=" + (to + MARGIN_MILLIS)));
        }
        if (pageUrl != null && !story.page().isEmpty()) {
            message.link(story.page().startsWith("/jobs/") ? "Job" : "Live page", page(story.page()));
        }
        if (pageUrl != null && !story.picture().isEmpty()) {
            if (!story.page().startsWith("/jobs/")) {
                message.link("Job that lost most", page(story.picture().replace("/umami.png", "")));
            }
            message.picture(page(story.picture()));
        }
    }

    private URI page(String path) {
        return URI.create(base(pageUrl) + path);
    }

    private static String base(URI address) {
        return address.toString().replaceAll("/+$", "");
    }
}
