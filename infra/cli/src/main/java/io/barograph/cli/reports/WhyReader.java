package io.barograph.cli.reports;

import io.barograph.cli.export.ResultSource;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.Topic;
import io.barograph.verdicts.why.Explanation;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Answers questions, however many, with one reading of each topic.
 *
 * <pre>{@code
 * WhyReader reader = new WhyReader();
 * Supplier<Explanation> answer = reader.moment("scratch", at);
 * reader.read(source);
 * answer.get().answer();
 * }</pre>
 */
public final class WhyReader {
    private final List<Inquiry> inquiries = new ArrayList<>();
    private final List<MomentInquiry> moments = new ArrayList<>();

    /**
     * @param fileSystem file system
     * @param at instant
     * @return gives the answer after {@link #read}
     */
    public Supplier<Explanation> moment(String fileSystem, Instant at) {
        return ask(new MomentInquiry(fileSystem, at))::answer;
    }

    /**
     * @param verdict verdict on a run
     * @return gives the answer after {@link #read}
     */
    public Supplier<Explanation> run(Anomaly verdict) {
        return ask(new RunInquiry(verdict))::answer;
    }

    MomentInquiry ask(MomentInquiry moment) {
        moments.add(moment);
        inquiries.add(moment);
        return moment;
    }

    RunInquiry ask(RunInquiry run) {
        inquiries.add(run);
        return run;
    }

    /**
     * @param source where results are
     */
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
