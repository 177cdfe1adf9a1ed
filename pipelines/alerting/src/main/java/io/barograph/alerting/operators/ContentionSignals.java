package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.MessageFact;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.EventServers;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.HarmEvidence;
import io.barograph.schemas.OperationLabel;
import io.barograph.schemas.ShellWord;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.Victim;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** What an event says: who is slow, whom people suspect, who suffers. Mere load and costs are no alerts. */
final class ContentionSignals implements FlatMapFunction<ContentionEvent, AlertInput> {
    private static final int MAX_JOBS = 3;

    @Override
    public void flatMap(ContentionEvent event, Collector<AlertInput> out) {
        AlertSource source = source(event.getKind());
        if (source != null) {
            out.collect(new AlertInput.Seen(observation(source, event)));
        }
    }

    private static AlertSource source(EventKind kind) {
        return switch (kind) {
            case CONTENTION -> AlertSource.CONTENTION;
            case DEGRADED -> AlertSource.DEGRADED;
            case UNEXPLAINED -> AlertSource.UNEXPLAINED;
            case CAPACITY -> AlertSource.CAPACITY;
            default -> null;
        };
    }

    private static AlertSignal observation(AlertSource source, ContentionEvent event) {
        boolean over = event.getState() == EventState.CLOSED;
        long decided = event.getDecidedAt().toEpochMilli();
        Double value = source == AlertSource.CAPACITY ? event.getFullness() : event.getWorstSlowdown();
        return new AlertSignal(
                source,
                event.getFileSystem() + "/" + event.getType() + "/" + event.getServer() + "/"
                        + event.getOnset().toEpochMilli(),
                event.getFileSystem(),
                event.getType().name(),
                event.getSuspects().isEmpty() || event.getSuspects().get(0).getApplication() == null
                        ? ""
                        : event.getSuspects().get(0).getApplication(),
                decided,
                event.getRevision(),
                over ? Status.OVER : Status.ACTIVE,
                millis(event.getStart(), event.getOnset().toEpochMilli()),
                over ? millis(event.getEnd(), decided) : 0,
                value == null ? Double.NaN : value,
                story(event));
    }

    private static long millis(Instant time, long otherwise) {
        return time == null ? otherwise : time.toEpochMilli();
    }

    private static AlertDescription story(ContentionEvent event) {
        List<MessageFact> facts = new ArrayList<>();
        facts.add(new MessageFact("How bad", badness(event)));
        if (event.getKind() == EventKind.CONTENTION) {
            facts.add(new MessageFact("Suspected", suspects(event)));
        }
        if (event.getKind() != EventKind.CAPACITY) {
            facts.add(new MessageFact("Victims", victims(event)));
            facts.add(new MessageFact("Next", why(event)));
        }
        List<String> evidence = new ArrayList<>();
        evidence.add(event.getSentence());
        String load = VerdictSentences.load(event);
        if (!load.isEmpty()) {
            String where = event.getServer().isEmpty() ? event.getFileSystem() : EventServers.words(event);
            evidence.add("Load of " + where + ": " + load);
        }
        if (!event.getEvidence().isEmpty()) {
            evidence.add("Harm is shown by "
                    + event.getEvidence().stream()
                            .filter(harm -> harm != HarmEvidence.SINGLE_SOURCE) // the sentence says so
                            .map(harm -> switch (harm) {
                                case PROBE -> "probes";
                                case RUN -> "slow runs";
                                default -> "unknown";
                            })
                            .distinct()
                            .collect(Collectors.joining(" and ")));
        }
        String fileSystem = AlertValueFormat.encoded(event.getFileSystem());
        String victim = event.getVictims().isEmpty()
                ? ""
                : AlertValueFormat.encoded(event.getVictims().get(0).getJobId());
        return new AlertDescription(
                EventTitle.of(event),
                facts,
                evidence,
                fileSystem.isEmpty()
                        ? ""
                        : "/events/" + fileSystem + "/" + event.getType() + "/"
                                + millis(event.getOpenedAt(), event.getOnset().toEpochMilli()),
                victim.isEmpty() ? "" : "/jobs/" + victim + "/umami.png",
                AlertValueFormat.dashboard(
                        event.getKind() == EventKind.CAPACITY ? "barograph-file-system" : "barograph-contention",
                        event.getFileSystem()),
                gist(event));
    }

    private static String badness(ContentionEvent event) {
        if (event.getKind() == EventKind.CAPACITY) {
            return event.getFullness() == null
                    ? "not known"
                    : AlertValueFormat.percent(event.getFullness()) + " in use";
        }
        String operation = event.getWorstOperation() == null ? "I/O" : OperationLabel.of(event.getWorstOperation());
        String factor = event.getWorstSlowdown() == null
                ? "unknown, no probe timings"
                : operation + " takes " + AlertValueFormat.number(event.getWorstSlowdown()) + " times as long as usual";
        return event.getLostNodeHours() == null
                ? factor
                : factor + "; about " + AlertValueFormat.number(event.getLostNodeHours()) + " node-hours lost";
    }

    private static String suspects(ContentionEvent event) {
        if (event.getSuspects().isEmpty()) {
            boolean isOver = event.getState() == EventState.CLOSED;
            String known =
                    isOver ? "unknown, no job statistics came" : "not known yet, the job statistics take some minutes";
            return event.getCandidateJobs() == 0
                    ? known
                    : known + "; " + event.getCandidateJobs() + (isOver ? " jobs ran" : " jobs run");
        }
        String none = EventKinds.isExplained(event) ? "" : "no single job; the largest: ";
        return none
                + event.getSuspects().stream()
                        .limit(MAX_JOBS)
                        .map(ContentionSignals::suspect)
                        .collect(Collectors.joining(", "));
    }

    private static String suspect(Suspect suspect) {
        return job(suspect.getJobId(), suspect.getApplication(), suspect.getUser())
                + (suspect.getShare() == null
                        ? ""
                        : ": " + AlertValueFormat.percent(suspect.getShare()) + " of the load");
    }

    private static String victims(ContentionEvent event) {
        if (event.getVictims().isEmpty()) {
            return event.getState() == EventState.CLOSED
                    ? "unknown, no run has been judged yet"
                    : "not known yet, a run is judged when it has ended";
        }
        int more = event.getVictimJobs() - Math.min(MAX_JOBS, event.getVictims().size());
        return event.getVictims().stream()
                        .limit(MAX_JOBS)
                        .map(ContentionSignals::victim)
                        .collect(Collectors.joining(", "))
                + (more > 0 ? "; " + more + (more == 1 ? " other job" : " other jobs") : "");
    }

    private static String victim(Victim victim) {
        return job(victim.getJobId(), victim.getApplication(), victim.getUser())
                + (victim.getLostSeconds() == null
                        ? ""
                        : " lost " + AlertValueFormat.duration(Math.round(victim.getLostSeconds() * 1000)));
    }

    private static String why(ContentionEvent event) {
        Instant at = event.getOpenedAt() == null ? event.getOnset() : event.getOpenedAt();
        return "./barograph why --config FILE --fs " + ShellWord.quoted(event.getFileSystem()) + " --at "
                + at.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String job(String id, String application, String user) {
        String who = (application == null ? "" : application)
                + (application == null || user == null ? "" : ", ")
                + (user == null ? "" : user);
        return "job " + id + (who.isEmpty() ? "" : " (" + who + ")");
    }

    private static String gist(ContentionEvent event) {
        return (event.getSuspects().isEmpty() ? "" : event.getSuspects().get(0).getJobId())
                + (event.getVictims().isEmpty() ? "" : " with victims");
    }
}
