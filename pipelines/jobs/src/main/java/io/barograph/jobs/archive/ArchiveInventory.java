package io.barograph.jobs.archive;

import io.barograph.schemas.RegularFileCheck;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * What an archive holds. The files are the only truth about it: their folders say for which hour, their headers how many
 * records, so nothing can disagree with them.
 */
public final class ArchiveInventory {
    /**
     * What was found.
     *
     * @param files files with a readable header, by path
     * @param damaged those without; also what lies there and does not belong there
     */
    public record Contents(List<ArchiveFile> files, List<DamagedArchiveException> damaged) {}

    private static final int ATTEMPTS = 10;

    private final Path folder;

    public ArchiveInventory(URI folder) {
        this.folder = new Path(folder);
    }

    /**
     * @param from leaves out the hours that ended before it
     * @param to leaves out the hours that begin after it
     * @return the files of these hours
     * @throws IOException if the file system fails, or has no such folder
     */
    public Contents contents(Instant from, Instant to) throws IOException {
        return contents(topic -> true, from, to);
    }

    /**
     * @param from leaves out the hours that ended before it
     * @param to leaves out the hours that begin after it
     * @return the files of that topic and these hours
     * @throws IOException if the file system fails, or has no such folder
     */
    public Contents contents(String topic, Instant from, Instant to) throws IOException {
        return contents(topic::equals, from, to);
    }

    private Contents contents(Predicate<String> topics, Instant from, Instant to) throws IOException {
        FileSystem files = folder.getFileSystem();
        Contents contents = new Contents(new ArrayList<>(), new ArrayList<>());
        List<DamagedArchiveException> damaged = contents.damaged;
        requireFolder(files);
        for (FileStatus topic : folders(files, folder, topics, damaged)) {
            for (FileStatus fileSystem : folders(files, topic.getPath(), any -> true, damaged)) {
                for (FileStatus date : folders(files, fileSystem.getPath(), any -> true, damaged)) {
                    for (FileStatus hour : folders(files, date.getPath(), any -> true, damaged)) {
                        Optional<Instant> begin = ArchiveLayout.hour(
                                date.getPath().getName(), hour.getPath().getName());
                        boolean inside = begin.isEmpty()
                                || (!begin.get().isAfter(to)
                                        && begin.get().plus(ArchiveLayout.HOUR).isAfter(from));
                        if (inside) {
                            read(files, hour.getPath(), contents);
                        }
                    }
                }
            }
        }
        return contents;
    }

    /** @throws IOException if the file system fails, or has no such folder */
    public Contents contents() throws IOException {
        return contents(Instant.MIN, Instant.MAX);
    }

    /** While it is looked at, the job may rename a file: then the hour is looked at anew. */
    private static void read(FileSystem files, Path hour, Contents contents) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Contents ofHour = new Contents(new ArrayList<>(), new ArrayList<>());
            try {
                for (FileStatus file : list(files, hour, any -> true, ofHour.damaged)) {
                    try (ArchiveFileReader reader = ArchiveFileReader.open(file.getPath())) {
                        ofHour.files.add(reader.header(file.getLen()));
                    } catch (DamagedArchiveException e) {
                        ofHour.damaged.add(e);
                    }
                }
                contents.files.addAll(ofHour.files);
                contents.damaged.addAll(ofHour.damaged);
                return;
            } catch (FileNotFoundException | NoSuchFileException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void requireFolder(FileSystem files) throws IOException {
        if (!files.isDistributedFS()) {
            java.nio.file.Path local = java.nio.file.Path.of(folder.getPath());
            if (!Files.isDirectory(local)) {
                throw new FileNotFoundException(folder + ": no such folder");
            }
            if (!Files.isReadable(local)) {
                throw new AccessDeniedException(folder.toString(), null, "this user may not list it");
            }
        }
    }

    private static List<FileStatus> folders(
            FileSystem files, Path folder, Predicate<String> names, List<DamagedArchiveException> damaged)
            throws IOException {
        return list(files, folder, names, damaged).stream()
                .filter(FileStatus::isDir)
                .toList();
    }

    /** Names with a dot in front are files that are still being written. */
    private static List<FileStatus> list(
            FileSystem files, Path folder, Predicate<String> names, List<DamagedArchiveException> damaged)
            throws IOException {
        Predicate<String> wanted = name -> !name.startsWith(".") && names.test(name);
        List<FileStatus> found =
                files.isDistributedFS() ? remote(files, folder) : local(files, folder, wanted, damaged);
        return found.stream()
                .filter(file -> wanted.test(file.getPath().getName()))
                .sorted(Comparator.comparing(file -> file.getPath().getName()))
                .toList();
    }

    private static List<FileStatus> remote(FileSystem files, Path folder) throws IOException {
        FileStatus[] found = files.listStatus(folder);
        if (found == null) {
            throw new FileNotFoundException(folder + ": no such folder");
        }
        return Arrays.asList(found);
    }

    /** Flink's listing of a local folder fails as a whole where one of its names is a link that leads nowhere. */
    private static List<FileStatus> local(
            FileSystem files, Path folder, Predicate<String> wanted, List<DamagedArchiveException> damaged)
            throws IOException {
        List<FileStatus> found = new ArrayList<>();
        try (DirectoryStream<java.nio.file.Path> entries =
                Files.newDirectoryStream(java.nio.file.Path.of(folder.getPath()))) {
            for (java.nio.file.Path entry : entries) {
                String name = entry.getFileName().toString();
                if (wanted.test(name)) {
                    try {
                        if (!Files.isDirectory(entry)) {
                            RegularFileCheck.require(entry);
                        }
                        found.add(files.getFileStatus(new Path(folder, name)));
                    } catch (NoSuchFileException e) {
                        throw e; // renamed or removed meanwhile
                    } catch (FileSystemException e) {
                        damaged.add(foreign(entry, e.getReason(), e));
                    } catch (IllegalArgumentException e) { // no name of a file in Flink
                        damaged.add(foreign(entry, e.getMessage(), e));
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (AccessDeniedException e) {
            damaged.add(new DamagedArchiveException(folder.toString(), "this user may not list it", e));
        }
        return found;
    }

    private static DamagedArchiveException foreign(java.nio.file.Path entry, String reason, Exception cause) {
        return new DamagedArchiveException(entry.toUri().toString(), "not a file of the archive: " + reason, cause);
    }
}
