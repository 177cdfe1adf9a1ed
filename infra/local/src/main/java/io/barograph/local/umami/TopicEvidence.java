package io.barograph.local.umami;

import io.barograph.analytics.climate.ClimatePolicy;
import io.barograph.live.JobEvidence;
import io.barograph.local.command.CommandFailedException;
import io.barograph.local.export.ResultSource;
import io.barograph.schemas.Anomaly;
import io.barograph.umami.ClimateSide;
import io.barograph.umami.RunEvidence;
import java.io.IOException;
import java.util.List;

/** Evidence for the report of a job, for the live page. Each call reads the results anew. */
public final class TopicEvidence implements JobEvidence {
    private final ResultSource source;

    /** @param source results */
    public TopicEvidence(ResultSource source) {
        this.source = source;
    }

    @Override
    public List<RunEvidence> of(String jobId) throws IOException, InterruptedException {
        try {
            List<Anomaly> verdicts = new Verdicts(source).known(jobId);
            // The climate of the verdict stands in it; the policy would only choose another one.
            return verdicts.isEmpty()
                    ? List.of()
                    : EvidenceReader.read(source, verdicts, ClimateSide.BEFORE, ClimatePolicy.DEFAULT);
        } catch (CommandFailedException e) {
            throw new IOException(e.getMessage() + " " + e.remedy(), e);
        }
    }
}
