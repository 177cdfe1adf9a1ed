package io.barograph.page.results;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The newest events and runs of the result topics, in memory: at most {@value #MAX_RUNS} runs by their end and
 * {@value #MAX_EVENTS} events by their onset, closed ones leaving first. Peaks of load without harm are not kept. Safe
 * for several threads; records may come in any order and more than once.
 */
public final class RecentResults {
    /** Most runs that are kept. */
    public static final int MAX_RUNS = 10_000;

    /** Most events that are kept. */
    public static final int MAX_EVENTS = 1_000;

    /** Topics that are read. */
    public static final List<Topic<?>> TOPICS = List.of(Topic.CONTENTION_EVENTS, Topic.JOB_WEATHER, Topic.ANOMALIES);

    private static final Set<EventKind> SHOWN = EnumSet.of(
            EventKind.CONTENTION, EventKind.DEGRADED, EventKind.UNEXPLAINED, EventKind.CAPACITY, EventKind.SUSTAINED);

    private record Place(Instant time, String identity) {
        private static final Comparator<Place> NEWEST_LAST =
                Comparator.comparing(Place::time).thenComparing(Place::identity);
    }

    /** The two records that a run is made of. */
    private record Records(JobWeather weather, Anomaly verdict) {
        Records with(Records other) {
            return new Records(
                    newer(weather, other.weather, JobWeather::getRevision),
                    newer(verdict, other.verdict, Anomaly::getRevision));
        }

        private static <T> T newer(T known, T other, ToIntFunction<T> revision) {
            return other == null || (known != null && revision.applyAsInt(known) > revision.applyAsInt(other))
                    ? known
                    : other;
        }
    }

    private final int mostRuns;
    private final int mostEvents;
    private final TreeMap<Place, Records> runs = new TreeMap<>(Place.NEWEST_LAST);
    private final TreeMap<Place, ContentionEvent> events = new TreeMap<>(Place.NEWEST_LAST);
    private final Set<String> unread = new HashSet<>();
    private final Map<String, String> failures = new TreeMap<>();

    /** An empty view, whose topics have not been read. */
    public RecentResults() {
        this(MAX_RUNS, MAX_EVENTS);
    }

    public RecentResults(int mostRuns, int mostEvents) {
        this.mostRuns = mostRuns;
        this.mostEvents = mostEvents;
        TOPICS.forEach(topic -> unread.add(topic.name()));
    }

    public synchronized void add(JobWeather weather) {
        put(new Place(weather.getEndTime(), Topic.JOB_WEATHER.key().apply(weather)), new Records(slim(weather), null));
    }

    /** @param anomaly a verdict; anything else is left out */
    public synchronized void add(Anomaly anomaly) {
        if (anomaly.getKind() == AnomalyKind.RUN) {
            String identity = anomaly.getJobId() + "/" + anomaly.getStartTime() + "/" + anomaly.getExecutable() + "/"
                    + anomaly.getFileSystem();
            put(new Place(anomaly.getEndTime(), identity), new Records(null, slim(anomaly)));
        }
    }

    private void put(Place place, Records records) {
        runs.merge(place, records, Records::with);
        if (runs.size() > mostRuns) {
            runs.pollFirstEntry();
        }
    }

    /** Without what takes most of the memory and is read from the topic for the one job that is looked at. */
    private static JobWeather slim(JobWeather weather) {
        return JobWeather.newBuilder(weather).setMetrics(Map.of()).build();
    }

    private static Anomaly slim(Anomaly anomaly) {
        return Anomaly.newBuilder(anomaly)
                .setPanel(List.of())
                .setHistoryTimes(List.of())
                .setSuspects(List.of())
                .setExonerated(List.of())
                .setRootCauses(List.of())
                .build();
    }

    /** @param event an event; peaks of load and costs are left out */
    public synchronized void add(ContentionEvent event) {
        if (!SHOWN.contains(event.getKind())) {
            return;
        }
        String identity =
                event.getKind() + "/" + event.getType() + "/" + event.getFileSystem() + "/" + event.getServer();
        events.merge(
                new Place(event.getOnset(), identity),
                event,
                (known, other) -> known.getRevision() > other.getRevision() ? known : other);
        if (events.size() > mostEvents) {
            Place oldest = events.entrySet().stream()
                    .filter(entry -> entry.getValue().getState() == EventState.CLOSED)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseGet(events::firstKey);
            events.remove(oldest);
        }
    }

    /**
     * What the topic held at the start of reading is in this view, or it can be read again.
     *
     * @param topic name of the topic in the catalogue
     */
    public synchronized void read(String topic) {
        unread.remove(topic);
        failures.remove(topic);
    }

    /**
     * The topic cannot be read at the moment: what this view holds of it may be out of date.
     *
     * @param topic name of the topic in the catalogue
     */
    public synchronized void lost(String topic, String why) {
        failures.put(topic, why);
    }

    /** @return why what is known of it is not all; empty if it is */
    public synchronized Optional<String> gap(String topic) {
        return failures.containsKey(topic)
                ? Optional.of(failures.get(topic))
                : unread.contains(topic)
                        ? Optional.of("the topic " + topic + " is still being read")
                        : Optional.empty();
    }

    /** @return newest onset first */
    public synchronized List<ContentionEvent> events(Predicate<ContentionEvent> wanted) {
        return events.descendingMap().values().stream().filter(wanted).toList();
    }

    public static boolean isOpen(ContentionEvent event) {
        return event.getState() != EventState.CLOSED && event.getMergedInto() == null;
    }

    /** @return newest end first */
    public synchronized List<RunOverview> runs(Predicate<RunOverview> wanted, int most) {
        List<RunOverview> found = new ArrayList<>();
        for (Records records : runs.descendingMap().values()) {
            RunOverview run = run(records);
            if (wanted.test(run)) {
                found.add(run);
                if (found.size() == most) {
                    break;
                }
            }
        }
        return found;
    }

    /**
     * @return the end of the oldest run kept if earlier ones may have been dropped; empty if every run that has been read is
     *     kept
     */
    public synchronized Optional<Instant> runsKeptSince() {
        return runs.size() < mostRuns
                ? Optional.empty()
                : Optional.of(runs.firstKey().time());
    }

    /** @return owner of each job among the runs kept; a job without a known one is not in it */
    public synchronized Map<String, String> owners() {
        Map<String, String> owners = new HashMap<>();
        for (Records records : runs.values()) {
            RunOverview run = run(records);
            if (run.user() != null) {
                owners.put(run.jobId(), run.user());
            }
        }
        return owners;
    }

    private static RunOverview run(Records records) {
        JobWeather weather = records.weather();
        Anomaly verdict = records.verdict();
        if (weather == null) {
            return new RunOverview(
                    verdict.getJobId(),
                    verdict.getFileSystem(),
                    application(verdict.getApplication(), verdict.getExecutable()),
                    verdict.getUser(),
                    verdict.getStartTime(),
                    verdict.getEndTime(),
                    null,
                    null,
                    null,
                    verdict.getVerdict(),
                    verdict.getFractionOfPeak());
        }
        return new RunOverview(
                weather.getJobId(),
                weather.getFileSystem(),
                application(weather.getApplication(), weather.getExecutable()),
                weather.getUser(),
                weather.getStartTime(),
                weather.getEndTime(),
                weather.getJobReadBytes() + weather.getJobWriteBytes(),
                weather.getCfBw(),
                weather.getQuality().name(),
                verdict == null ? null : verdict.getVerdict(),
                verdict == null ? null : verdict.getFractionOfPeak());
    }

    private static String application(String application, String executable) {
        return application == null ? executable : application;
    }
}
