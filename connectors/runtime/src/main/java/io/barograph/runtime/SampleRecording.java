package io.barograph.runtime;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.ServerSample;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;

/**
 * Server samples that somebody recorded: a file, a database, or several of them merged. For one thread.
 *
 * <p>A recorded sample counts as published at its own time ({@code publishedAt} = {@code time}). A part of the recording
 * that is refused becomes a dead letter, handed to the consumer given at construction, and is counted.
 */
public interface SampleRecording extends AutoCloseable {
    /** Ascending time; samples of one instant by file system, server and kind. */
    Comparator<ServerSample> ORDER = Comparator.comparing(ServerSample::getTime)
            .thenComparing(ServerSample::getFileSystem)
            .thenComparing(ServerSample::getServer)
            .thenComparing(ServerSample::getKind);

    /** @return what to call the recording in a message: the file's name, or the database */
    String name();

    /** @return the file systems it holds: name, aliases where the recording has them, and the interval found in it */
    List<CatalogueFileSystem> fileSystems();

    /**
     * Starts a pass over the recording; a second call starts anew.
     *
     * @return all samples in {@link #ORDER}, read as they are asked for
     * @throws UnreadableSourceException from here or from the iterator, if the recording is damaged
     */
    Iterator<ServerSample> samples();

    /** @return about how many samples a pass gives, for a progress display; empty if that is not known */
    OptionalLong expectedSamples();

    /** @return number of dead letters so far */
    long refused();

    @Override
    void close();

    /**
     * @param sources recordings, of one or several file systems
     * @return all of their samples in {@link #ORDER}; closing it closes them
     */
    static SampleRecording merge(List<SampleRecording> sources) {
        return new MergedSamples(sources);
    }
}
