package io.barograph.influxdb;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** How one version of InfluxDB makes what holds points, and removes points. The names are the site's. */
interface InfluxDbDatabases {
    /** @return true if the configured database, or bucket, is there and its account may see it */
    boolean exists() throws IOException, InterruptedException;

    /** Creates the configured database, or bucket, which is not there. */
    void create(Optional<Duration> kept) throws IOException, InterruptedException;

    /**
     * @return how long the configured database, or bucket, which is there, keeps a point that names no retention
     *     policy; empty for ever
     */
    Optional<Duration> kept() throws IOException, InterruptedException;

    /**
     * Removes all points with a tag of this value.
     *
     * @throws IOException if the server does not answer, refuses, or cannot
     */
    void dropSeries(String tag, String value) throws IOException, InterruptedException;
}
