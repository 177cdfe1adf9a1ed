/** Replays: recorded files through Kafka and the same jobs as live, bounded, into files and InfluxDB. */
package io.barograph.cli.replay;
