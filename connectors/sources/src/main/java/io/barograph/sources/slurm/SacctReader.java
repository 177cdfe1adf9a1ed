package io.barograph.sources.slurm;

import io.barograph.runtime.CutLineReader;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.JobEvent;
import java.io.IOException;
import java.io.Reader;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.ObjLongConsumer;

/** Reads the output of {@code sacct --parsable2}, from a poll or a saved file, line by line. */
final class SacctReader {
    private static final String REMEDY = "it should be what sacct --parsable2 prints, with its header";

    /** Of a line, characters: a job may have many nodes. */
    private static final int MAX_LENGTH = 1 << 20;

    private SacctReader() {}

    /** Takes a line that is refused. */
    @FunctionalInterface
    interface Refusals {
        void refuse(String reason, long line, String text);
    }

    /**
     * What was read.
     *
     * @param steps lines about steps of jobs, which are left out
     */
    record Count(long jobs, long steps, long refused) {}

    /**
     * @param jobs takes each job, with the number of its line
     * @return how many lines there were
     * @throws UnreadableSourceException if it has no header, or a column is missing
     */
    static Count read(
            String source, Reader text, ZoneId zone, ObjLongConsumer<JobEvent.Builder> jobs, Refusals refusals)
            throws IOException {
        CutLineReader lines = new CutLineReader(text, MAX_LENGTH);
        CutLineReader.Line header = lines.next();
        if (header == null) {
            throw new UnreadableSourceException(source, "it is empty", REMEDY);
        }
        SacctText sacct = header(source, header.text(), zone);
        long count = 0;
        long steps = 0;
        long refused = 0;
        for (CutLineReader.Line line = lines.next(); line != null; line = lines.next()) {
            if (line.text().isBlank()) {
                continue;
            }
            try {
                if (line.cut()) {
                    throw new RefusedRecordException("the line is longer than " + MAX_LENGTH + " characters");
                }
                Optional<JobEvent.Builder> job = sacct.job(line.text());
                if (job.isPresent()) {
                    count++;
                    jobs.accept(job.get(), line.number());
                } else {
                    steps++;
                }
            } catch (RefusedRecordException e) {
                refused++;
                refusals.refuse(e.getMessage(), line.number(), line.text());
            }
        }
        return new Count(count, steps, refused);
    }

    private static SacctText header(String source, String header, ZoneId zone) {
        try {
            return SacctText.ofHeader(header, zone);
        } catch (RefusedRecordException e) {
            throw new UnreadableSourceException(source, e.getMessage(), REMEDY, e);
        }
    }
}
