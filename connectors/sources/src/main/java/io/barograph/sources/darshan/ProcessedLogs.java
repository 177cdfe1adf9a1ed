package io.barograph.sources.darshan;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.PositionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which logs have been taken: all of the days before the first open day; of the days since then those that are named.
 * Logs that could not be read yet are named besides, and count as taken of their day.
 *
 * <p>The names of a day are a file of their own, so that a poll rewrites only the days that it found something in.
 */
final class ProcessedLogs {
    private final CollectorContext context;
    private final PositionStore store;
    private final NavigableMap<LocalDate, Set<String>> names = new TreeMap<>();
    private final Set<LocalDate> changedDays = new TreeSet<>();
    private final Set<LocalDate> closedDays = new TreeSet<>();
    private final NavigableMap<String, Instant> unreadable = new TreeMap<>();
    private LocalDate firstDay;
    private boolean changed;

    private ProcessedLogs(CollectorContext context) {
        this.context = context;
        this.store = context.position("darshan");
    }

    static ProcessedLogs load(CollectorContext context, LocalDate firstStart) {
        ProcessedLogs taken = new ProcessedLogs(context);
        DarshanPosition position = taken.store
                .read()
                .map(text -> DarshanPosition.parse(text, taken.store.file()))
                .orElseGet(() -> new DarshanPosition(firstStart, Map.of()));
        taken.firstDay = position.firstDay();
        taken.unreadable.putAll(position.unreadable());
        // Written before anything is taken, so that "today" stays the day of the first start.
        taken.changed = true;
        taken.save();
        return taken;
    }

    /** @return all days before this one are done with */
    LocalDate firstDay() {
        return firstDay;
    }

    /** @return logs, below the root, that could not be read, with the first time it was tried */
    Map<String, Instant> unreadable() {
        return Collections.unmodifiableMap(unreadable);
    }

    boolean contains(LocalDate day, String name) {
        return day.isBefore(firstDay) || names(day).contains(name);
    }

    void take(LocalDate day, String name) {
        if (names(day).add(name)) {
            changedDays.add(day);
        }
    }

    void addUnreadable(String log, Instant now) {
        unreadable.putIfAbsent(log, now);
        changed = true;
    }

    void removeUnreadable(String log) {
        unreadable.remove(log);
        changed = true;
    }

    /** Closes all days before this one. */
    void closeBefore(LocalDate day) {
        if (!day.isAfter(firstDay)) {
            return;
        }
        firstDay.datesUntil(day).forEach(closedDays::add);
        changedDays.removeIf(open -> open.isBefore(day));
        names.headMap(day).clear();
        firstDay = day;
        changed = true;
    }

    /**
     * Stores what has changed. The common file goes first: it holds the unreadable logs, which a crash must not leave
     * behind as taken.
     */
    void save() {
        if (changed) {
            store.write(new DarshanPosition(firstDay, unreadable).text());
            changed = false;
        }
        for (LocalDate day : changedDays) {
            dayStore(day).write(DarshanPosition.namesText(names(day)));
        }
        changedDays.clear();
        for (LocalDate day : closedDays) {
            try {
                Files.deleteIfExists(dayStore(day).file());
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "cannot delete the position in " + dayStore(day).file(), e);
            }
        }
        closedDays.clear();
    }

    private Set<String> names(LocalDate day) {
        return names.computeIfAbsent(day, first -> {
            PositionStore dayStore = dayStore(day);
            List<String> stored = dayStore.read()
                    .map(text -> DarshanPosition.parseNames(text, dayStore.file()))
                    .orElse(List.of());
            return new HashSet<>(stored);
        });
    }

    private PositionStore dayStore(LocalDate day) {
        return context.position("darshan-" + day);
    }
}
