package io.barograph.sources.probe;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Probes directories and hands over what their threads have measured. The first poll waits for the files to be
 * prepared; each further one takes one interval at most. A directory that is refused is tried again every minute; a poll
 * fails only if no directory can be probed.
 */
final class ProbeCollector implements SourceCollector {
    private static final Duration RETRY_REFUSED = Duration.ofMinutes(1);
    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final Pattern TOTAL_MEMORY = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB");

    /** One directory: how its probe is made, and the one that runs. */
    private static final class Place {
        private final Path directory;
        private final Supplier<DirectoryProbe> maker;
        private DirectoryProbe probe;
        private long refusedAt;
        private boolean reported;

        Place(Path directory, Supplier<DirectoryProbe> maker) {
            this.directory = directory;
            this.maker = maker;
        }

        boolean refused() {
            return probe != null && probe.hasEnded() && probe.refusal() != null;
        }
    }

    private final ProbeOptions options;
    private final CollectorContext context;
    private final LongSupplier nanos;
    private final TimingBuffer outbox = new TimingBuffer();
    private final List<Place> places = new ArrayList<>();
    private boolean delivered;

    /** @return a collector that probes the directories of the options with real operations */
    static ProbeCollector live(ProbeOptions options, CollectorContext context) {
        MountTable mounts = MountTable.parse(read(MOUNTS));
        LongSupplier memory = () -> totalMemory(read(MEMORY));
        return new ProbeCollector(options, context, System::nanoTime, (directory, noteTaker) -> {
            Optional<MountTable.Mount> mount = mounts.of(directory);
            Optional<LustreClient> lustre =
                    mount.flatMap(MountTable.Mount::lustreName).map(name -> new LustreClient(options.lfs(), name));
            boolean isGluster = mount.filter(MountTable.Mount::isGluster).isPresent();
            return new FolderOperations(directory, options, context.host(), lustre, isGluster, memory, noteTaker);
        });
    }

    /** @param operations makes the operations on a directory, which take notes of their progress */
    ProbeCollector(
            ProbeOptions options,
            CollectorContext context,
            LongSupplier nanos,
            BiFunction<Path, Consumer<String>, DirectoryOperations> operations) {
        this.options = options;
        this.context = context;
        this.nanos = nanos;
        MountTable mounts = MountTable.parse(read(MOUNTS));
        for (Path given : options.dir()) {
            Path directory = given.toAbsolutePath().normalize();
            TimingTemplate template = new TimingTemplate(
                    fileSystem(directory, mounts),
                    context.host(),
                    directory.toString(),
                    options.interval(),
                    context.name());
            places.add(new Place(
                    directory,
                    () -> new DirectoryProbe(
                            template,
                            options,
                            operations.apply(directory, outbox::note),
                            context.clock(),
                            nanos,
                            outbox)));
        }
    }

    private static String read(Path file) {
        try {
            // Not Files.readString, which fails on a mount point whose name is not UTF-8.
            return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        startProbes();
        do {
            handOver(outbox.take(options.interval()), output);
        } while (!delivered && anyRuns());
        if (anyRuns()) {
            reportRefused();
            return true;
        }
        handOver(outbox.drain(), output);
        throwIfAllRefused();
        return false;
    }

    private boolean anyRuns() {
        return places.stream().anyMatch(place -> place.probe != null && !place.probe.hasEnded());
    }

    private void startProbes() {
        boolean anyRuns = anyRuns();
        long now = nanos.getAsLong();
        for (Place place : places) {
            boolean again = place.refused() && (!anyRuns || now - place.refusedAt >= RETRY_REFUSED.toNanos());
            if (place.probe == null || again) {
                place.refusedAt = now;
                place.probe = place.maker.get();
                place.probe.start();
            }
        }
    }

    private void reportRefused() {
        for (Place place : places) {
            if (place.refused() && !place.reported) {
                place.reported = true;
                context.notes()
                        .accept("not probed, the other directories are: "
                                + place.probe.refusal().getMessage());
            }
        }
    }

    private void throwIfAllRefused() {
        if (places.stream().allMatch(Place::refused)) {
            throw places.get(0).probe.refusal();
        }
    }

    private void handOver(TimingBuffer.Batch batch, RecordPublisher output) {
        batch.notes().forEach(context.notes());
        if (batch.timings().isEmpty()) {
            return;
        }
        Instant now = context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        for (ProbeTiming timing : batch.timings()) {
            timing.setPublishedAt(now);
            output.publish(Topic.PROBE_TIMINGS, timing);
        }
        output.flush();
        delivered = true;
    }

    @Override
    public String check() throws InterruptedException {
        List<String> found = new ArrayList<>();
        for (Place place : places) {
            found.add(check(place.directory));
        }
        return String.join("; ", found);
    }

    /** In a thread of its own, because looking at the directory may hang. */
    private String check(Path directory) throws InterruptedException {
        FutureTask<String> look = new FutureTask<>(() -> look(directory));
        Thread thread = new Thread(look, "probe check " + directory);
        thread.setDaemon(true);
        thread.start();
        try {
            return look.get(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new UnreadableSourceException(
                    directory.toString(),
                    "does not answer within " + options.timeout().toMillis() / 1e3 + " s",
                    "see whether its file system is up on this host",
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnreadableSourceException refused) {
                throw refused;
            }
            String reason = e.getCause() instanceof IOException failure ? SystemErrors.describe(failure) : e.toString();
            throw new UnreadableSourceException(directory.toString(), reason, "mend it, or probe another directory", e);
        }
    }

    private String look(Path directory) throws IOException {
        if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new UnreadableSourceException(
                    directory.toString(), "is no directory that can be written to", "create it, or name another one");
        }
        long free = Files.getFileStore(directory).getUsableSpace();
        return directory + " (" + Files.getFileStore(directory).type() + ", " + ByteSize.text(free) + " free; the probe"
                + " needs " + ByteSize.text(options.fileBytes()) + " at most and leaves "
                + ByteSize.text(options.reserveBytes()) + ")";
    }

    /** Removes the files; gives up on a directory that hangs. */
    @Override
    public void close() {
        List<DirectoryProbe> started = places.stream()
                .map(place -> place.probe)
                .filter(probe -> probe != null)
                .toList();
        started.forEach(DirectoryProbe::stop);
        List<Thread> ends = started.stream().map(ProbeCollector::endOf).toList();
        boolean interrupted = false;
        for (Thread end : ends) {
            interrupted |= !joined(end);
        }
        TimingBuffer.Batch rest = outbox.drain();
        rest.notes().forEach(context.notes());
        if (!rest.timings().isEmpty()) {
            context.notes().accept(rest.timings().size() + " timings came too late to be handed over");
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** In parallel, because each may wait for a directory that hangs. */
    private static Thread endOf(DirectoryProbe probe) {
        Thread thread = new Thread(
                () -> {
                    try {
                        probe.awaitEnd();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "probe end");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** @return false if the caller was interrupted; the removal still goes on until it is done or hangs */
    private static boolean joined(Thread thread) {
        boolean interrupted = Thread.interrupted();
        while (true) {
            try {
                thread.join();
                return !interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /**
     * All of this host's memory may hold cached data.
     *
     * @param meminfo contents of {@code /proc/meminfo}
     * @return bytes; {@link Long#MAX_VALUE} if it does not say, so that no file counts as larger
     */
    static long totalMemory(String meminfo) {
        Matcher matcher = TOTAL_MEMORY.matcher(meminfo);
        return matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : Long.MAX_VALUE;
    }

    /** @return the name that results carry: that of the options or of the catalogue, else the mount point */
    private String fileSystem(Path directory, MountTable mounts) {
        FileSystemCatalogue catalogue = context.catalogue();
        if (options.fileSystem() != null) {
            return FileSystemNameResolver.configured(catalogue, options.fileSystem());
        }
        for (Path path = directory; path != null; path = path.getParent()) {
            Optional<CatalogueFileSystem> known = catalogue.resolve(path.toString());
            if (known.isPresent()) {
                return known.get().name();
            }
        }
        String mountPoint =
                mounts.of(directory).map(mount -> mount.point().toString()).orElse("/");
        outbox.note(directory + " lies on no file system of the catalogue"
                + catalogue
                        .nearest(directory.toString())
                        .map(name -> " (nearest known name: " + name + ")")
                        .orElse("")
                + "; its timings carry the name of its mount point, " + mountPoint
                + "; give a name with fileSystem, or add the mount point to the catalogue");
        return mountPoint;
    }
}
