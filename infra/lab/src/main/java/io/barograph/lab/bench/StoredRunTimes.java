package io.barograph.lab.bench;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxRow;
import io.barograph.schemas.JobWeather;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** When decided runs could be read in InfluxDB for the first time. */
final class StoredRunTimes {
    private static final long POLL_INTERVAL_MILLIS = 50;

    private final InfluxDbAdmin influxDb;
    private final Map<String, Long> nanos = new ConcurrentHashMap<>();

    StoredRunTimes(InfluxDbAdmin influxDb) {
        this.influxDb = influxDb;
    }

    /**
     * Looks 20 times a second.
     *
     * @param site until it is closed
     * @param since runs that ended before are of no interest
     */
    void watch(RealTimeSite site, Instant since) throws IOException, InterruptedException {
        while (site.isOpen()) {
            for (InfluxRow row :
                    influxDb.query("SELECT job_id, start_ns, fs FROM job_weather WHERE time >= '" + since + "'")) {
                nanos.putIfAbsent(
                        row.values().get("job_id") + "/" + row.values().get("start_ns"), System.nanoTime());
            }
            Thread.sleep(POLL_INTERVAL_MILLIS); // the resolution of the figures
        }
    }

    /**
     * @param run a decided run
     * @return {@link System#nanoTime} when it was there; null if it is not
     */
    Long seen(JobWeather run) {
        return nanos.get(run.getJobId() + "/" + ChronoUnit.NANOS.between(Instant.EPOCH, run.getStartTime()));
    }
}
