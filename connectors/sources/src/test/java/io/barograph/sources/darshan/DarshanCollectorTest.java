package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.runtime.UserFile;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.JobSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DarshanCollectorTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123456Z");
    private static final String TODAY = "2026/11/21";

    @TempDir
    Path folder;

    private final StoredRecords output = new StoredRecords();
    private final List<String> notes = new ArrayList<>();
    private final MovedClock clock = new MovedClock();
    private final Set<Path> denied = new HashSet<>();
    private Path root;
    private SourceCollector collector;

    private static final class MovedClock extends Clock {
        private Instant now = NOW;

        void move(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void createTree() throws IOException {
        DarshanTesting.library();
        root = Files.createDirectories(folder.resolve("logs"));
        start(null);
    }

    @AfterEach
    void close() {
        if (collector != null) {
            collector.close();
        }
    }

    /** Starts the collector, or starts it again. */
    private void start(String since) {
        if (collector != null) {
            collector.close();
        }
        DarshanOptions options = new DarshanOptions(
                root,
                since,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofDays(8),
                ZoneOffset.UTC,
                OwnerCheck.SHARED,
                null);
        collector = new DarshanCollector(
                options,
                new CollectorContext(
                        "darshan",
                        "login01",
                        DarshanTesting.catalogue(CatalogueFileSystem.of("scratch", "/no/such/mount")),
                        positions(),
                        clock,
                        notes::add),
                this::open);
    }

    /** Tests run as root, whom no mode keeps out. */
    private UserFile open(Path below, Path log) throws IOException {
        UserFile opened = UserFile.open(below, log);
        if (denied.contains(log)) {
            opened.close();
            throw new AccessDeniedException(log.toString());
        }
        return opened;
    }

    private Path positions() {
        return folder.resolve("positions");
    }

    private Path write(String day, String name, Instant changed) throws IOException {
        return copy(DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG), day, name, changed);
    }

    private Path copy(Path log, String day, String name, Instant changed) throws IOException {
        Path copy = Files.createDirectories(root.resolve(day)).resolve(name);
        Files.write(copy, Files.readAllBytes(log));
        Files.setLastModifiedTime(copy, FileTime.from(changed));
        return copy;
    }

    private List<String> stored() {
        return output.summaries.stream()
                .map(summary -> root.relativize(Path.of(summary.getSource())).toString())
                .toList();
    }

    private void roundAfter(Duration pause) throws InterruptedException {
        clock.move(pause);
        assertThat(collector.poll(output)).isTrue();
    }

    private void poll() throws InterruptedException {
        roundAfter(Duration.ofSeconds(10));
    }

    @Test
    void shouldTakeALogOnceWhenTwoLooksFoundItUnchanged() throws Exception {
        write(TODAY, "a.darshan", NOW);

        roundAfter(Duration.ZERO);
        roundAfter(Duration.ofSeconds(9));
        assertThat(output.summaries).isEmpty();
        roundAfter(Duration.ofSeconds(1));
        assertThat(stored()).containsExactly(TODAY + "/a.darshan");

        poll();
        start(null);
        poll();
        poll();
        assertThat(output.summaries).hasSize(1);
        assertThat(output.letters).isEmpty();
    }

    @Test
    void shouldSayWhenALogWasTakenIn() throws Exception {
        write(TODAY, "a.darshan", NOW.minus(Duration.ofHours(2)));

        roundAfter(Duration.ZERO);

        JobSummary summary = output.summaries.get(0);
        assertThat(summary.getCollectedAt()).isEqualTo(Instant.parse("2026-11-21T12:00:00.123Z"));
        assertThat(summary.getCollector()).isEqualTo("darshan");
        assertThat(summary.getEndTime()).isBefore(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void shouldWaitWhileALogGrowsOrItsTimeMoves() throws Exception {
        Path log = write(TODAY, "a.darshan", NOW);
        byte[] whole = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(whole, whole.length / 2));
        Files.setLastModifiedTime(log, FileTime.from(NOW));

        poll();
        Files.write(log, whole);
        Files.setLastModifiedTime(log, FileTime.from(NOW));
        poll();
        Files.setLastModifiedTime(log, FileTime.from(NOW.plusSeconds(1)));
        poll();
        assertThat(output.summaries).isEmpty();
        poll();

        assertThat(output.summaries).hasSize(1);
        assertThat(output.summaries.get(0).getPartial()).isFalse();
    }

    @Test
    void shouldLeaveALogThatIsBeingWrittenUntilDarshanRenamesIt() throws Exception {
        Path partial = write(TODAY, "a.darshan_partial", NOW.minus(Duration.ofDays(1)));
        poll();
        poll();
        assertThat(output.summaries).isEmpty();

        Files.move(partial, partial.resolveSibling("a.darshan"));
        poll();

        assertThat(stored()).containsExactly(TODAY + "/a.darshan");
    }

    @Test
    void shouldTakeALogAgainThatCouldNotBePublished() throws Exception {
        write(TODAY, "a.darshan", NOW.minus(Duration.ofHours(2)));
        output.failFromNowOn(true);
        assertThatThrownBy(this::poll).isInstanceOf(PublishException.class);
        output.failFromNowOn(false);

        poll();
        poll();

        assertThat(output.summaries).hasSize(1);
    }

    @Test
    void shouldRepeatOnlyThePollThatACrashKeptFromBeingRecorded() throws Exception {
        write(TODAY, "a.darshan", NOW.minus(Duration.ofHours(2)));
        poll();
        write(TODAY, "b.darshan", NOW.minus(Duration.ofHours(2)));
        // The position cannot be written where its folder is a file.
        Path away = folder.resolve("away");
        output.afterSummaries(() -> moveAndBlock(positions(), away));
        assertThatThrownBy(this::poll).isInstanceOf(UncheckedIOException.class);
        output.afterSummaries(() -> {});
        Files.delete(positions());
        Files.move(away, positions());

        start(null);
        poll();
        poll();

        assertThat(stored()).containsExactly(TODAY + "/a.darshan", TODAY + "/b.darshan", TODAY + "/b.darshan");
    }

    private static void moveAndBlock(Path moved, Path to) {
        try {
            Files.move(moved, to);
            Files.createFile(moved);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldCatchUpInTheOrderOfDaysAndTellHowFarItIs() throws Exception {
        Instant old = Instant.parse("2026-11-15T00:00:00Z");
        write("2026/11/9", "before.darshan", old);
        write("2026/11/20", "d.darshan", old);
        write("2026/11/10", "c.darshan", old);
        write("2026/11/10", "later.darshan", old.plusSeconds(1));
        write("2026/9/30", "early.darshan", old);
        start("2026-09-30");

        poll();

        assertThat(stored())
                .containsExactly(
                        "2026/9/30/early.darshan",
                        "2026/11/9/before.darshan",
                        "2026/11/10/c.darshan",
                        "2026/11/10/later.darshan",
                        "2026/11/20/d.darshan");
        assertThat(notes)
                .contains(
                        "Darshan logs of 2026-11-10: 2 of 2 taken, 11 days left",
                        "Darshan logs of 2026-11-20: 1 of 1 taken, 1 day left");
        start("2026-09-30");
        poll();
        assertThat(output.summaries).hasSize(5);
    }

    @Test
    void shouldBeginWithTheDayOfTheFirstStartAndGoOnAfterAPause() throws Exception {
        Instant old = NOW.minus(Duration.ofHours(20));
        write("2026/11/20", "yesterday.darshan", old);
        write(TODAY, "today.darshan", old);
        poll();
        assertThat(stored()).containsExactly(TODAY + "/today.darshan");

        write(TODAY, "late.darshan", old);
        write("2026/11/23", "pause.darshan", old);
        clock.move(Duration.ofDays(5));
        start(null);
        poll();

        assertThat(stored())
                .containsExactly(TODAY + "/today.darshan", TODAY + "/late.darshan", "2026/11/23/pause.darshan");
    }

    @Test
    void shouldFindTheLogOfALongRunInTheFolderOfItsStart() throws Exception {
        poll();
        clock.move(Duration.ofDays(8));
        poll();
        write(TODAY, "long.darshan", clock.instant());

        poll();
        assertThat(output.summaries).isEmpty();
        roundAfter(Duration.ofMinutes(10));
        poll();

        assertThat(stored()).containsExactly(TODAY + "/long.darshan");
    }

    @Test
    void shouldForgetTheNamesOfDaysThatNoRunCanAddToAnyMore() throws Exception {
        write(TODAY, "a.darshan", NOW.minus(Duration.ofHours(2)));
        poll();
        assertThat(positionFiles()).contains("darshan-2026-11-21.position");

        clock.move(Duration.ofDays(11));
        poll();

        assertThat(positionFiles()).containsExactly("darshan.position");
        assertThat(output.summaries).hasSize(1);
    }

    private List<String> positionFiles() throws IOException {
        try (Stream<Path> files = Files.list(positions())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldRefuseADamagedLogOnceAndGoOn() throws Exception {
        Instant old = NOW.minus(Duration.ofHours(2));
        Path damaged = Files.createDirectories(root.resolve(TODAY)).resolve("a.darshan");
        Files.write(damaged, new byte[] {1, 2, 3});
        Files.setLastModifiedTime(damaged, FileTime.from(old));
        Files.createDirectory(root.resolve(TODAY).resolve("folder.darshan"));
        Files.setLastModifiedTime(root.resolve(TODAY).resolve("folder.darshan"), FileTime.from(old));
        write(TODAY, "b.darshan", old);

        poll();
        poll();
        start(null);
        poll();

        assertThat(stored()).containsExactly(TODAY + "/b.darshan");
        assertThat(output.letters).hasSize(2);
        assertThat(output.letters)
                .anySatisfy(letter -> assertThat(letter.getReason()).contains(damaged.toString()))
                .anySatisfy(letter -> assertThat(letter.getReason()).contains("folder.darshan", "no regular file"));
    }

    @Test
    void shouldTryALogAgainThatCannotBeReadAndNameItOnce() throws Exception {
        Path log = unreadable();

        poll();
        roundAfter(Duration.ofMinutes(11));
        start(null);
        roundAfter(Duration.ofMinutes(11));
        assertThat(output.letters).isEmpty();
        assertThat(notes)
                .filteredOn(note -> note.contains("cannot read " + log))
                .hasSize(1);

        denied.clear();
        roundAfter(Duration.ofMinutes(11));
        roundAfter(Duration.ofMinutes(11));

        assertThat(stored()).containsExactly(TODAY + "/a.darshan");
    }

    private Path unreadable() throws IOException {
        Path log = write(TODAY, "a.darshan", NOW.minus(Duration.ofHours(2)));
        denied.add(log);
        return log;
    }

    @Test
    void shouldGiveALogUpThatCannotBeReadForTheLongestRun() throws Exception {
        Path log = unreadable();
        poll();

        roundAfter(Duration.ofDays(9));
        poll();

        assertThat(output.letters).hasSize(1);
        assertThat(output.letters.get(0).getOrigin()).isEqualTo(log.toString());
        assertThat(output.letters.get(0).getReason()).contains("could not be read since 2026-11-21");
    }

    @Test
    void shouldReportAnUnreadableLogThatWasRemoved() throws Exception {
        Path log = unreadable();
        poll();
        Files.delete(log);

        roundAfter(Duration.ofMinutes(11));
        roundAfter(Duration.ofMinutes(11));

        assertThat(output.letters).hasSize(1);
        assertThat(output.letters.get(0).getReason()).contains("removed before it could be read");
    }

    @Test
    void shouldNameADayOnceThatCannotBeListedAndTakeItLater() throws Exception {
        Path day = dayThatIsNoFolder();
        poll();
        poll();
        assertThat(notes)
                .filteredOn(note -> note.contains("cannot list " + day))
                .hasSize(1);

        Files.delete(day);
        write(TODAY, "a.darshan", NOW.minus(Duration.ofHours(2)));
        poll();

        assertThat(stored()).containsExactly(TODAY + "/a.darshan");
    }

    @Test
    void shouldReportADayThatCouldNotBeListedUntilItWasOver() throws Exception {
        Path day = dayThatIsNoFolder();
        poll();

        roundAfter(Duration.ofDays(11));
        poll();

        assertThat(output.letters).hasSize(1);
        assertThat(output.letters.get(0).getOrigin()).isEqualTo(day.toString());
        assertThat(output.letters.get(0).getReason()).contains("could not be listed");
    }

    private Path dayThatIsNoFolder() throws IOException {
        Path day = root.resolve(TODAY);
        Files.createDirectories(day.getParent());
        return Files.createFile(day);
    }

    @Test
    void shouldEndAPollWhenItIsInterruptedAndTakeTheLogInTheNext() throws Exception {
        write(TODAY, "a.darshan", NOW.minus(Duration.ofHours(2)));

        Thread.currentThread().interrupt();
        assertThatThrownBy(this::poll).isInstanceOf(InterruptedException.class);
        assertThat(output.summaries).isEmpty();

        poll();
        assertThat(stored()).containsExactly(TODAY + "/a.darshan");
    }

    @Test
    void shouldNameAMountPointOnceThatIsInNoCatalogueEntry() throws Exception {
        Instant old = NOW.minus(Duration.ofHours(2));
        write(TODAY, "a.darshan", old);
        poll();
        write(TODAY, "b.darshan", old);
        poll();

        assertThat(notes)
                .filteredOn(note -> note.contains("in no catalogue entry"))
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldSayWhatItWouldRead() throws Exception {
        write(TODAY, "a.darshan", NOW);

        assertThat(collector.check())
                .contains("libdarshan-util")
                .contains("works")
                .endsWith(Path.of(TODAY) + " has 1 logs");
        assertThat(positions()).doesNotExist();
    }

    @Test
    void shouldSayWhatIsWrongWithATreeThatIsNotThere() throws Exception {
        Files.delete(root);

        assertThatThrownBy(this::poll)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(root.toString())
                .hasMessageContaining("mount it");
        assertThatThrownBy(collector::check).isInstanceOf(UnreadableSourceException.class);
    }

    @Test
    void shouldRefuseAPositionThatIsNotItsOwn() throws Exception {
        new PositionStore(positions().resolve("darshan.position")).write("42");

        assertThatThrownBy(this::poll)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("darshan.position")
                .hasMessageContaining("--since");
    }
}
