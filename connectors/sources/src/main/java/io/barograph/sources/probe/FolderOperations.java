package io.barograph.sources.probe;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.ProbeOperation;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The six operations on real files in a probed directory. */
final class FolderOperations implements DirectoryOperations {
    private static final int ASSUMED_SMALL_FILE_BLOCK = 4096;

    private final Path directory;
    private final ProbeOptions options;
    private final Optional<LustreClient> lustre;
    private final boolean isGluster;
    private final LongSupplier clientMemory;
    private final Consumer<String> notes;
    private final ProbeFolder folder;
    private final DataFile data;
    private final Map<Integer, SmallFilePool> pools = new TreeMap<>();
    private final List<Integer> turns = new ArrayList<>();
    private LustreLayout layout;

    /** Of the data file on GlusterFS; null if it is not known. */
    private String brick;

    private int turn;

    /** @param notes takes progress, and what could not be done as asked */
    FolderOperations(
            Path directory,
            ProbeOptions options,
            String host,
            Optional<LustreClient> lustre,
            boolean isGluster,
            LongSupplier clientMemory,
            Consumer<String> notes) {
        this.directory = directory;
        this.options = options;
        this.lustre = lustre;
        this.isGluster = isGluster;
        this.clientMemory = clientMemory;
        this.notes = notes;
        this.folder = new ProbeFolder(directory, host, notes);
        this.data = new DataFile(folder.dataFile(), options.fileBytes(), options.blockBytes(), notes);
    }

    @Override
    public void prepare(Runnable progress) throws IOException, InterruptedException {
        pools.clear();
        turns.clear();
        folder.claim(
                "data " + options.fileBytes() + " blocks " + options.blockBytes() + " small files "
                        + options.smallFileBytes(),
                progress);
        refuseWithoutSpace();
        prepareDataFile(progress);
        preparePools(progress);
        warnOfCache();
    }

    /** Counts what an earlier run left as there already. */
    private void refuseWithoutSpace() throws IOException {
        long there = Files.exists(folder.dataFile()) ? Files.size(folder.dataFile()) : 0;
        long perSmallFile = Math.max(ASSUMED_SMALL_FILE_BLOCK, options.smallFileBytes());
        long needed = Math.max(0, options.fileBytes() - there) + options.poolSize() * perSmallFile;
        FileStore store = Files.getFileStore(directory);
        if (store.getTotalSpace() == 0) {
            notes.accept("the file system of " + directory + " does not say how much space it has; the files need "
                    + ByteSize.text(needed));
            return;
        }
        long free = store.getUsableSpace();
        if (free - needed < options.reserveBytes()) {
            throw new UnreadableSourceException(
                    directory.toString(),
                    "the files need " + ByteSize.text(needed) + " and " + ByteSize.text(options.reserveBytes())
                            + " must stay free, but only " + ByteSize.text(free) + " are",
                    "choose a smaller fileSize or poolSize, a smaller reserve, or another directory");
        }
    }

    private void prepareDataFile(Runnable progress) throws IOException, InterruptedException {
        if (lustre.isPresent()) {
            stripe(lustre.get());
        }
        data.prepare(progress);
        if (isGluster) {
            locate();
        }
    }

    private void locate() throws InterruptedException {
        Path file = folder.dataFile();
        try {
            brick = GlusterLocation.brick(file);
            notes.accept(file + " lies on the brick " + brick);
        } catch (IOException e) {
            brick = null;
            notes.accept("the brick of " + file + " is not known: " + e.getMessage());
        }
    }

    private void stripe(LustreClient client) throws InterruptedException {
        Path file = folder.dataFile();
        try {
            if (!Files.exists(file)) {
                client.stripeOverAll(file, options.blockBytes());
            }
            layout = client.layout(file);
            if (layout.target(0, options.blockBytes()).isEmpty()) {
                notes.accept("blocks of " + options.blockBytes() + " bytes are larger than the stripes of " + file
                        + " (" + layout.stripeSize() + "): timings do not say which OST they are of");
            } else {
                notes.accept(file + " is striped over " + layout.stripeCount() + " OSTs");
            }
        } catch (IOException e) {
            layout = null;
            notes.accept("the OSTs of " + file + " are not known: " + e.getMessage());
        }
    }

    private void preparePools(Runnable progress) throws IOException, InterruptedException {
        List<Integer> targets = metadataTargets();
        int each = Math.max(3, options.poolSize() / targets.size());
        for (int target : targets) {
            Path path = poolFolder(target);
            SmallFilePool pool = new SmallFilePool(path, each, options.smallFileBytes());
            pool.prepare(progress, notes);
            pools.put(target, pool);
            turns.add(target);
        }
    }

    private List<Integer> metadataTargets() throws InterruptedException {
        if (lustre.isPresent()) {
            try {
                return lustre.get().metadataTargets(directory);
            } catch (IOException e) {
                notes.accept("one pool for all MDTs of " + directory + ": " + e.getMessage());
            }
        }
        return List.of(-1);
    }

    private Path poolFolder(int target) throws IOException, InterruptedException {
        Path path = folder.pool(target);
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            if (target < 0) {
                Files.createDirectory(path);
            } else {
                lustre.orElseThrow().makeFolderOn(target, path);
            }
        }
        return path;
    }

    private void warnOfCache() {
        long memory = clientMemory.getAsLong();
        if (!data.direct() && options.fileBytes() <= memory) {
            notes.accept("the data file in " + directory + " (" + ByteSize.text(options.fileBytes())
                    + ") is not larger than this host's memory (" + ByteSize.text(memory)
                    + "), so reads may be answered by the cache; choose a larger fileSize");
        }
    }

    @Override
    public long run(ProbeOperation operation, Consumer<Target> target) throws IOException {
        return switch (operation) {
            case DATA_READ -> data.read(announceBlock(target));
            case DATA_WRITE -> data.write(announceBlock(target));
            case CREATE -> {
                turn = (turn + 1) % turns.size();
                announceFile((long) options.smallFileBytes(), target);
                yield pool().create();
            }
            case STAT -> {
                announceFile(null, target);
                yield pool().stat();
            }
            case READ -> {
                announceFile((long) options.smallFileBytes(), target);
                yield pool().read();
            }
            case DELETE -> {
                announceFile(null, target);
                long taken = pool().delete();
                pool().repair();
                yield taken;
            }
            default -> throw new IllegalArgumentException("no operation of a probe: " + operation);
        };
    }

    private long announceBlock(Consumer<Target> target) {
        long offset = data.randomOffset();
        String server = brick;
        if (layout != null) {
            var index = layout.target(offset, options.blockBytes());
            server = index.isPresent() ? lustre.orElseThrow().dataServer(index.getAsInt()) : null;
        }
        target.accept(new Target((long) options.blockBytes(), offset, server, data.direct()));
        return offset;
    }

    private void announceFile(Long bytes, Consumer<Target> target) {
        int index = turns.get(turn);
        target.accept(
                new Target(bytes, null, index < 0 ? null : lustre.orElseThrow().metadataServer(index), null));
    }

    private SmallFilePool pool() {
        return pools.get(turns.get(turn));
    }

    @Override
    public void finish(Runnable progress) throws IOException {
        data.close();
        if (options.keepFiles()) {
            folder.release();
        } else {
            folder.remove(progress);
        }
    }
}
