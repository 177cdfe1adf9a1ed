package io.barograph.jobs.archive;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
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
        for (FileStatus topic : folders(files, folder)) {
            if (!topics.test(topic.getPath().getName())) {
                continue;
            }
            for (FileStatus fileSystem : folders(files, topic.getPath())) {
                for (FileStatus date : folders(files, fileSystem.getPath())) {
                    for (FileStatus hour : folders(files, date.getPath())) {
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

    /**
     * @return all its files
     * @throws IOException if the file system fails, or has no such folder
     */
    public Contents contents() throws IOException {
        return contents(Instant.MIN, Instant.MAX);
    }

    /** While it is looked at, the job may rename a file: then the hour is looked at anew. */
    private static void read(FileSystem files, Path hour, Contents contents) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Contents ofHour = new Contents(new ArrayList<>(), new ArrayList<>());
            try {
                for (FileStatus file : list(files, hour)) {
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

    private static List<FileStatus> folders(FileSystem files, Path folder) throws IOException {
        return list(files, folder).stream().filter(FileStatus::isDir).toList();
    }

    /** Names with a dot in front are files that are still being written. */
    private static List<FileStatus> list(FileSystem files, Path folder) throws IOException {
        FileStatus[] found = files.listStatus(folder);
        if (found == null) {
            throw new FileNotFoundException(folder + ": no such folder");
        }
        return Arrays.stream(found)
                .filter(file -> !file.getPath().getName().startsWith("."))
                .sorted(Comparator.comparing(file -> file.getPath().getName()))
                .toList();
    }
}
