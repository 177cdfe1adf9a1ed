package io.barograph.jobs.analysis;

import io.barograph.flink.quarantine.FailureAttribution;
import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.topics.DeadLetters;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.NameRule;
import io.barograph.schemas.admission.RecordAdmission;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Takes the samples out of polls. A sample that is not within its bounds, or has made the job fail, goes to {@link #REFUSED}
 * with the reason and is counted; the others of its poll go on.
 */
final class SplitPollsFunction extends ProcessFunction<ServerPoll, ServerSample> {
    static final OutputTag<DeadLetter> REFUSED =
            new OutputTag<>("refused-samples", AvroFormat.typeOf(DeadLetter.class));

    private static final String NAME = "samples of polls";

    private final FailureLog failures;
    private transient RecordAdmission<ServerSample> admission;
    private transient SkippedRecords skipped;
    private transient Counter refused;
    private transient Counter quarantined;

    SplitPollsFunction(FailureLog failures) {
        this.failures = failures;
    }

    @Override
    public void open(OpenContext context) {
        admission = RecordAdmission.ofSamples();
        skipped = failures.skipped();
        refused = getRuntimeContext().getMetricGroup().counter("refusedSamples");
        quarantined = getRuntimeContext().getMetricGroup().counter("quarantinedSamples");
    }

    @Override
    public void processElement(ServerPoll poll, Context context, Collector<ServerSample> out) throws Exception {
        for (ServerSample sample : ServerPolls.samples(poll)) {
            String refusal = admission.refusal(sample, sample.getTime().toEpochMilli());
            String reason = refusal != null
                    ? refusal
                    : skipped.reason(Topic.SERVER_POLLS, () -> RecordIdentity.ofElement(sample));
            if (reason != null) {
                (refusal != null ? refused : quarantined).inc();
                context.output(REFUSED, letter(sample, reason));
                continue;
            }
            try {
                out.collect(sample); // runs the operators that are chained to this one
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw FailureAttribution.attribute(
                        e, () -> RecordIdentity.ofElement(sample), "behind " + NAME, failures);
            }
        }
    }

    private static DeadLetter letter(ServerSample sample, String reason) {
        String server = sample.getFileSystem() + "/" + NameRule.name(sample.getServer());
        return DeadLetters.of(
                Topic.SERVER_POLLS.name(),
                server + " at " + sample.getTime(),
                "job " + AnalysisJob.NAME,
                reason,
                sample.getTime());
    }
}
