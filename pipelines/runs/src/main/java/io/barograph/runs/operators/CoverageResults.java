package io.barograph.runs.operators;

import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.JobWeather;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What the workflow gives.
 *
 * @param decisions decisions in the order of event time and identity, with the jobs that ran at the time; and a record of
 *     every job that ended without a log for 24 h
 * @param evidence how far the evidence reaches, per file system and day
 * @param refused logs that contradict an earlier log of the same run
 */
public record CoverageResults(
        DataStream<JobWeather> decisions, DataStream<EvidenceReach> evidence, DataStream<DeadLetter> refused) {}
