package io.barograph.sources.lustre;

import io.barograph.schemas.RegularFileCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The texts below a folder that has {@code sys} and {@code proc} in it: {@code /} on a server, or a copy of the two. Each
 * path is looked up in {@code sys} first, then in {@code proc}, because Lustre moves its files from the latter to the
 * former, some of them every few versions.
 */
record TreeTexts(Path root, ParseProblemHandler problems) implements ServerTexts {
    /** The largest file that is read; the largest known, a {@code stats} with all of its lines, has a few KiB. */
    static final int MAX_BYTES = 8 * 1024 * 1024;

    private static final Map<String, List<String>> PLACES = Map.of(
            "lustre", List.of("sys/fs/lustre/", "sys/kernel/debug/lustre/", "proc/fs/lustre/"),
            "lnet", List.of("sys/kernel/debug/lnet/", "proc/sys/lnet/"));

    private List<Path> places(String path) {
        String[] words = path.split("/", 2);
        String below = words.length == 1 ? "" : words[1];
        return PLACES.getOrDefault(words[0], List.of(words[0] + "/")).stream()
                .map(folder -> root.resolve(folder + below))
                .toList();
    }

    @Override
    public SortedSet<String> folders(String folder) {
        SortedSet<String> names = new TreeSet<>();
        for (Path place : places(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(place, Files::isDirectory)) {
                entries.forEach(entry -> names.add(entry.getFileName().toString()));
            } catch (IOException e) {
                refuseIfThere(place, e);
            } catch (DirectoryIteratorException e) {
                refuseIfThere(place, e.getCause());
            }
        }
        return names;
    }

    @Override
    public Optional<ServerText> text(String path) {
        for (Path place : places(path)) {
            try (InputStream input = RegularFileCheck.open(place)) {
                byte[] bytes = input.readNBytes(MAX_BYTES + 1);
                if (bytes.length > MAX_BYTES) {
                    problems.report(
                            place.toString(),
                            "larger than " + MAX_BYTES + " bytes, which no statistics file of a server is",
                            null);
                    return Optional.empty();
                }
                return Optional.of(new ServerText(place.toString(), 1, withoutPadding(bytes)));
            } catch (IOException e) {
                refuseIfThere(place, e);
            }
        }
        return Optional.empty();
    }

    /** A copy of a file of {@code sys} can be filled up with NUL to the size that the kernel states for all of them. */
    private static String withoutPadding(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public List<ServerText> textInEach(String folder, String name) {
        List<ServerText> texts = new ArrayList<>();
        for (String each : folders(folder)) {
            text(folder + "/" + each + "/" + name).ifPresent(texts::add);
        }
        return texts;
    }

    /** What is not in a place is in another one, or nowhere in this version. */
    private void refuseIfThere(Path place, IOException e) {
        if (e instanceof NoSuchFileException || e instanceof NotDirectoryException) {
            return;
        }
        problems.report(
                place.toString(),
                "cannot be read (" + e.getClass().getSimpleName() + ": " + e.getMessage()
                        + "); some of Lustre's files are for root only",
                null);
    }
}
