package io.barograph.sources.slurm;

import io.barograph.runtime.CutLineReader;
import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.io.Reader;
import java.time.ZoneId;
import java.util.Optional;

/** Reads the output of {@code sacct --parsable2}, from a poll or a saved file, line by line. */
final class SacctReader {
    private static final String REMEDY = "it should be what sacct --parsable2 prints, with its header";

    /** Of a line, characters: a job may have many nodes. */
    private static final int MAX_LENGTH = 1 << 20;

    private final ZoneId zone;

    SacctReader(ZoneId zone) {
        this.zone = zone;
    }

    interface Handler {
        /** Counts only. */
        Handler NONE = new Handler() {};

        default void job(SlurmJob job, long line) {}

        default void refused(String reason, long line, String text) {}
    }

    /**
     * What was read.
     *
     * @param steps lines about steps of jobs, which are left out
     */
    record Count(long jobs, long steps, long refused) {}

    /**
     * @return how many lines there were
     * @throws UnreadableSourceException if it has no header, or a column is missing
     */
    Count read(String source, Reader text, Handler handler) throws IOException {
        CutLineReader lines = new CutLineReader(text, MAX_LENGTH);
        CutLineReader.Line header = lines.next();
        if (header == null) {
            throw new UnreadableSourceException(source, "it is empty", REMEDY);
        }
        SacctText sacct = header(source, header.text());
        long jobs = 0;
        long steps = 0;
        long refused = 0;
        for (CutLineReader.Line line = lines.next(); line != null; line = lines.next()) {
            if (line.text().isBlank()) {
                continue;
            }
            try {
                if (line.cut()) {
                    throw new RefusedJobException("the line is longer than " + MAX_LENGTH + " characters");
                }
                Optional<SlurmJob> job = sacct.job(line.text());
                if (job.isPresent()) {
                    jobs++;
                    handler.job(job.get(), line.number());
                } else {
                    steps++;
                }
            } catch (RefusedJobException e) {
                refused++;
                handler.refused(e.getMessage(), line.number(), line.text());
            }
        }
        return new Count(jobs, steps, refused);
    }

    private SacctText header(String source, String header) {
        try {
            return SacctText.ofHeader(header, zone);
        } catch (RefusedJobException e) {
            throw new UnreadableSourceException(source, e.getMessage(), REMEDY, e);
        }
    }
}
