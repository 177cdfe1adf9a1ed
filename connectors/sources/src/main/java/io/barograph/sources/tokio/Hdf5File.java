package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.storage.HdfBackingStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** An HDF5 file, open for reading. Whatever the library stumbles over becomes one exception that names the file. */
final class Hdf5File implements AutoCloseable {
    private static final String REMEDY = "get a complete copy of the HDF5 file, and check it with: h5dump -H FILE";

    private final Path path;
    private final HdfFile hdf;

    Hdf5File(Path path) {
        this.path = path;
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new UnreadableSourceException(
                    path.toString(), "cannot be opened as a file", "check its name and permissions");
        }
        this.hdf = reading("its beginning", () -> new HdfFile(path));
        try {
            checkLength();
        } catch (UnreadableSourceException e) {
            hdf.close();
            throw e;
        }
    }

    /** A cut may fall behind the last data that happen to be read. */
    private void checkLength() {
        HdfBackingStorage storage = hdf.getHdfBackingStorage();
        long expected = storage.getUserBlockSize() + storage.getSuperblock().getEndOfFileAddress();
        long actual = reading("its length", () -> sizeOf(path));
        if (actual < expected) {
            throw new UnreadableSourceException(
                    path.toString(), "truncated: it has " + actual + " bytes of " + expected, REMEDY);
        }
    }

    private static long sizeOf(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    Map<String, Node> groups() {
        return reading("its groups", hdf::getChildren);
    }

    Map<String, Node> children(Group group) {
        return reading(group.getPath(), group::getChildren);
    }

    Optional<Dataset> dataset(String groupName, String name) {
        return Optional.ofNullable(groups().get(groupName))
                .filter(Group.class::isInstance)
                .map(group -> children((Group) group).get(name))
                .filter(Dataset.class::isInstance)
                .map(Dataset.class::cast);
    }

    /** @return the texts of an attribute, stripped; empty if there is no such attribute or it holds no texts */
    List<String> texts(Dataset dataset, String attributeName) {
        return reading(dataset.getPath() + " attribute " + attributeName, () -> {
            Attribute attribute = dataset.getAttribute(attributeName);
            Object data = attribute == null ? null : attribute.getData();
            if (data instanceof String text) {
                return List.of(text.strip());
            }
            return data instanceof String[] texts
                    ? Arrays.stream(texts).map(String::strip).toList()
                    : List.of();
        });
    }

    int[] dimensions(Dataset dataset) {
        return reading(dataset.getPath(), dataset::getDimensions);
    }

    /** @return a one-dimensional dataset of whole numbers, or empty if it is none */
    Optional<long[]> wholeNumbers(Dataset dataset) {
        return reading(dataset.getPath(), () -> {
            Object data = dataset.getDimensions().length == 1 ? dataset.getData() : null;
            if (data instanceof long[] longs) {
                return Optional.of(longs);
            }
            return data instanceof int[] ints
                    ? Optional.of(Arrays.stream(ints).asLongStream().toArray())
                    : Optional.empty();
        });
    }

    /** Runs a part of the library that trusts the file's offsets and sizes. */
    <T> T reading(String what, Supplier<T> action) {
        try {
            return action.get();
        } catch (UnreadableSourceException e) {
            throw e;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            throw new UnreadableSourceException(
                    path.toString(),
                    "not an HDF5 file, truncated or damaged (reading " + what + ": " + e + ")",
                    REMEDY,
                    e);
        }
    }

    @Override
    public void close() {
        hdf.close();
    }
}
