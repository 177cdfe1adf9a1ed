package io.barograph.verdicts.why;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.Suspect;
import io.barograph.verdicts.climate.RunPerformance;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.util.List;
import java.util.Optional;

/** Verdicts on slow runs, with the event that slowed them. */
public final class EventVerdicts {
    /** The minutes of the job that made the load may still be missing; then the first suspect has less of it. */
    private static final double MIN_SUSPECT_SHARE = 0.5;

    private EventVerdicts() {}

    /**
     * @param events contention and degradations of its file system that are known
     * @return the verdict with the event as its first cause; the verdict itself if no event slowed the run. The I/O time of
     *     the run is unknown here, so the event need not have cost a quarter of the loss
     */
    public static Anomaly of(Anomaly verdict, List<ContentionEvent> events) {
        if (!mayHave(verdict)) {
            return verdict;
        }
        ProbeTally none = new ProbeTally(verdict.getFileSystem(), verdict.getStartTime(), verdict.getEndTime());
        return RunExplainer.event(new RunFacts(verdict, Optional.empty(), events, none))
                .map(event -> with(verdict, event))
                .orElse(verdict);
    }

    /** @return true for a run of which a verdict names causes */
    public static boolean mayHave(Anomaly verdict) {
        return verdict.getKind() == AnomalyKind.RUN
                && RunPerformance.isPoor(verdict)
                && verdict.getStartTime() != null
                && verdict.getEndTime() != null;
    }

    private static Anomaly with(Anomaly verdict, ContentionEvent event) {
        Anomaly.Builder met = Anomaly.newBuilder(verdict)
                .setLikelyCause(cause(event).name())
                .setEvent(EvidenceLines.event(event))
                .setSuspectJobId(suspect(event));
        return met.setSentence(VerdictSentences.of(met.build())).build();
    }

    private static String suspect(ContentionEvent event) {
        return event.getKind() == EventKind.DEGRADED
                ? null
                : event.getSuspects().stream()
                        .filter(suspect -> suspect.getShare() != null && suspect.getShare() >= MIN_SUSPECT_SHARE)
                        .findFirst()
                        .map(Suspect::getJobId)
                        .orElse(null);
    }

    private static LossCause cause(ContentionEvent event) {
        if (event.getKind() == EventKind.DEGRADED) {
            return LossCause.DEGRADED;
        }
        return switch (event.getType()) {
            case METADATA -> LossCause.METADATA_LOAD;
            case READ -> LossCause.LOAD_READ;
            case WRITE -> LossCause.LOAD_WRITE;
            // A hotspot: the load of one server, by the operation that is slowest.
            default -> "DATA_READ".equals(event.getWorstOperation()) ? LossCause.LOAD_READ : LossCause.LOAD_WRITE;
        };
    }
}
