package io.barograph.contention.operators;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.TopTalkers;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What reports the jobs of events. Each is taken in at a delay ({@link JobDelays}), so that none of it is a clock while the
 * others are not far ahead.
 *
 * @param minutes what each job moved in each minute, according to job statistics
 * @param busyServers what the jobs that loaded a busy server most moved there in each minute
 * @param summaries Darshan logs
 * @param verdicts on runs, as they come from the operator that judges
 * @param events what the scheduler says
 */
public record JobStreams(
        DataStream<LiveCoverage> minutes,
        DataStream<TopTalkers> busyServers,
        DataStream<JobSummary> summaries,
        DataStream<Anomaly> verdicts,
        DataStream<JobEvent> events) {}
