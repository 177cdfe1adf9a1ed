package io.barograph.lab.demo;

import io.barograph.lab.evaluate.ContentionMatching;
import io.barograph.lab.evaluate.ContentionMatching.Judged;
import io.barograph.lab.evaluate.FaultClass;
import io.barograph.lab.evaluate.FinalEvents;
import io.barograph.lab.evaluate.WhyAnswers;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.schemas.ContentionEvent;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The faults of the simulator beside what Barograph said of them. */
final class FaultScoreboard {
    /** An event closes a minute after its fault is over, and its suspects are known by then. */
    private static final Duration CLOSED_AFTER = Duration.ofMinutes(3);

    private final ContentionMatching matching;
    private final List<Judged> due;
    private final DemoJournal journal;

    /**
     * @param faults all faults that have begun
     * @param now time of the site, until which open events last
     */
    FaultScoreboard(List<FaultTruth> faults, DemoJournal journal, Instant now) {
        Instant observedTo = journal.observedTo();
        this.journal = journal;
        this.matching = new ContentionMatching(faults, FinalEvents.of(journal.events()), now);
        this.due = matching.faults().stream()
                .filter(judged -> !judged.fault().end().plus(CLOSED_AFTER).isAfter(observedTo))
                .toList();
    }

    /** @return number of faults that were missed or of which something wrong was said, and of events without a fault */
    long wrong() {
        return due.stream().filter(judged -> !isRight(judged)).count()
                + matching.unmatched().size();
    }

    private boolean isRight(Judged judged) {
        String culprit = judged.fault().culprit();
        return judged.event().isPresent()
                && (culprit == null || culprit.equals(suspect(judged.event().get())))
                && journal.answer(judged.event().get())
                        .filter(answer -> !answer.equals(WhyAnswers.expected(Optional.of(judged.faultClass()))
                                .words()))
                        .isEmpty();
    }

    private static String suspect(ContentionEvent event) {
        return event.getSuspects().isEmpty() ? "-" : event.getSuspects().get(0).getJobId();
    }

    void print(PrintWriter out) {
        if (due.isEmpty()) {
            out.println("The story had no time to go wrong and be over: try --duration 2m");
        } else {
            line(
                    out,
                    "Simulator:",
                    "where",
                    "onset",
                    "job",
                    "Barograph:",
                    "where",
                    "onset",
                    "suspect",
                    "why",
                    "result");
        }
        for (Judged judged : due) {
            FaultTruth fault = judged.fault();
            Optional<ContentionEvent> event = judged.event();
            line(
                    out,
                    judged.faultClass().title(),
                    fault.servers().size() == 1
                            ? fault.servers().get(0)
                            : fault.fault().fileSystem(),
                    DemoJournal.CLOCK.format(fault.onset()),
                    fault.culprit() == null ? "-" : fault.culprit(),
                    event.map(FaultScoreboard::title).orElse("nothing"),
                    event.map(FaultScoreboard::where).orElse(""),
                    event.map(found -> DemoJournal.CLOCK.format(found.getOnset()))
                            .orElse(""),
                    event.map(FaultScoreboard::suspect).orElse(""),
                    event.flatMap(journal::answer).orElse("not asked"),
                    isRight(judged) ? "right" : "WRONG");
        }
        for (ContentionEvent event : matching.unmatched()) {
            line(
                    out,
                    "nothing",
                    "",
                    "",
                    "",
                    title(event),
                    where(event),
                    DemoJournal.CLOCK.format(event.getOnset()),
                    suspect(event),
                    journal.answer(event).orElse("not asked"),
                    "WRONG");
        }
    }

    private static void line(PrintWriter out, Object... cells) {
        out.print(String.format(Locale.ROOT, "%-14s %-21s %-9s %-8s | %-18s %-21s %-9s %-8s %-18s %s%n", cells)
                .replaceAll(" +\\R", System.lineSeparator()));
    }

    private static String title(ContentionEvent event) {
        return FaultClass.reportedBy(event).map(FaultClass::title).orElse("other");
    }

    private static String where(ContentionEvent event) {
        return event.getServer().isEmpty() ? event.getFileSystem() : event.getServer();
    }
}
