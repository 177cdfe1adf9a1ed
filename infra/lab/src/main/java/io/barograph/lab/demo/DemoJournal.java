package io.barograph.lab.demo;

import io.barograph.cli.reports.LastEvents;
import io.barograph.lab.evaluate.FaultClass;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.Victim;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What Barograph says, line by line with the event time at which it says it: the rates of each minute, and of each event
 * its opening, its first suspect, its first victim and its end.
 */
final class DemoJournal {
    static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** A job that made less of the load than this is no suspect yet: its statistics come minutes later. */
    private static final double MIN_SHARE = 0.1;

    private static final int PROGRESS_MINUTES = 10;

    /** A run that lost less is no example. */
    private static final double MIN_LOST_SECONDS = 20;

    private final Instant begin;
    private final int fileSystems;
    private final List<String> lines = new ArrayList<>();
    private final List<ContentionEvent> events = new ArrayList<>();
    private final NavigableMap<Instant, Map<String, ServerRates>> minutes = new TreeMap<>();
    private final Map<LastEvents.Identity, EventProgress> progress = new HashMap<>();
    private Instant observedTo = Instant.EPOCH;

    /** How far an event has been shown. */
    private static final class EventProgress {
        private String suspect;
        private Victim victim;
        private boolean closed;
        private String answer;
    }

    /** A run of which to ask why it was slow. */
    record Question(LastEvents.Identity event, String jobId) {}

    /**
     * @param begin rates are printed from here on
     * @param fileSystems number of file systems; their rates stand in one line
     */
    DemoJournal(Instant begin, int fileSystems) {
        this.begin = begin;
        this.fileSystems = fileSystems;
        lines.add("The analysis first reads the site's past: " + DemoStory.PAST.toMinutes()
                + " min of event time until " + begin + " ...");
    }

    /** @param minute total rates of a minute */
    synchronized void add(ServerRates minute) {
        Map<String, ServerRates> same = minutes.computeIfAbsent(minute.getTo(), to -> new TreeMap<>());
        same.put(minute.getFileSystem(), minute);
        if (minute.getRevision() != 1 || same.size() < fileSystems) {
            return;
        }
        if (!observedTo.isAfter(begin) && minute.getTo().isAfter(begin)) {
            lines.add("The story begins at " + begin + ", " + DemoClock.SPEED
                    + " times as fast as real time; times are UTC.");
        }
        minutes.headMap(minute.getTo()).clear();
        observedTo = minute.getTo();
        if (observedTo.isAfter(begin)) {
            StringBuilder line = new StringBuilder(CLOCK.format(observedTo));
            same.forEach((fileSystem, rates) -> line.append(String.format(
                    Locale.ROOT,
                    "  %s: read %.0f MB/s, write %.0f MB/s",
                    fileSystem,
                    perSecond(rates, "readBytes") / 1e6,
                    perSecond(rates, "writeBytes") / 1e6)));
            lines.add(line.toString());
        } else {
            long done =
                    Duration.between(begin.minus(DemoStory.PAST), observedTo).toMinutes();
            if (done % PROGRESS_MINUTES == 0) {
                lines.add(CLOCK.format(observedTo) + "  " + done + " of " + DemoStory.PAST.toMinutes()
                        + " min of the past are analysed");
            }
        }
    }

    static double perSecond(ServerRates rates, String quantity) {
        RateOfQuantity rate =
                rates.getData() == null ? null : rates.getData().getQuantities().get(quantity);
        return rate == null ? Double.NaN : rate.getPerSecond();
    }

    synchronized void add(ContentionEvent event) {
        if (FaultClass.reportedBy(event).isEmpty()) {
            return;
        }
        events.add(event);
        LastEvents.Identity identity = LastEvents.Identity.of(event);
        boolean isNew = !progress.containsKey(identity);
        EventProgress shown = progress.computeIfAbsent(identity, unknown -> new EventProgress());
        Optional<String> suspect = event.getSuspects().stream()
                .findFirst()
                .filter(first -> first.getShare() == null || first.getShare() >= MIN_SHARE)
                .map(Suspect::getJobId)
                .filter(job -> !job.equals(shown.suspect));
        Optional<Victim> victim = event.getVictims().stream()
                .filter(each -> each.getLostSeconds() != null && each.getLostSeconds() >= MIN_LOST_SECONDS)
                .findFirst()
                .filter(each -> shown.victim == null);
        boolean closes = event.getState() == EventState.CLOSED && !shown.closed;
        suspect.ifPresent(job -> shown.suspect = job);
        victim.ifPresent(each -> shown.victim = each);
        shown.closed |= closes;
        if (isNew || closes || suspect.isPresent() || victim.isPresent()) {
            String what = isNew ? "Opened" : closes ? "Over" : victim.isPresent() ? "Victims known" : "Suspect known";
            lines.add(String.format(
                    Locale.ROOT,
                    "%s  %s: %s. %s",
                    CLOCK.format(event.getDecidedAt()),
                    what,
                    EventTitle.of(event),
                    event.getSentence()));
        }
    }

    /** @return victims of whom nobody has asked yet, one of each event at most */
    synchronized List<Question> questions() {
        List<Question> open = new ArrayList<>();
        progress.forEach((event, shown) -> {
            if (shown.victim != null && shown.answer == null) {
                open.add(new Question(event, shown.victim.getJobId()));
            }
        });
        return open;
    }

    /**
     * @param answer the cause, in the words of {@code why}
     * @param printed all that was printed, with the command
     */
    synchronized void answer(Question question, String answer, List<String> printed) {
        progress.get(question.event()).answer = answer;
        lines.addAll(printed);
    }

    /** @return the answer for a victim of that event; empty if nobody has asked */
    synchronized Optional<String> answer(ContentionEvent event) {
        return Optional.ofNullable(progress.get(LastEvents.Identity.of(event))).map(shown -> shown.answer);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    synchronized List<ContentionEvent> events() {
        return List.copyOf(events);
    }

    /** @return end of the last minute whose rates are known */
    synchronized Instant observedTo() {
        return observedTo;
    }

    synchronized Map<String, ServerRates> rates() {
        return minutes.getOrDefault(observedTo, Map.of());
    }
}
