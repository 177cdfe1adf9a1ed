package io.barograph.pictures;

import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.verdicts.climate.PastRunFactory;
import java.time.Duration;
import java.time.Instant;

/**
 * What reports over many runs keep of each.
 *
 * @param application its application; its executable where that is not known
 * @param user its user; {@link #NOBODY} where that is not known
 * @param motif its motif; empty if it has none
 * @param readBytes bytes that it read, according to Darshan
 * @param performance bytes/s; NaN if not known or too small to judge
 */
record ReportRun(
        String key,
        int revision,
        String job,
        String application,
        String user,
        String fileSystem,
        String motif,
        Instant start,
        Instant end,
        double nodes,
        long readBytes,
        long writeBytes,
        double performance) {
    static final String NOBODY = "user not known";

    static ReportRun of(JobWeather weather) {
        boolean judged = PastRunFactory.isEligible(weather) && PastRunFactory.hasPerformance(weather);
        return new ReportRun(
                Topic.JOB_WEATHER.key().apply(weather),
                weather.getRevision(),
                weather.getJobId(),
                weather.getApplication() == null ? weather.getExecutable() : weather.getApplication(),
                weather.getUser() == null ? NOBODY : weather.getUser(),
                weather.getFileSystem(),
                weather.getMotif() == null ? "" : weather.getMotif(),
                weather.getStartTime(),
                weather.getEndTime(),
                weather.getNodes() == null ? Double.NaN : weather.getNodes(),
                weather.getJobReadBytes(),
                weather.getJobWriteBytes(),
                judged ? weather.getPerformanceBytesPerSecond() : Double.NaN);
    }

    /** A job without a log has neither application nor bytes. */
    static boolean hasLog(JobWeather weather) {
        return weather.getRecordKind() != WeatherRecordKind.NO_DARSHAN;
    }

    boolean isJudged() {
        return !Double.isNaN(performance);
    }

    double bytes() {
        return (double) readBytes + writeBytes;
    }

    double nodeHours() {
        return nodes * Duration.between(start, end).toMillis() / 3.6e6;
    }

    static ReportRun newer(ReportRun a, ReportRun b) {
        return a.revision() > b.revision() ? a : b;
    }
}
