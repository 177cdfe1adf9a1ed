package io.barograph.cli.replay;

import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.RegularFileCheck;
import io.barograph.sources.gpfs.MmperfmonRecording;
import io.barograph.sources.lmt.LmtDatabase;
import io.barograph.sources.tokio.H5LmtFile;
import io.barograph.sources.tokio.TokioTimeSeries;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Recordings of server samples; opened where they are read, in the order of time. */
final class SampleFiles implements Serializable {
    private final ArrayList<String> lmt = new ArrayList<>();
    private final ArrayList<String> mmperfmon = new ArrayList<>();
    private final String mmperfmonFileSystem;
    private final ZoneId timeZone;

    SampleFiles(RecordingOptions files) {
        files.lmt.forEach(file -> lmt.add(file.toString()));
        files.mmperfmon.forEach(file -> mmperfmon.add(file.toString()));
        mmperfmonFileSystem = files.mmperfmonFileSystem;
        timeZone = files.timeZone;
    }

    boolean isEmpty() {
        return lmt.isEmpty() && mmperfmon.isEmpty();
    }

    /**
     * @param refused takes what is refused, with the time of its file, so that two runs give the same
     * @throws UnreadableSourceException if one of them is damaged
     * @throws CommandFailedException if one of them is not there, or of no known kind
     */
    SampleRecording open(Consumer<DeadLetter> refused) {
        List<SampleRecording> opened = new ArrayList<>();
        try {
            for (String file : lmt) {
                opened.add(open(Path.of(file), refused));
            }
            if (!mmperfmon.isEmpty()) {
                List<Path> reports = mmperfmon.stream().map(Path::of).toList();
                reports.forEach(SampleFiles::requireFile);
                opened.add(new MmperfmonRecording(
                        reports, mmperfmonFileSystem, timeZone, ofFile(reports.get(0), refused)));
            }
            return SampleRecording.merge(opened);
        } catch (RuntimeException e) {
            opened.forEach(SampleRecording::close);
            throw e;
        }
    }

    private SampleRecording open(Path file, Consumer<DeadLetter> refused) {
        requireFile(file);
        Consumer<DeadLetter> letters = ofFile(file, refused);
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".h5lmt")) {
            return new H5LmtFile(file, letters);
        }
        if (name.endsWith(".hdf5") || name.endsWith(".h5")) {
            return new TokioTimeSeries(file, letters);
        }
        if (name.endsWith(".sqlite3") || name.endsWith(".sqlite") || name.endsWith(".db")) {
            return new LmtDatabase(file, timeZone, letters);
        }
        throw new CommandFailedException(
                file + ": no known kind of recording",
                "Known are LMT databases (.sqlite3), TOKIO time series (.hdf5) and H5LMT files (.h5lmt).");
    }

    static void requireFile(Path file) {
        try {
            RegularFileCheck.require(file);
        } catch (NoSuchFileException e) {
            throw new CommandFailedException(file + ": no such file", "Check the path.", e);
        } catch (IOException e) {
            throw new CommandFailedException("cannot be read: " + e.getMessage(), "Check path and permissions.", e);
        }
    }

    static Consumer<DeadLetter> ofFile(Path file, Consumer<DeadLetter> refused) {
        return letter -> {
            try {
                letter.setTime(Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.MILLIS));
            } catch (IOException e) {
                letter.setTime(Instant.EPOCH); // the file is not there: that is why it was refused
            }
            refused.accept(letter);
        };
    }
}
