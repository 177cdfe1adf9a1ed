package io.barograph.sources.darshan;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterFactory;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.RefusedFileException;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.runtime.UserFile;
import io.barograph.schemas.Topic;
import io.barograph.sources.darshan.log.DarshanLibrary;
import io.barograph.sources.darshan.log.MountReport.UnresolvedMount;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes Darshan logs once each, in the order of their days and within a day in that of their last change.
 *
 * <p>Every poll looks at the folders of today and yesterday; every ten minutes, and at the start, at all folders of the
 * last {@link DarshanOptions#longestRun()} too, because a log lies in the folder of the day on which its run started. The
 * position moves after each {@value #BATCH} logs, so a crash repeats at most these.
 */
final class DarshanCollector implements SourceCollector {
    private static final int BATCH = 200;
    private static final Duration RESCAN = Duration.ofMinutes(10);
    private static final Duration NOTE_INTERVAL = Duration.ofSeconds(10);
    private static final int MAX_UNREADABLE = 10_000;
    private static final String COMPONENT = "collector darshan";
    private static final String READ_REMEDY = "let the collector's user read it";

    private final DarshanOptions options;
    private final CollectorContext context;
    private final Opener opener;
    private final LogFolders folders;
    private final LogChangeTracker looks;
    private final long openDays;
    private final Set<String> namedMounts = new HashSet<>();

    /** Days with a log that still changed at the last look. */
    private final Set<LocalDate> unsettledDays = new TreeSet<>();

    /** Days whose folder could not be listed at the last look, with the reason. */
    private final Map<LocalDate, String> unlistedDays = new TreeMap<>();

    private ProcessedLogs taken;
    private DarshanLogConverter logs;
    private Instant lastPoll = Instant.MIN;
    private Instant lastRescan = Instant.MIN;
    private Instant lastNote = Instant.MIN;

    DarshanCollector(DarshanOptions options, CollectorContext context) {
        this(options, context, UserFile::open);
    }

    DarshanCollector(DarshanOptions options, CollectorContext context, Opener opener) {
        this.options = options;
        this.context = context;
        this.opener = opener;
        this.folders = new LogFolders(options.root());
        this.looks = new LogChangeTracker(options.settle());
        // The day of the start and that of the end are both begun.
        this.openDays = options.longestRun().toDays() + 1;
    }

    @FunctionalInterface
    interface Opener {
        UserFile open(Path root, Path log) throws IOException;
    }

    /** A log that can be taken. */
    private record Ready(String name, Instant changed) {}

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        boolean done = false;
        try {
            takeAll(output);
            done = true;
        } catch (DarshanLibraryException e) {
            throw unusable(e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof ClosedByInterruptException && Thread.interrupted()) {
                throw interrupted(e);
            }
            throw e;
        } finally {
            if (!done) {
                // What was published is unknown: the next poll goes by what is stored. A reading process that was
                // interrupted may still answer the last request.
                taken = null;
                close();
            }
        }
        return true;
    }

    private static InterruptedException interrupted(UncheckedIOException cause) {
        InterruptedException interrupted = new InterruptedException("interrupted while the position was stored");
        interrupted.initCause(cause);
        return interrupted;
    }

    private void takeAll(RecordPublisher output) throws InterruptedException {
        requireRoot();
        Instant now = context.clock().instant();
        LocalDate today = LocalDate.ofInstant(now, options.folderZone());
        boolean catchingUp = taken == null || lastPoll.isBefore(now.minus(RESCAN));
        boolean rescan = catchingUp || lastRescan.isBefore(now.minus(RESCAN));
        if (taken == null) {
            taken = ProcessedLogs.load(context, options.firstDay() == null ? today : options.firstDay());
        }
        if (rescan) {
            retryUnreadable(output, now);
        }
        LocalDate oldestOpen = today.minusDays(openDays);
        for (LocalDate day : days(today, rescan)) {
            takeDay(day, today, catchingUp, output);
            if (rescan && day.isBefore(oldestOpen)) {
                closeBefore(day.plusDays(1), output);
            }
        }
        if (rescan) {
            closeBefore(oldestOpen, output);
            store(output);
            lastRescan = now;
        }
        lastPoll = now;
    }

    private void requireRoot() {
        if (!Files.isDirectory(options.root())) {
            throw new UnreadableSourceException(
                    options.root().toString(),
                    "no folder, or not to be reached",
                    "mount it, or set root to the folder that Darshan writes its logs to");
        }
    }

    private List<LocalDate> days(LocalDate today, boolean all) {
        LocalDate first = taken.firstDay();
        if (first.isAfter(today)) {
            return List.of();
        }
        LocalDate yesterday = today.minusDays(1);
        return first.datesUntil(today.plusDays(1))
                .filter(day -> all || !day.isBefore(yesterday) || unsettledDays.contains(day))
                .toList();
    }

    private void takeDay(LocalDate day, LocalDate today, boolean catchingUp, RecordPublisher output)
            throws InterruptedException {
        List<Ready> ready = ready(day);
        for (int begin = 0; begin < ready.size(); begin += BATCH) {
            List<Ready> batch = ready.subList(begin, Math.min(begin + BATCH, ready.size()));
            for (Ready log : batch) {
                Path file = folders.of(day).resolve(log.name());
                looks.forget(file);
                if (take(file, output) != Access.GONE) {
                    taken.take(day, log.name());
                }
            }
            store(output);
            if (catchingUp) {
                noteProgress(day, begin + batch.size(), ready.size(), today);
            }
        }
    }

    private void store(RecordPublisher output) {
        output.flush();
        taken.save();
        noteMounts();
    }

    /** Looks at the logs of a day that have not been taken. */
    private List<Ready> ready(LocalDate day) {
        unsettledDays.remove(day);
        List<String> names;
        try {
            names = folders.logs(day);
            unlistedDays.remove(day);
        } catch (IOException e) {
            if (unlistedDays.put(day, e.toString()) == null) {
                context.notes().accept("cannot list " + folders.of(day) + " (" + e + "); trying again; " + READ_REMEDY);
            }
            return List.of();
        }
        looks.keepOnly(folders.of(day), new HashSet<>(names));
        List<Ready> ready = new ArrayList<>();
        for (String name : names) {
            if (!taken.contains(day, name)) {
                look(day, name, ready);
            }
        }
        ready.sort(Comparator.comparing(Ready::changed).thenComparing(Ready::name));
        return ready;
    }

    private void look(LocalDate day, String name, List<Ready> ready) {
        Path file = folders.of(day).resolve(name);
        Instant now = context.clock().instant();
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (looks.settled(file, attributes, now)) {
                ready.add(new Ready(name, attributes.lastModifiedTime().toInstant()));
            } else {
                unsettledDays.add(day);
            }
        } catch (IOException e) {
            // Gone since it was listed, or unreadable: which of the two shows when it is opened.
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                ready.add(new Ready(name, Instant.EPOCH));
            }
        }
    }

    private enum Access {
        DONE,
        FAILS,
        GONE
    }

    /** Reads a log, or refuses it; one that cannot be opened is named once and tried again later. */
    private Access take(Path file, RecordPublisher output) throws InterruptedException {
        try (UserFile log = opener.open(options.root(), file)) {
            log.newInputStream().close();
            reader().read(log, file, summary -> output.publish(Topic.JOB_SUMMARIES, summary), output::refuse);
            return Access.DONE;
        } catch (RefusedFileException e) {
            refuse(file, e.getMessage() + ", no regular file; move it out of the tree", output);
            return Access.DONE;
        } catch (NoSuchFileException e) {
            return Access.GONE;
        } catch (IOException e) {
            setAside(file, e);
            return Access.FAILS;
        }
    }

    private void setAside(Path file, IOException cause) {
        String name = options.root().relativize(file).toString();
        if (!taken.unreadable().containsKey(name)) {
            taken.addUnreadable(name, context.clock().instant());
            context.notes()
                    .accept("cannot read " + file + " (" + cause + "); trying again every " + RESCAN.toMinutes()
                            + " min; " + READ_REMEDY);
        }
    }

    private void refuse(Path file, String reason, RecordPublisher output) {
        output.refuse(DeadLetterFactory.of(
                Topic.JOB_SUMMARIES,
                COMPONENT,
                file.toString(),
                "Darshan log " + file + " refused: " + reason,
                context.clock().instant(),
                null));
    }

    private void retryUnreadable(RecordPublisher output, Instant now) throws InterruptedException {
        for (Map.Entry<String, Instant> entry : List.copyOf(taken.unreadable().entrySet())) {
            Path file = options.root().resolve(entry.getKey());
            Access access = take(file, output);
            if (access == Access.GONE) {
                refuse(file, "it was removed before it could be read", output);
            } else if (access == Access.FAILS) {
                if (!isGivenUp(entry.getValue(), now)) {
                    continue;
                }
                refuse(file, "it could not be read since " + entry.getValue() + "; " + READ_REMEDY, output);
            }
            taken.removeUnreadable(entry.getKey());
        }
        store(output);
    }

    private boolean isGivenUp(Instant since, Instant now) {
        return taken.unreadable().size() > MAX_UNREADABLE || since.isBefore(now.minus(options.longestRun()));
    }

    /** Is done with all days before a day, or before one that has a log that still changes. */
    private void closeBefore(LocalDate limit, RecordPublisher output) {
        LocalDate first = limit;
        for (LocalDate unsettled : unsettledDays) {
            first = unsettled.isBefore(first) ? unsettled : first;
        }
        for (LocalDate day : List.copyOf(unlistedDays.keySet())) {
            if (day.isBefore(first)) {
                refuse(
                        folders.of(day),
                        "its folder could not be listed (" + unlistedDays.remove(day) + "); " + READ_REMEDY
                                + " and replay it",
                        output);
            }
        }
        taken.closeBefore(first);
    }

    private void noteProgress(LocalDate day, int done, int of, LocalDate today) {
        Instant now = context.clock().instant();
        long daysLeft = ChronoUnit.DAYS.between(day, today);
        if (done == of || !now.isBefore(lastNote.plus(NOTE_INTERVAL))) {
            lastNote = now;
            context.notes()
                    .accept("Darshan logs of " + day + ": " + done + " of " + of + " taken, " + daysLeft
                            + (daysLeft == 1 ? " day" : " days") + " left");
        }
    }

    private void noteMounts() {
        if (logs == null) {
            return;
        }
        for (UnresolvedMount mount : logs.mountReport().unresolved()) {
            if (namedMounts.add(mount.mountPoint())) {
                context.notes()
                        .accept("runs use " + mount.mountPoint() + ", which is in no catalogue entry"
                                + mount.nearest()
                                        .map(name -> " (nearest: " + name + ")")
                                        .orElse("")
                                + "; add it to the aliases of its file system");
            }
        }
    }

    private DarshanLogConverter reader() {
        if (logs == null) {
            logs = DarshanLogConverter.live(library(), context.catalogue(), options.ownerCheck(), context.clock());
        }
        return logs;
    }

    private DarshanLibrary library() {
        return options.darshanLibrary() == null ? DarshanLibrary.find() : DarshanLibrary.at(options.darshanLibrary());
    }

    private UnreadableSourceException unusable(DarshanLibraryException cause) {
        return new UnreadableSourceException(
                options.root().toString(), "its logs cannot be read", cause.getMessage(), cause);
    }

    @Override
    public String check() throws InterruptedException {
        requireRoot();
        LocalDate today = LocalDate.ofInstant(context.clock().instant(), options.folderZone());
        try {
            return check(library(), today);
        } catch (IOException e) {
            throw new UnreadableSourceException(folders.of(today).toString(), e.toString(), READ_REMEDY, e);
        } catch (DarshanLibraryException e) {
            throw unusable(e);
        }
    }

    private String check(DarshanLibrary library, LocalDate today) throws IOException, InterruptedException {
        try (DarshanLogConverter probe =
                DarshanLogConverter.live(library, context.catalogue(), options.ownerCheck(), context.clock())) {
            probe.start();
            return library.path() + " works; " + folders.of(today) + " has "
                    + folders.logs(today).size() + " logs";
        }
    }

    @Override
    public void close() {
        if (logs != null) {
            logs.close();
            logs = null;
        }
    }
}
