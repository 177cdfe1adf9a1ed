/**
 * The contracts that collectors and jobs share: Avro records, the topic catalogue, the wire codec and the catalogue of
 * file systems. Knows neither Flink nor Kafka.
 */
package io.barograph.schemas;
