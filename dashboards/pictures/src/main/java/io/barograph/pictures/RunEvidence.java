package io.barograph.pictures;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerRates;
import io.barograph.verdicts.why.SlownessExplanation;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run on one file system.
 *
 * @param umami its diagram; empty if it cannot be drawn
 * @param whyNotDrawn why it cannot be drawn; empty if it can
 * @param weather its weather; empty if not known
 * @param summary what Darshan says of it; empty if not known
 * @param rates rates of the file system around the run, in spans of one length; may be empty
 * @param neighbours weather of other runs on the file system whose time overlaps: the {@value #MAX_NEIGHBOURS} that
 *     moved most
 * @param why the one answer to why it was slow
 */
public record RunEvidence(
        Anomaly verdict,
        Optional<UmamiDiagram> umami,
        String whyNotDrawn,
        Optional<JobWeather> weather,
        Optional<JobSummary> summary,
        List<ServerRates> rates,
        List<JobWeather> neighbours,
        SlownessExplanation why) {
    /** Long runs meet all runs of many days. */
    public static final int MAX_NEIGHBOURS = 1_000;

    /** The run's use of the file system, if the log says when it did I/O there. */
    Optional<FileSystemUse> activity() {
        return summary.stream()
                .flatMap(known -> known.getFileSystems().stream())
                .filter(use -> use.getFileSystem().equals(verdict.getFileSystem()))
                .filter(use ->
                        use.getIoIntervals() != null && !use.getIoIntervals().isEmpty())
                .findFirst();
    }
}
