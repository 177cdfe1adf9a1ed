package io.barograph.cli.reports;

import io.barograph.cli.export.ResultSource;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.Topic;
import io.barograph.verdicts.why.SlownessExplanation;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Answers questions, however many, with one reading of each topic. */
public final class WhyReader {
    private final List<WhyQuestion> inquiries = new ArrayList<>();
    private final List<MomentWhyQuestion> moments = new ArrayList<>();

    /** @return gives the answer after {@link #read} */
    public Supplier<SlownessExplanation> moment(String fileSystem, Instant at) {
        return ask(new MomentWhyQuestion(fileSystem, at))::answer;
    }

    /** @return gives the answer after {@link #read} */
    public Supplier<SlownessExplanation> run(Anomaly verdict) {
        return ask(new RunWhyQuestion(verdict))::answer;
    }

    MomentWhyQuestion ask(MomentWhyQuestion moment) {
        moments.add(moment);
        inquiries.add(moment);
        return moment;
    }

    RunWhyQuestion ask(RunWhyQuestion run) {
        inquiries.add(run);
        return run;
    }

    public void read(ResultSource source) throws IOException, InterruptedException {
        if (!moments.isEmpty()) {
            source.read(Topic.ANOMALIES, verdict -> moments.forEach(moment -> moment.add(verdict)));
            source.read(Topic.SERVER_RATES, rates -> moments.forEach(moment -> moment.add(rates)));
        }
        source.read(Topic.JOB_WEATHER, weather -> inquiries.forEach(inquiry -> inquiry.add(weather)));
        source.read(Topic.CONTENTION_EVENTS, event -> inquiries.forEach(inquiry -> inquiry.add(event)));
        source.read(Topic.SLOWDOWNS, slowdown -> inquiries.forEach(inquiry -> inquiry.add(slowdown)));
    }
}
