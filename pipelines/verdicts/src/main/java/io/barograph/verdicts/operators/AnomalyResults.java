package io.barograph.verdicts.operators;

import io.barograph.schemas.Anomaly;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What the workflow gives.
 *
 * @param verdicts one on every run, and shifts
 * @param correlations those of each month
 */
public record AnomalyResults(DataStream<Anomaly> verdicts, DataStream<Anomaly> correlations) {}
