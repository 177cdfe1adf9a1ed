package io.barograph.sources.slurm;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.ObjLongConsumer;

/**
 * Asks {@code sacct} in each poll for the jobs since the last one, less an overlap, because slurmdbd may learn of a job
 * late. Each start, end and change of state is published once; only a crash between storing the events and storing the
 * position repeats those of one poll.
 */
final class SacctCollector implements SourceCollector {
    private final SlurmOptions options;
    private final SacctCommand sacct;
    private final JobEventFactory events;
    private final CollectorContext context;
    private SacctPosition published;
    private boolean fullNoted;

    SacctCollector(SlurmOptions options, JobEventFactory events, CollectorContext context) {
        this.options = options;
        this.sacct = new SacctCommand(options.command(), options.timeLimit(), context.folder());
        this.events = events;
        this.context = context;
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        if (published == null) {
            published = new SacctPosition(context.position("sacct"));
        }
        Instant now = now();
        try {
            ask(published.since().orElse(now.minus(options.lookBack())), now, output);
            output.flush();
            noteIfFull();
            published.answered(now.minus(options.overlap()));
        } finally {
            published.giveUp();
        }
        return true;
    }

    private void ask(Instant since, Instant now, RecordPublisher output) throws InterruptedException {
        DeadLetterCounter refusals =
                new DeadLetterCounter(output::refuse, Topic.JOB_EVENTS, "collector slurm", () -> now);
        read(
                since,
                (job, line) -> {
                    for (JobEvent event : events.of(job, now, now, sacct.name())) {
                        if (published.isNew(identity(event))) {
                            output.publish(Topic.JOB_EVENTS, event);
                        }
                    }
                },
                (reason, line, text) -> {
                    // The same line comes with every question for a while; one letter is enough.
                    if (published.isNew("refused " + text)) {
                        String origin = sacct.name() + " since " + since + ", line " + line;
                        refusals.refuse(origin, reason, null, text.getBytes(StandardCharsets.UTF_8));
                    }
                });
    }

    /** A STATE is observed anew in each poll, so its time does not count. */
    private static String identity(JobEvent event) {
        String run = event.getCluster() + " " + event.getJobId() + " " + event.getKind();
        return switch (event.getKind()) {
            case START -> run + " " + event.getStartTime();
            case END -> run + " " + event.getStartTime() + " " + event.getEndTime() + " " + event.getState();
            default -> run + " " + event.getSubmitTime() + " " + event.getStartTime() + " " + event.getState();
        };
    }

    private void noteIfFull() {
        if (published.isFull() && !fullNoted) {
            context.notes()
                    .accept("one answer of " + sacct.name() + " holds more than " + SacctPosition.MAX
                            + " events; those beyond are published with every poll: shorten overlap");
            fullNoted = true;
        }
    }

    @Override
    public String check() throws InterruptedException {
        SacctReader.Count count = read(now().minus(options.overlap()), (job, line) -> {}, (reason, line, text) -> {});
        return String.format(
                Locale.ROOT,
                "%s answers with %,d jobs of the last %d min; %,d lines are not understood",
                sacct.name(),
                count.jobs(),
                options.overlap().toMinutes(),
                count.refused());
    }

    private SacctReader.Count read(Instant since, ObjLongConsumer<JobEvent.Builder> jobs, SacctReader.Refusals refusals)
            throws InterruptedException {
        Path answer = sacct.run(since);
        try {
            try (Reader text = Files.newBufferedReader(answer, StandardCharsets.ISO_8859_1)) {
                return SacctReader.read(sacct.name(), text, options.timeZone(), jobs, refusals);
            } finally {
                Files.delete(answer);
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    sacct.name(), "its answer cannot be read (" + e + ")", "check " + context.folder(), e);
        }
    }

    private Instant now() {
        return context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
