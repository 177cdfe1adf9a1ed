package io.barograph.sources.probe;

import io.barograph.runtime.PositionStore;
import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The probe's own folder in a probed directory, {@code barograph-probe-HOST}. Its manifest says whose it is and what
 * sizes its files have; a lock in it keeps a second probe away. Only names that the probe gives are ever removed.
 */
final class ProbeFolder {
    private static final String MANIFEST = "probe.manifest";
    private static final String LOCK = "lock";
    private static final String DATA = "data";
    private static final Pattern POOL = Pattern.compile("pool(-mdt\\d{1,5})?");
    private static final Pattern POOL_FILE = Pattern.compile("f\\d{1,18}");
    private static final String OWNER = "barograph probe, version 1";

    private final Path parent;
    private final Path folder;
    private final Consumer<String> notes;
    private FileChannel lockChannel;

    ProbeFolder(Path parent, String host, Consumer<String> notes) {
        this.parent = parent;
        this.folder = parent.resolve("barograph-probe-" + host.replaceAll("[^A-Za-z0-9._-]", "_"));
        this.notes = notes;
    }

    Path dataFile() {
        return folder.resolve(DATA);
    }

    /**
     * @param metadataTarget index of an MDT; negative if there is only one pool
     * @return folder of a pool of small files
     */
    Path pool(int metadataTarget) {
        return folder.resolve(metadataTarget < 0 ? "pool" : "pool-mdt" + metadataTarget);
    }

    /**
     * Takes possession of the folder. What an earlier run left behind is kept if it has the same sizes, else removed.
     *
     * @param sizes text that shows whether left-over files can be used again
     * @throws UnreadableSourceException if the folder is not the probe's, or another probe uses it
     */
    void claim(String sizes, Runnable progress) throws IOException {
        if (!Files.isDirectory(parent)) {
            throw refused("it is no directory", "create it, or name the one that you mean");
        }
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(folder);
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw foreign("is no folder");
        }
        Optional<Properties> manifest = readManifest();
        if (manifest.isEmpty()) {
            refuseForeignEntries();
        } else if (!OWNER.equals(manifest.get().getProperty("owner"))) {
            throw foreign("has a manifest that is not the probe's");
        }
        lock();
        if (manifest.isPresent() && !sizes.equals(manifest.get().getProperty("sizes"))) {
            notes.accept("removing the files that an earlier probe with other sizes left in " + folder);
            removeFiles(progress);
        }
        writeManifest(sizes);
    }

    private Optional<Properties> readManifest() throws IOException {
        Path file = folder.resolve(MANIFEST);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Properties properties = new Properties();
            properties.load(new StringReader(Files.readString(file)));
            return Optional.of(properties);
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw foreign("has a manifest that cannot be read");
        }
    }

    private void writeManifest(String sizes) throws IOException {
        try {
            new PositionStore(folder.resolve(MANIFEST)).write("owner=" + OWNER + "\nsizes=" + sizes + "\n");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** A run that ended between making the folder and writing the manifest leaves nothing but the probe's own names. */
    private void refuseForeignEntries() throws IOException {
        for (Path entry : entries(folder)) {
            String name = entry.getFileName().toString();
            if (!name.equals(LOCK) && !name.equals(MANIFEST + ".next")) {
                throw foreign("holds " + name + " but no manifest of the probe");
            }
        }
    }

    private UnreadableSourceException foreign(String what) {
        return refused(
                folder + " " + what + ": it is not the probe's",
                "move it away or remove it, if it is of no use, or probe another directory");
    }

    private UnreadableSourceException refused(String problem, String remedy) {
        return new UnreadableSourceException(parent.toString(), problem, remedy);
    }

    private void lock() throws IOException {
        lockChannel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = lockChannel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        } catch (IOException e) {
            notes.accept(folder + " cannot be locked (" + SystemErrors.describe(e)
                    + "), so a second probe of this host would not be noticed");
            return;
        }
        if (lock == null) {
            release();
            throw refused("another probe on this host uses " + folder, "end that one, or probe another directory");
        }
    }

    /** Gives the folder free and leaves the files. */
    void release() throws IOException {
        if (lockChannel != null) {
            lockChannel.close();
            lockChannel = null;
        }
    }

    /** Removes what the probe made and gives the folder free; does nothing if it was not claimed. */
    void remove(Runnable progress) throws IOException {
        if (lockChannel == null) {
            return;
        }
        try {
            removeFiles(progress);
            Files.deleteIfExists(folder.resolve(MANIFEST + ".next"));
            Files.deleteIfExists(folder.resolve(MANIFEST));
            Files.deleteIfExists(folder.resolve(LOCK));
        } finally {
            release();
        }
        removeIfEmpty(folder);
    }

    private void removeFiles(Runnable progress) throws IOException {
        Files.deleteIfExists(folder.resolve(DATA));
        progress.run();
        for (Path entry : entries(folder)) {
            if (POOL.matcher(entry.getFileName().toString()).matches()
                    && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                removePool(entry, progress);
            }
        }
    }

    private void removePool(Path pool, Runnable progress) throws IOException {
        for (Path file : entries(pool)) {
            if (isPoolFile(file)) {
                Files.deleteIfExists(file);
                progress.run();
            }
        }
        removeIfEmpty(pool);
    }

    private void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.delete(directory);
        } catch (DirectoryNotEmptyException e) {
            notes.accept("leaving " + directory + ": it holds files that the probe did not make");
        }
    }

    /** @return true if the name is one that the probe gives to small files */
    static boolean isPoolFile(Path file) {
        return POOL_FILE.matcher(file.getFileName().toString()).matches();
    }

    static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
