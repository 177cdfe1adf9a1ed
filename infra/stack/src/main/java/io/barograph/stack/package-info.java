/** Kafka, InfluxDB and Flink on one machine, started and stopped with the command that needs them. */
package io.barograph.stack;
