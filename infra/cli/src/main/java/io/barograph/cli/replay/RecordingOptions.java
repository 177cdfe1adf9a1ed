package io.barograph.cli.replay;

import io.barograph.stack.CommandFailedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

final class RecordingOptions {
    @Option(
            names = "--lmt",
            paramLabel = "FILE",
            description = "Recording of server samples: an LMT database (.sqlite3), TOKIO time series (.hdf5) or an"
                    + " H5LMT file (.h5lmt). May be given several times.")
    List<Path> lmt = new ArrayList<>();

    @Option(
            names = "--lmt-time-zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "Time zone of the timestamps in LMT databases and mmperfmon reports, which state none; for"
                    + " instance America/Los_Angeles (default: ${DEFAULT-VALUE}).")
    ZoneId timeZone;

    @Option(
            names = "--mmperfmon",
            paramLabel = "FILE",
            description =
                    "Recorded reports of mmperfmon query (GPFS), as text, .gz or .tgz. May be given several times;"
                            + " all are read together.")
    List<Path> mmperfmon = new ArrayList<>();

    @Option(
            names = "--mmperfmon-file-system",
            paramLabel = "NAME",
            description =
                    "File system that the disks and nodes in the mmperfmon reports belong to, which the reports do"
                            + " not say.")
    String mmperfmonFileSystem;

    @Option(
            names = "--darshan",
            paramLabel = "PATH",
            description = "Darshan log, or a folder that is searched for *.darshan. May be given several times.")
    List<Path> darshan = new ArrayList<>();

    @Option(
            names = "--darshan-offset",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Added to all times of the Darshan logs, for recordings that do not overlap; may have"
                    + " decimals and be negative (default: ${DEFAULT-VALUE}).")
    private BigDecimal darshanOffset;

    @Option(
            names = "--darshan-library",
            paramLabel = "FILE",
            description = "Darshan's library libdarshan-util. Without it $BAROGRAPH_DARSHAN_LIBRARY and the usual"
                    + " places are searched.")
    private Path darshanLibrary;

    @Option(
            names = "--tokio-summaries",
            paramLabel = "FILE",
            description = "TOKIO table of job summaries (.csv, .csv.gz): its darshan_* columns as runs. May be given"
                    + " several times.")
    List<Path> tokioSummaries = new ArrayList<>();

    @Option(
            names = "--tokio-weather",
            paramLabel = "FILE",
            description = "TOKIO table of job summaries (.csv, .csv.gz): its whole rows as the weather of past runs,"
                    + " for a climate to begin with. May be given several times.")
    List<Path> tokioWeather = new ArrayList<>();

    @Option(
            names = "--file-system-map",
            paramLabel = "ALIAS=NAME",
            description = "Name of the file system that the logs know by this mount point or alias, for instance"
                    + " /scratch1=snx11025. /=NAME also claims files without a recorded path. May be given several"
                    + " times.")
    Map<String, String> fileSystemMap = new LinkedHashMap<>();

    boolean isEmpty() {
        return Stream.of(lmt, mmperfmon, darshan, tokioSummaries, tokioWeather).allMatch(List::isEmpty);
    }

    Optional<Path> darshanLibrary() {
        return Optional.ofNullable(darshanLibrary);
    }

    /** @return what is added to all times of the Darshan logs */
    Duration darshanOffset() {
        BigDecimal nanos = darshanOffset.movePointRight(9);
        try {
            return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact());
        } catch (ArithmeticException e) {
            throw new CommandFailedException(
                    "--darshan-offset " + darshanOffset + " is beyond 292 years", "Give it in seconds.", e);
        }
    }
}
