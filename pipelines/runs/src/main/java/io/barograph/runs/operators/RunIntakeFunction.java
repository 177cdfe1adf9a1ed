package io.barograph.runs.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.servers.history.HistoryPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Lets each run through once, and scatters its question to the servers that its log names. Keyed by
 * {@link NameFingerprints#bucketOf} the run's identity; the second input carries no records, only the clock of the server
 * samples, by which a run is forgotten once its summary would find no history any more.
 *
 * <p>The same log once more is a duplicate, whenever and from wherever it was collected. A log of the same run with other
 * content contradicts the first one and goes to {@link #REFUSED}: nobody can say which of the two is right, and the run is
 * decided already.
 *
 * <p>State: 32 bytes per run until then, and the rest of that day.
 */
final class RunIntakeFunction extends KeyedCoProcessFunction<Integer, PendingRun, PendingRun, PendingRun> {
    static final OutputTag<ServerVolumeRequest> QUESTIONS =
            new OutputTag<>("server-questions", ServerVolumeRequest.TYPE);

    /** Side output of logs that contradict an earlier one. */
    static final OutputTag<DeadLetter> REFUSED =
            new OutputTag<>("contradicting-logs", AvroFormat.typeOf(DeadLetter.class));

    private static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private final long rememberMillis;
    private final long revisionMillis;
    private transient ValueState<long[]> seen;
    private transient Counter duplicates;
    private transient Counter contradictions;

    /** A run is remembered for as long as any history is kept, event time. */
    RunIntakeFunction(HistoryPolicy policy) {
        this.rememberMillis = policy.coarse().toMillis();
        this.revisionMillis = policy.revisionDelay().toMillis();
    }

    @Override
    public void open(OpenContext context) {
        seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", NameFingerprints.TYPE));
        duplicates = getRuntimeContext().getMetricGroup().counter("duplicateRuns");
        contradictions = getRuntimeContext().getMetricGroup().counter("contradictingRuns");
    }

    static int bucketOf(PendingRun run) {
        return NameFingerprints.bucketOf(run.identity());
    }

    @Override
    public void processElement1(PendingRun run, Context context, Collector<PendingRun> out) throws Exception {
        long fingerprint = NameFingerprints.of(run.identity());
        long content = NameFingerprints.of(content(run));
        long[] known = seen.value();
        if (NameFingerprints.contain(known, fingerprint)) {
            if (run.isWithoutLog() || NameFingerprints.contain(known, content)) {
                duplicates.inc();
            } else {
                contradictions.inc();
                context.output(REFUSED, refused(run));
            }
            return;
        }
        long until = NameFingerprints.endOfDay(run.decidedAt() + rememberMillis);
        seen.update(NameFingerprints.with(NameFingerprints.with(known, fingerprint, until), content, until));
        context.timerService().registerEventTimeTimer(until);
        out.collect(run);
        PendingRun question = run.forOneServer();
        for (String server : run.servers()) {
            context.output(QUESTIONS, new ServerVolumeRequest(server, question, run.decidedAt() + revisionMillis));
        }
    }

    /** All that the log says of the run; not when and from where it was collected. */
    private static String content(PendingRun run) {
        JobWeather draft = run.draft();
        List<Object> content = new ArrayList<>(List.of(run.identity(), run.endMicros(), run.use(), run.servers()));
        if (draft != null) {
            content.addAll(Arrays.asList(
                    draft.getUser(),
                    draft.getProcesses(),
                    draft.getNodes(),
                    draft.getPerformanceBytesPerSecond(),
                    draft.getPartial(),
                    new TreeMap<>(draft.getMetrics())));
        }
        return content.stream().map(String::valueOf).collect(Collectors.joining("\u0000"));
    }

    private static DeadLetter refused(PendingRun run) {
        JobWeather draft = run.draft();
        byte[] payload = draft.toString().getBytes(StandardCharsets.UTF_8);
        return DeadLetter.newBuilder()
                .setSource(Topic.JOB_SUMMARIES.name())
                .setOrigin(draft.getSource() == null ? "job " + run.jobId() : draft.getSource())
                .setComponent("job analysis")
                .setReason("contradicts an earlier log of the same run (job " + run.jobId() + " from "
                        + draft.getStartTime() + " on " + run.fileSystem() + "); the first one counts")
                .setTime(draft.getDecidedAt()) // of a draft, when the log was collected
                .setPayload(ByteBuffer.wrap(payload, 0, Math.min(payload.length, MAX_PAYLOAD_BYTES)))
                .setPayloadBytes(payload.length)
                .build();
    }

    @Override
    public void processElement2(PendingRun none, Context context, Collector<PendingRun> out) {
        throw new IllegalStateException("the clock carries no records");
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<PendingRun> out) throws Exception {
        seen.update(NameFingerprints.after(seen.value(), time));
    }
}
