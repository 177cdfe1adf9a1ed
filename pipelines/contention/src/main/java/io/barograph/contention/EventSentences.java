package io.barograph.contention;

import io.barograph.contention.cost.EventAccount;
import io.barograph.contention.cost.EventCost;
import io.barograph.contention.cost.LoadSuspect;
import io.barograph.contention.cost.LoadSuspects;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.EventServers;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Says an event in plain words with its numbers. */
public final class EventSentences {
    private static final double LITTLE = 0.005;

    private EventSentences() {}

    /**
     * @param similar earlier events that looked like it; null if that is not known
     * @return what happened, by whom, what it cost, and how often it has been so
     */
    public static String of(TrackedEvent event, EventAccount account, SimilarEvents similar) {
        String what =
                switch (event.kind()) {
                    case CONTENTION -> contention(event);
                    case DEGRADED, UNEXPLAINED -> slow(event);
                    case CAPACITY -> capacity(event);
                    case TRANSIENT, SUSTAINED -> load(event);
                    default -> "";
                };
        return what + merged(event) + by(account) + cost(account) + like(similar);
    }

    public static String of(EventCost cost) {
        boolean isDay = cost.period().until() - cost.period().from()
                <= Duration.ofDays(1).toMillis();
        return String.format(
                Locale.ROOT,
                "%s lost %s node-hours by %d event%s in the %s from %s.",
                cost.application() == null ? "Jobs" : "Jobs of " + cost.application(),
                hours(cost.nodeHours()),
                cost.events(),
                cost.events() == 1 ? "" : "s",
                isDay ? "day" : "month",
                time(cost.period().from()));
    }

    private static String load(TrackedEvent event) {
        return String.format(
                Locale.ROOT,
                "%s at up to %s%s.",
                event.kind() == EventKind.TRANSIENT ? capitalized(what(event)) : "Sustained " + what(event),
                rate(event.peakPerSecond(), event.type()),
                lasting(event));
    }

    private static String what(TrackedEvent event) {
        return switch (event.type()) {
            case READ -> "reads";
            case WRITE -> "writes";
            case METADATA -> "metadata operations";
            default -> "load on " + servers(event);
        };
    }

    private static String servers(TrackedEvent event) {
        return EventServers.words(event.server(), event.servers().size());
    }

    private static String merged(TrackedEvent event) {
        return event.mergedInto() == TrackedEvent.NONE
                ? ""
                : " It goes on as the event of " + time(event.mergedInto()) + ".";
    }

    private static String by(EventAccount account) {
        LoadSuspects suspects = account.suspects();
        if (suspects == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        if (!suspects.top().isEmpty()) {
            LoadSuspect first = suspects.top().get(0);
            boolean isExplained = EventKinds.isExplained(first.share(), suspects.unattributedShare());
            text.append(isExplained ? "" : " No single job explains it.")
                    .append(" Largest part: job ")
                    .append(named(first.jobId(), account));
            if (!Double.isNaN(first.share())) {
                text.append(String.format(Locale.ROOT, ", %.0f %%", 100 * Math.min(1, first.share())));
            }
            text.append('.');
        }
        if (suspects.unattributedShare() >= LITTLE) {
            text.append(
                    String.format(Locale.ROOT, " No job is known for %.0f %%.", 100 * suspects.unattributedShare()));
        }
        if (suspects.top().isEmpty() && account.candidateJobs() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    " %d other job%s ran then; their load is unknown.",
                    account.candidateJobs(),
                    account.candidateJobs() == 1 ? "" : "s"));
        }
        return text.toString();
    }

    private static String named(String jobId, EventAccount account) {
        EventAccount.KnownJob job = account.known().get(jobId);
        if (job == null) {
            return jobId;
        }
        String details = job.application();
        if (job.nodes() > 0) {
            details += (details.isEmpty() ? "" : ", ") + job.nodes() + (job.nodes() == 1 ? " node" : " nodes");
        }
        return details.isEmpty() ? jobId : jobId + " (" + details + ")";
    }

    private static String cost(EventAccount account) {
        if (account.victims().isEmpty()) {
            return "";
        }
        EventAccount.Victim dearest = account.victims().get(0);
        String job = named(dearest.run().jobId(), account);
        String lost = hours(account.lostNodeHours() - account.otherNodeHours());
        String victims = account.victimJobs() == 1
                ? " Job " + job + " lost " + lost + " node-hours."
                : " " + account.victimJobs() + " jobs lost " + lost + " node-hours, most of all job " + job + " "
                        + hours(dearest.loss().lostNodeHours()) + ".";
        return switch (account.otherJobs()) {
            case 0 -> victims;
            case 1 -> victims + " Another job without a log lost about " + hours(account.otherNodeHours()) + ".";
            default ->
                victims + " " + account.otherJobs() + " other jobs without a log lost about "
                        + hours(account.otherNodeHours()) + ".";
        };
    }

    private static String hours(double nodeHours) {
        return nodeHours < 0.05 ? "less than 0.1" : String.format(Locale.ROOT, "%.1f", nodeHours);
    }

    private static String like(SimilarEvents similar) {
        if (similar == null || similar.number() == 0) {
            return "";
        }
        return " Like " + similar.number() + " earlier " + (similar.number() == 1 ? "one" : "ones")
                + (similar.application() == null
                        ? "."
                        : ", " + similar.byApplication() + " of them by " + similar.application() + ".");
    }

    private static String contention(TrackedEvent event) {
        String load = capitalized(what(event)) + " of up to " + rate(event.peakPerSecond(), event.type());
        return Double.isNaN(event.worstSlowdown())
                ? load + " slowed a run down far below its climate" + lasting(event) + "."
                : String.format(
                        Locale.ROOT,
                        "%s made others up to %.1f times slower%s.",
                        load,
                        event.worstSlowdown(),
                        lasting(event));
    }

    private static String slow(TrackedEvent event) {
        String where = event.server().isEmpty()
                ? event.type() == EventType.METADATA ? "The metadata servers are" : "The data servers are"
                : servers(event) + (event.servers().size() > 1 ? " are" : " is");
        return String.format(
                Locale.ROOT,
                "%s up to %.1f times slower than usual%s%s.%s",
                event.isOpen() ? where : where.replace(" are", " were").replace(" is", " was"),
                event.worstSlowdown(),
                event.kind() == EventKind.DEGRADED ? " without load that explains it" : "",
                lasting(event),
                event.kind() == EventKind.DEGRADED ? "" : unexplained(event));
    }

    private static String unexplained(TrackedEvent event) {
        String single = event.evidence().contains(HarmEvidence.SINGLE_SOURCE)
                ? " Only one operation of one probing host shows it."
                : "";
        return (Double.isNaN(event.peakPerSecond())
                        ? " The load is not measured, so no cause can be named."
                        : " The load that is known does not explain it.")
                + single;
    }

    private static String capacity(TrackedEvent event) {
        String of = event.type() == EventType.INODES ? "inodes" : "space";
        return event.isOpen()
                ? String.format(
                        Locale.ROOT,
                        "%.1f %% of the %s of the fullest target is in use, since %s more than %.0f %%; %s was the first.",
                        100 * event.fullness(),
                        of,
                        time(event.start()),
                        100 * event.threshold(),
                        event.server())
                : String.format(
                        Locale.ROOT,
                        "There is room again: %.1f %% of the %s of the fullest target is in use%s.",
                        100 * event.fullness(),
                        of,
                        lasting(event));
    }

    private static String lasting(TrackedEvent event) {
        if (event.isOpen()) {
            return ", since " + time(event.start());
        }
        Duration lasted = Duration.ofMillis(event.end() - event.start());
        String length = lasted.toMinutes() < 10
                ? lasted.toSeconds() + " s"
                : lasted.toHours() < 10 ? lasted.toMinutes() + " min" : lasted.toHours() + " h";
        return " for " + length + ", from " + time(event.start());
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String rate(double perSecond, EventType type) {
        if (Double.isNaN(perSecond)) {
            return "unknown rate";
        }
        return type == EventType.METADATA
                ? String.format(Locale.ROOT, "%.0f/s", perSecond)
                : String.format(Locale.ROOT, "%.2f GB/s", perSecond / 1e9);
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
