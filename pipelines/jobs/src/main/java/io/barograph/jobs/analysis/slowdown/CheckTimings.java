package io.barograph.jobs.analysis.slowdown;

import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Lets pass the timings that can be counted; the others go to {@link #REFUSED} with the reason. */
public final class CheckTimings extends ProcessFunction<ProbeTiming, ProbeTiming> {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_NAME = 512;

    /** Side output of what was refused. */
    public static final OutputTag<DeadLetter> REFUSED =
            new OutputTag<>("refused-timings", AvroFormat.typeOf(DeadLetter.class));

    private transient Counter refused;

    @Override
    public void open(OpenContext context) {
        refused = getRuntimeContext().getMetricGroup().counter("refusedTimings");
    }

    @Override
    public void processElement(ProbeTiming timing, Context context, Collector<ProbeTiming> out) {
        String reason = problem(timing);
        if (reason == null) {
            out.collect(timing);
            return;
        }
        refused.inc();
        byte[] payload = timing.toString().getBytes(StandardCharsets.UTF_8);
        context.output(
                REFUSED,
                DeadLetter.newBuilder()
                        .setSource(Topic.PROBE_TIMINGS.name())
                        .setOrigin("timing of " + timing.getTime() + " on "
                                + timing.getHost()
                                        .substring(
                                                0,
                                                Math.min(100, timing.getHost().length())))
                        .setComponent("job analysis")
                        .setReason(reason)
                        .setTime(timing.getTime())
                        .setPayload(ByteBuffer.wrap(payload, 0, Math.min(payload.length, 64 * 1024)))
                        .setPayloadBytes(payload.length)
                        .build());
    }

    private static String problem(ProbeTiming timing) {
        if (timing.getOperation() == ProbeOperation.UNKNOWN) {
            return "an operation that this version does not know; upgrade the analysis before the collectors";
        }
        if (timing.getOutcome() == ProbeOutcome.UNKNOWN) {
            return "an outcome that this version does not know; upgrade the analysis before the collectors";
        }
        boolean needsTiming = timing.getOutcome() == ProbeOutcome.OK || timing.getOutcome() == ProbeOutcome.TIMEOUT;
        Double seconds = timing.getSeconds();
        if (needsTiming && (seconds == null || !Double.isFinite(seconds) || seconds < 0)) {
            return "outcome " + timing.getOutcome() + " with a duration of " + seconds
                    + " s; a duration is a finite number of seconds, not negative";
        }
        if (!isName(timing.getFileSystem())
                || !isName(timing.getHost())
                || timing.getDirectory().length() > 16 * LONGEST_NAME
                || (timing.getServer() != null && timing.getServer().length() > LONGEST_NAME)) {
            return "file system, host or server without a name, or with one of more than " + LONGEST_NAME
                    + " characters";
        }
        return null;
    }

    private static boolean isName(String name) {
        return !name.isBlank() && name.length() <= LONGEST_NAME;
    }
}
