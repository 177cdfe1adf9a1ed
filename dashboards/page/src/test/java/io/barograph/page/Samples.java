package io.barograph.page;

import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Records and readings for tests. */
public final class Samples {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    static {
        // Avro refuses generated classes that it does not trust.
        AvroCodec.of(JobWeather.class);
        AvroCodec.of(Anomaly.class);
        AvroCodec.of(ContentionEvent.class);
    }

    private Samples() {}

    /** A run of a minute that ended so many seconds before {@link #NOW}. */
    public static JobWeather.Builder weather(String jobId, long secondsAgo) {
        Instant end = NOW.minusSeconds(secondsAgo);
        return JobWeather.newBuilder()
                .setJobId(jobId)
                .setUser("ada")
                .setExecutable("/opt/vpicio_uni")
                .setApplication("vpicio_uni")
                .setFileSystem("scratch")
                .setStartTime(end.minusSeconds(60))
                .setEndTime(end)
                .setDecidedAt(end.plusSeconds(35))
                .setProcesses(512)
                .setQuality(Quality.OK)
                .setCfBw(0.75)
                .setJobReadBytes(0)
                .setJobWriteBytes(1_500_000_000L);
    }

    public static Anomaly.Builder verdict(JobWeather weather) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setVerdict(Verdict.NORMAL)
                .setSentence("Performance is normal.")
                .setJobId(weather.getJobId())
                .setUser(weather.getUser())
                .setExecutable(weather.getExecutable())
                .setApplication(weather.getApplication())
                .setFileSystem(weather.getFileSystem())
                .setStartTime(weather.getStartTime())
                .setEndTime(weather.getEndTime())
                .setDecidedAt(weather.getDecidedAt())
                .setFractionOfPeak(0.5);
    }

    public static ContentionEvent.Builder event(EventKind kind, EventState state, long secondsAgo) {
        Instant onset = NOW.minusSeconds(secondsAgo);
        return ContentionEvent.newBuilder()
                .setKind(kind)
                .setType(EventType.WRITE)
                .setFileSystem("scratch")
                .setOnset(onset)
                .setOpenedAt(onset.plusSeconds(10))
                .setStart(onset)
                .setDecidedAt(onset.plusSeconds(15))
                .setState(state)
                .setSentence("Job 4711 of mallory (secret.exe) disturbed others.");
    }

    /** A view whose topics have been read. */
    public static RecentResults view() {
        RecentResults view = new RecentResults();
        view.read(Topic.CONTENTION_EVENTS.name());
        view.read(Topic.JOB_WEATHER.name());
        view.read(Topic.ANOMALIES.name());
        return view;
    }

    /** All is known and well. */
    public static FileSystemSnapshot well() {
        return fileSystem(rates(0, 0.0), new FileSystemSnapshot.Slowest("STAT", 1.02));
    }

    public static FileSystemSnapshot.Rates rates(long silent, Double missing) {
        return new FileSystemSnapshot.Rates(NOW, 1e9, 2e9, 300.0, missing, silent, List.of());
    }

    public static FileSystemSnapshot fileSystem(FileSystemSnapshot.Rates rates, FileSystemSnapshot.Slowest slowest) {
        return new FileSystemSnapshot(
                "scratch",
                rates,
                slowest == null ? Map.of() : Map.of(slowest.operation(), slowest.slowdown()),
                new FileSystemSnapshot.Fullest("OST0001", 0.6),
                null,
                null,
                Map.of(),
                List.of(new FileSystemSnapshot.Talker("OST", 1, "4711", "secret.exe", "mallory", 0.6, 1e9)));
    }

    /** A page's parts as they are sent. */
    public static String rendered(LivePageContent page, PageViewer viewer, Map<String, String> query)
            throws InterruptedException {
        StringBuilder text = new StringBuilder();
        page.content(viewer, query)
                .parts()
                .forEach(part -> text.append(part.content().render()));
        return text.toString();
    }
}
