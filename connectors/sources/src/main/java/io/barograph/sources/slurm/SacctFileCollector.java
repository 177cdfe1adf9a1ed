package io.barograph.sources.slurm;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.RegularFileCheck;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.ObjLongConsumer;

/** Reads saved text of {@code sacct --parsable2}, once. */
record SacctFileCollector(Path file, ZoneId zone, JobEventFactory events, CollectorContext context)
        implements SourceCollector {
    @Override
    public boolean poll(RecordPublisher output) {
        Instant written = lastChange();
        DeadLetterCounter refusals =
                new DeadLetterCounter(output::refuse, Topic.JOB_EVENTS, "collector slurm", () -> written);
        SacctReader.Count count = read(
                (job, line) -> events.of(job, written, null, file + ":" + line)
                        .forEach(event -> output.publish(Topic.JOB_EVENTS, event)),
                (reason, line, text) ->
                        refusals.refuse(file + ":" + line, reason, null, text.getBytes(StandardCharsets.UTF_8)));
        output.flush();
        context.notes().accept(file + ": " + words(count));
        return false;
    }

    @Override
    public String check() {
        return words(read((job, line) -> {}, (reason, line, text) -> {}));
    }

    private static String words(SacctReader.Count count) {
        return String.format(
                Locale.ROOT,
                "%,d jobs; %,d lines about steps are left out, %,d lines refused",
                count.jobs(),
                count.steps(),
                count.refused());
    }

    private SacctReader.Count read(ObjLongConsumer<JobEvent.Builder> jobs, SacctReader.Refusals refusals) {
        try (Reader text = new InputStreamReader(RegularFileCheck.open(file), StandardCharsets.UTF_8)) {
            return SacctReader.read(file.toString(), text, zone, jobs, refusals);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Instant lastChange() {
        try {
            return Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.MILLIS);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private UnreadableSourceException unreadable(IOException cause) {
        return new UnreadableSourceException(
                file.toString(), "cannot be read (" + cause + ")", "check its name and permissions", cause);
    }
}
