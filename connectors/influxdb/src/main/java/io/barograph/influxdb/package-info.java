/**
 * Flink sink for InfluxDB 1.x, 2.x and 3.x: {@link io.barograph.influxdb.InfluxDbSink}, configured by {@link
 * io.barograph.influxdb.InfluxDbConfig}.
 */
package io.barograph.influxdb;
