package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.RegularFileCheck;
import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ChunkedDataset;
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

    /** Eleven days of a sample a second. */
    static final int MAX_INSTANTS = 1_000_000;

    private static final long MAX_VALUES = 200_000_000;

    /** A chunk is read as a whole. */
    private static final long MAX_CHUNK_VALUES = 16_000_000;

    private static final long MAX_CHUNKS = 1_000_000;
    private static final long MAX_NAMES = 100_000;

    private final Path path;
    private final HdfFile hdf;

    Hdf5File(Path path) {
        this.path = path;
        try {
            RegularFileCheck.require(path);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    path.toString(),
                    "cannot be opened as a file (" + e.getMessage() + ")",
                    "check its name and permissions",
                    e);
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
            if (attribute != null) {
                checkSize(
                        dataset.getPath() + " attribute " + attributeName, attribute.getDimensionsAsLong(), MAX_NAMES);
            }
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
        return reading(dataset.getPath(), () -> {
            long[] dimensions = dataset.getDimensionsAsLong();
            checkSize(dataset.getPath(), dimensions, MAX_VALUES);
            if (dataset instanceof ChunkedDataset chunked) {
                long[] chunk = Arrays.stream(chunked.getChunkDimensions())
                        .asLongStream()
                        .toArray();
                checkSize("a chunk of " + dataset.getPath(), chunk, MAX_CHUNK_VALUES);
                long[] chunks = new long[Math.min(dimensions.length, chunk.length)];
                Arrays.setAll(chunks, i -> dimensions[i] / Math.max(1, chunk[i]));
                checkSize("the grid of chunks of " + dataset.getPath(), chunks, MAX_CHUNKS);
            }
            return dataset.getDimensions();
        });
    }

    /** What a file says of itself bounds time and memory of reading it, so it is bounded before anything is read. */
    private void checkSize(String what, long[] dimensions, long max) {
        long values = 1;
        for (long dimension : dimensions) {
            // Each factor is at most the bound, so the product does not overflow before it is looked at.
            values = dimension > max || values > max ? Long.MAX_VALUE : values * Math.max(1, dimension);
        }
        if (values > max) {
            throw new UnreadableSourceException(
                    path.toString(),
                    what + " has the dimensions " + Arrays.toString(dimensions) + ", more than " + max + " values",
                    "split the file, or leave it out");
        }
    }

    /** @return a one-dimensional dataset of whole numbers, or empty if it is none */
    Optional<long[]> wholeNumbers(Dataset dataset) {
        return reading(dataset.getPath(), () -> {
            checkSize(dataset.getPath(), dataset.getDimensionsAsLong(), MAX_INSTANTS);
            Object data = dimensions(dataset).length == 1 ? dataset.getData() : null;
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
