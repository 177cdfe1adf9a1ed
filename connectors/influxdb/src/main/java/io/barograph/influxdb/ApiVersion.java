package io.barograph.influxdb;

/** The write endpoint of an InfluxDB server. */
public enum ApiVersion {
    /** {@code /write} of InfluxDB 1.x: database, optional retention policy, user and password. */
    V1,
    /** {@code /api/v2/write} of InfluxDB 2.x: organisation, bucket and token. */
    V2,
    /** {@code /api/v3/write_lp} of InfluxDB 3.x: database and token. */
    V3
}
