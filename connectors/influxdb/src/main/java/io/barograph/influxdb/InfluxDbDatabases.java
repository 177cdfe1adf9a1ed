package io.barograph.influxdb;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** How one version of InfluxDB makes what holds points, and removes points. The names are the site's. */
interface InfluxDbDatabases {
    /**
     * @return true if the configured database, or bucket, is there and its account may see it
     * @throws IOException if the server does not answer or refuses
     * @throws InterruptedException if interrupted while waiting
     */
    boolean exists() throws IOException, InterruptedException;

    /**
     * Creates the configured database, or bucket, which is not there.
     *
     * @throws IOException if the server does not answer or refuses
     * @throws InterruptedException if interrupted while waiting
     */
    void create(Optional<Duration> kept) throws IOException, InterruptedException;

    /**
     * @return how long the configured database, or bucket, which is there, keeps a point that names no retention policy;
     *     empty for ever
     * @throws IOException if the server does not answer or refuses
     * @throws InterruptedException if interrupted while waiting
     */
    Optional<Duration> kept() throws IOException, InterruptedException;

    /**
     * Removes all points with a tag of this value.
     *
     * @throws IOException if the server does not answer, refuses, or cannot
     * @throws InterruptedException if interrupted while waiting
     */
    void dropSeries(String tag, String value) throws IOException, InterruptedException;
}
