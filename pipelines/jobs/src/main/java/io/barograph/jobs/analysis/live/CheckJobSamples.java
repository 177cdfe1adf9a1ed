package io.barograph.jobs.analysis.live;

import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Lets pass the polls that can be counted; the others go to {@link #REFUSED} with the reason. */
public final class CheckJobSamples extends ProcessFunction<JobSamples, JobSamples> {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_NAME = 512;
    private static final int LONGEST_PAYLOAD = 64 * 1024;

    /** Side output of what was refused. */
    public static final OutputTag<DeadLetter> REFUSED =
            new OutputTag<>("refused-job-samples", AvroFormat.typeOf(DeadLetter.class));

    private transient Counter refused;

    @Override
    public void open(OpenContext context) {
        refused = getRuntimeContext().getMetricGroup().counter("refusedJobSamples");
    }

    @Override
    public void processElement(JobSamples samples, Context context, Collector<JobSamples> out) {
        String reason = problem(samples);
        if (reason == null) {
            out.collect(samples);
            return;
        }
        refused.inc();
        byte[] payload = samples.toString().getBytes(StandardCharsets.UTF_8);
        context.output(
                REFUSED,
                DeadLetter.newBuilder()
                        .setSource(Topic.JOB_SAMPLES.name())
                        .setOrigin("poll of " + samples.getTime() + " of " + cut(samples.getServer()))
                        .setComponent("job analysis")
                        .setReason(reason)
                        .setTime(samples.getTime())
                        .setPayload(ByteBuffer.wrap(payload, 0, Math.min(payload.length, LONGEST_PAYLOAD)))
                        .setPayloadBytes(payload.length)
                        .build());
    }

    private static String problem(JobSamples samples) {
        if (samples.getKind() == TargetKind.UNKNOWN) {
            return "a kind of server that this version does not know; upgrade the analysis before the collectors";
        }
        if (samples.getIntervalMillis() <= 0) {
            return "an interval of " + samples.getIntervalMillis() + " ms; it must be positive";
        }
        if (!isName(samples.getFileSystem()) || !isName(samples.getServer())) {
            return "file system or server without a name, or with one of more than " + LONGEST_NAME + " characters";
        }
        if (anyNegative(
                samples.getReadBytes(),
                samples.getWriteBytes(),
                samples.getReadOperations(),
                samples.getWriteOperations(),
                samples.getMetadataOperations())) {
            return "a negative counter of the server; counters only grow";
        }
        for (JobUse job : samples.getJobs()) {
            if (!isShort(job.getJobId()) || !isShort(job.getExecutable()) || !isShort(job.getUser())) {
                return "a job whose id, program or user has more than " + LONGEST_NAME + " characters: "
                        + cut(job.getJobId());
            }
            if (anyNegative(
                    job.getReadBytes(),
                    job.getWriteBytes(),
                    job.getReadOperations(),
                    job.getWriteOperations(),
                    job.getMetadataOperations())) {
                return "a negative counter of job " + job.getJobId() + "; counters only grow";
            }
        }
        return null;
    }

    private static boolean isName(String name) {
        return !name.isBlank() && isShort(name);
    }

    private static boolean isShort(String name) {
        return name == null || name.length() <= LONGEST_NAME;
    }

    private static String cut(String name) {
        return name.substring(0, Math.min(100, name.length()));
    }

    private static boolean anyNegative(
            Long readBytes, Long writeBytes, Long reads, Long writes, Map<String, Long> metadataOperations) {
        return Stream.concat(
                        Stream.of(readBytes, writeBytes, reads, writes),
                        metadataOperations == null ? Stream.empty() : metadataOperations.values().stream())
                .filter(Objects::nonNull)
                .anyMatch(counter -> counter < 0);
    }
}
