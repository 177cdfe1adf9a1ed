package io.barograph.sources.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.sources.probe.ProbeTesting.Mounted;
import io.barograph.sources.probe.ProbeTesting.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeCollectorTest {
    private static final String OWN_FOLDER = "barograph-probe-node1";

    @TempDir
    private Path folder;

    private final List<String> notes = ProbeTesting.newNotes();
    private final CollectedTimings output = new CollectedTimings();

    private ProbeCollector live(Options options) {
        return ProbeCollector.live(options.build(), ProbeTesting.context(folder.resolve("positions"), notes));
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    @Test
    void shouldTimeSixOperationsASlotAndLeaveNothingBehind() throws Exception {
        Path probed = directory("probed");
        try (ProbeCollector collector = live(new Options().dir(probed).duration(Duration.ofSeconds(2)))) {
            ProbeTesting.runToEnd(collector, output);
        }

        assertThat(output.all()).isNotEmpty().allSatisfy(timing -> {
            assertThat(timing.getOutcome()).isEqualTo(ProbeOutcome.OK);
            assertThat(timing.getSeconds()).isPositive().isLessThan(10.0);
            assertThat(timing.getFileSystem()).isEqualTo("scratch");
            assertThat(timing.getDirectory()).isEqualTo(probed.toString());
            assertThat(timing.getHost()).isEqualTo("node1");
            assertThat(timing.getPublishedAt())
                    .isAfterOrEqualTo(timing.getTime().minusMillis(1));
        });
        int slots = output.with(ProbeOperation.DATA_READ).size();
        for (ProbeOperation operation : List.of(
                ProbeOperation.DATA_WRITE,
                ProbeOperation.CREATE,
                ProbeOperation.STAT,
                ProbeOperation.READ,
                ProbeOperation.DELETE)) {
            assertThat(output.with(operation)).as("%s", operation).hasSize(slots);
        }
        assertThat(output.with(ProbeOperation.DATA_WRITE)).allSatisfy(timing -> {
            assertThat(timing.getBytes()).isEqualTo(1 << 20);
            assertThat(timing.getOffset() % (1 << 20)).isZero();
            assertThat(timing.getOffset()).isBetween(0L, (4L << 20) - 1);
        });
        assertThat(output.with(ProbeOperation.CREATE))
                .extracting(ProbeTiming::getBytes)
                .containsOnly(3901L);
        assertThat(probed).isEmptyDirectory();
        assertThat(notes).anyMatch(note -> note.contains("operations/s") && note.contains("% of a CPU"));
    }

    @Test
    void shouldStartSlotsAtMultiplesOfTheInterval() throws Exception {
        try (ProbeCollector collector = live(new Options().dir(directory("probed")))) {
            ProbeTesting.runToEnd(collector, output);
        }

        List<Long> slots = output.with(ProbeOperation.DATA_READ).stream()
                .map(timing -> timing.getTime().toEpochMilli() / 100)
                .toList();
        assertThat(slots).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void shouldGoOnProbingWhenAnotherDirectoryHangs() throws Exception {
        Path healthy = directory("healthy");
        Path stuck = directory("stuck");
        HangingOperations hanging = new HangingOperations(ProbeOperation.STAT);
        Options options = new Options()
                .dir(stuck, healthy)
                .timeout(Duration.ofMillis(300))
                .duration(Duration.ofSeconds(2));
        ProbeCollector collector = new ProbeCollector(
                options.build(),
                ProbeTesting.context(folder.resolve("positions"), notes),
                System::nanoTime,
                (directory, noteTaker) -> directory.equals(stuck)
                        ? hanging
                        : new FolderOperations(
                                directory, options.build(), "node1", Optional.empty(), false, () -> 0, noteTaker));
        ProbeTesting.runToEnd(collector, output);

        List<ProbeTiming> ofStuck = output.of(stuck.toString());
        assertThat(ofStuck)
                .filteredOn(timing -> timing.getOutcome() == ProbeOutcome.TIMEOUT)
                .singleElement()
                .satisfies(timing -> {
                    assertThat(timing.getOperation()).isEqualTo(ProbeOperation.STAT);
                    assertThat(timing.getSeconds()).isEqualTo(0.3);
                    assertThat(timing.getServer()).isEqualTo("scratch-MDT0003");
                });
        assertThat(ofStuck).extracting(ProbeTiming::getTime).isSorted();
        List<ProbeTiming> blocked = ofStuck.stream()
                .filter(timing -> timing.getOutcome() == ProbeOutcome.BLOCKED)
                .toList();
        assertThat(blocked).hasSizeGreaterThan(12).allSatisfy(timing -> assertThat(timing.getSeconds())
                .isNull());
        assertThat(hanging.threadsInside()).isEqualTo(1);
        assertThat(output.of(healthy.toString()))
                .hasSizeGreaterThanOrEqualTo(6)
                .extracting(ProbeTiming::getOutcome)
                .containsOnly(ProbeOutcome.OK);
        collector.close();
        assertThat(healthy).isEmptyDirectory();
        assertThat(notes).anyMatch(note -> note.startsWith(stuck + " hangs"));
        hanging.release();
    }

    @Test
    void shouldGoOnWhenAHungOperationReturns() throws Exception {
        Path stuck = directory("stuck");
        HangingOperations hanging = new HangingOperations(ProbeOperation.CREATE);
        try (ProbeCollector collector = new ProbeCollector(
                new Options()
                        .dir(stuck)
                        .timeout(Duration.ofMillis(200))
                        .duration(Duration.ofMinutes(10))
                        .build(),
                ProbeTesting.context(folder.resolve("positions"), notes),
                System::nanoTime,
                (directory, noteTaker) -> hanging)) {
            while (output.with(ProbeOutcome.TIMEOUT).isEmpty()) {
                collector.poll(output);
            }
            int before = output.with(ProbeOutcome.OK).size();
            hanging.release();
            while (output.with(ProbeOutcome.OK).size() < before + 6) {
                collector.poll(output);
            }
        }

        assertThat(output.with(ProbeOutcome.TIMEOUT)).hasSize(1);
        assertThat(notes).anyMatch(note -> note.contains("has returned"));
    }

    @Test
    void shouldPublishBlockedSlotsWhileThePreparationHangs() throws Exception {
        HangingOperations hanging = new HangingOperations(ProbeOperation.UNKNOWN);
        ProbeCollector collector = new ProbeCollector(
                new Options()
                        .dir(directory("stuck"))
                        .timeout(Duration.ofMillis(200))
                        .build(),
                ProbeTesting.context(folder.resolve("positions"), notes),
                System::nanoTime,
                (directory, noteTaker) -> hanging);

        assertThat(collector.poll(output)).isTrue();
        collector.close();
        hanging.release();

        assertThat(output.all())
                .isNotEmpty()
                .extracting(ProbeTiming::getOutcome)
                .containsOnly(ProbeOutcome.BLOCKED);
    }

    @Test
    void shouldNameEnospcAndRecoverWhenThereIsSpaceAgain() throws Exception {
        Path point = folder.resolve("small");
        try (Mounted mounted = Mounted.of(point, "tmpfs", "size=8m");
                ProbeCollector collector = live(new Options().dir(point).duration(Duration.ofMinutes(10)))) {
            collector.poll(output);
            Path filler = point.resolve("filler");
            while (output.with(ProbeOutcome.PROBE_BROKEN).isEmpty()) {
                // Again and again: the probe may just have had one file more than usual, which it deletes.
                fill(filler);
                collector.poll(output);
            }
            ProbeTiming broken = output.with(ProbeOutcome.PROBE_BROKEN).get(0);
            assertThat(broken.getOperation()).isEqualTo(ProbeOperation.CREATE);
            assertThat(broken.getError()).startsWith("ENOSPC");
            assertThat(broken.getSeconds()).isNull();

            Files.delete(filler);
            output.all().clear();
            while (output.with(ProbeOperation.CREATE).stream()
                    .noneMatch(timing -> timing.getOutcome() == ProbeOutcome.OK)) {
                collector.poll(output);
            }
        }
    }

    private static void fill(Path filler) throws IOException {
        byte[] page = new byte[4096];
        try (var stream = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                stream.write(page);
            }
        } catch (IOException e) {
            assertThat(SystemErrors.describe(e)).startsWith("ENOSPC");
        }
    }

    @Test
    void shouldNameErofs() throws Exception {
        Path point = folder.resolve("turning-read-only");
        try (Mounted mounted = Mounted.of(point, "tmpfs", "size=8m");
                ProbeCollector collector = live(new Options().dir(point).duration(Duration.ofMinutes(10)))) {
            collector.poll(output);
            // Only the pool, because a file system with a file open for writing cannot be made read-only.
            String pool = point.resolve(OWN_FOLDER + "/pool").toString();
            Mounted.command("mount", "--bind", "-r", pool, pool);
            while (output.with(ProbeOutcome.PROBE_BROKEN).size() < 2) {
                collector.poll(output);
            }
            Mounted.command("umount", "-l", pool);

            assertThat(output.with(ProbeOutcome.PROBE_BROKEN)).allSatisfy(timing -> {
                assertThat(timing.getError()).startsWith("EROFS");
                assertThat(timing.getOperation()).isIn(ProbeOperation.CREATE, ProbeOperation.DELETE);
            });
        }
    }

    @Test
    void shouldNameEnoentWhenTheFolderIsRemovedUnderneath() throws Exception {
        Path probed = directory("probed");
        try (ProbeCollector collector = live(new Options().dir(probed).duration(Duration.ofMinutes(10)))) {
            collector.poll(output);
            Path pool = probed.resolve(OWN_FOLDER + "/pool");
            Files.move(pool, folder.resolve("gone"));
            while (output.with(ProbeOutcome.PROBE_BROKEN).isEmpty()) {
                collector.poll(output);
            }

            assertThat(output.with(ProbeOutcome.PROBE_BROKEN).get(0).getError()).startsWith("ENOENT");
        }
    }

    @Test
    void shouldSayOnceWhenTheCacheCannotBeBypassed() throws Exception {
        Path point = folder.resolve("ram");
        try (Mounted mounted = Mounted.of(point, "ramfs", "rw")) {
            try (ProbeCollector collector = live(new Options().dir(point))) {
                ProbeTesting.runToEnd(collector, output);
            }
            assertThat(point).isEmptyDirectory();
        }

        assertThat(output.with(ProbeOperation.DATA_READ))
                .isNotEmpty()
                .extracting(ProbeTiming::getCacheBypassed)
                .containsOnly(false);
        assertThat(notes)
                .filteredOn(note -> note.contains("cannot be bypassed"))
                .hasSize(1);
        assertThat(notes).anyMatch(note -> note.contains("EINVAL"));
        assertThat(notes).anyMatch(note -> note.contains("not larger than this host's memory"));
    }

    @Test
    void shouldBypassTheCacheOfTmpfsOrSayThatItCannot() throws Exception {
        Path point = folder.resolve("tmpfs");
        try (Mounted mounted = Mounted.of(point, "tmpfs", "size=16m");
                ProbeCollector collector = live(new Options().dir(point))) {
            ProbeTesting.runToEnd(collector, output);
        }

        boolean bypassed = output.with(ProbeOperation.DATA_READ).get(0).getCacheBypassed();
        assertThat(notes.stream().anyMatch(note -> note.contains("cannot be bypassed")))
                .isNotEqualTo(bypassed);
    }

    @Test
    void shouldRefuseToStartWhenTheFileDoesNotFit() throws Exception {
        Path probed = directory("probed");
        try (ProbeCollector collector = live(new Options().dir(probed).reserve("1000000TiB"))) {
            assertThatThrownBy(() -> ProbeTesting.runToEnd(collector, output))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("must stay free")
                    .hasMessageContaining("smaller fileSize");
        }

        assertThat(output.all()).isEmpty();
        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldTryARefusedDirectoryAgainAndKeepNoThreadOfEarlierTries() throws Exception {
        Path later = folder.resolve("later");
        try (ProbeCollector collector = live(new Options().dir(later))) {
            for (int poll = 0; poll < 5; poll++) {
                assertThatThrownBy(() -> ProbeTesting.runToEnd(collector, output))
                        .hasMessageContaining("it is no directory");
            }
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().endsWith(later.toString())));
            Files.createDirectory(later);
            ProbeTesting.runToEnd(collector, output);
        }

        assertThat(output.with(ProbeOutcome.OK)).isNotEmpty();
        assertThat(later).isEmptyDirectory();
    }

    /** It seemed to have ended as planned. */
    @Test
    void shouldTellWhateverEndsTheProbingOfADirectoryAndTryAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        LongSupplier failsOnce = () -> {
            if (Thread.currentThread().getName().startsWith("probe pace") && calls.incrementAndGet() == 20) {
                throw new NoClassDefFoundError("gone");
            }
            return System.nanoTime();
        };
        Path probed = directory("probed");
        ProbeOptions options = new Options().dir(probed).build();
        CollectorContext context = ProbeTesting.context(folder, notes);
        try (ProbeCollector collector = new ProbeCollector(
                options,
                context,
                failsOnce,
                (directory, noteTaker) -> new FolderOperations(
                        directory, options, "node1", Optional.empty(), false, () -> 1L << 30, noteTaker))) {
            assertThatThrownBy(() -> ProbeTesting.runToEnd(collector, output))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining(probed + ": java.lang.NoClassDefFoundError: gone")
                    .hasMessageContaining("report it");
            int before = output.all().size();
            ProbeTesting.runToEnd(collector, output);
            assertThat(output.all()).hasSizeGreaterThan(before);
        }
        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldProbeTheOtherDirectoriesWhenOneIsRefused() throws Exception {
        Path missing = folder.resolve("missing");
        Path probed = directory("probed");
        try (ProbeCollector collector = live(new Options().dir(missing, probed))) {
            ProbeTesting.runToEnd(collector, output);
        }

        assertThat(output.of(probed.toString())).isNotEmpty();
        assertThat(notes).anyMatch(note -> note.contains(missing + ": it is no directory"));
    }

    @Test
    void shouldRefuseAFolderThatIsNotItsOwn() throws Exception {
        Path probed = directory("probed");
        Path foreign = Files.createDirectory(probed.resolve(OWN_FOLDER));
        Path precious = Files.writeString(foreign.resolve("data"), "precious");
        try (ProbeCollector collector = live(new Options().dir(probed))) {
            assertThatThrownBy(() -> ProbeTesting.runToEnd(collector, output))
                    .hasMessageContaining("it is not the probe's");
        }

        assertThat(precious).hasContent("precious");
    }

    @Test
    void shouldRefuseAFolderThatAnotherProbeUses() throws Exception {
        Path probed = directory("probed");
        try (ProbeCollector first = live(new Options().dir(probed).duration(Duration.ofMinutes(10)));
                ProbeCollector second = live(new Options().dir(probed))) {
            first.poll(output);

            assertThatThrownBy(() -> ProbeTesting.runToEnd(second, output)).hasMessageContaining("another probe");
            output.all().clear();
            first.poll(output);
            assertThat(output.with(ProbeOutcome.PROBE_BROKEN)).isEmpty();
        }
        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldUseTheFilesThatACrashedRunLeft() throws Exception {
        Path probed = directory("probed");
        try (ProbeCollector first = live(new Options().dir(probed).keepFiles())) {
            ProbeTesting.runToEnd(first, output);
        }
        Path data = probed.resolve(OWN_FOLDER + "/data");
        Object before = Files.readAttributes(data, "unix:ino").get("ino");
        notes.clear();
        try (ProbeCollector second = live(new Options().dir(probed).duration(Duration.ofMinutes(10)))) {
            second.poll(output);
            assertThat(Files.readAttributes(data, "unix:ino")).containsEntry("ino", before);
        }

        assertThat(notes).noneMatch(note -> note.contains("preparing " + data));
        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldReplaceTheFilesOfARunWithOtherSizes() throws Exception {
        Path probed = directory("probed");
        try (ProbeCollector first = live(new Options().dir(probed).keepFiles())) {
            ProbeTesting.runToEnd(first, output);
        }
        try (ProbeCollector second =
                live(new Options().dir(probed).fileSize("2MiB").duration(Duration.ofMinutes(10)))) {
            second.poll(output);
            assertThat(Files.size(probed.resolve(OWN_FOLDER + "/data"))).isEqualTo(2 << 20);
        }

        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldLeaveWhatOthersPutIntoItsFolder() throws Exception {
        Path probed = directory("probed");
        Path stranger = probed.resolve(OWN_FOLDER + "/pool/notes.txt");
        try (ProbeCollector collector = live(new Options().dir(probed).duration(Duration.ofMinutes(10)))) {
            collector.poll(output);
            Files.writeString(stranger, "mine");
        }

        try (Stream<Path> left = Files.walk(probed)) {
            assertThat(left.filter(Files::isRegularFile)).containsExactly(stranger);
        }
        assertThat(notes).anyMatch(note -> note.contains("did not make"));
    }

    @Test
    void shouldCleanUpWhenItIsClosedDuringThePreparation() throws Exception {
        Path probed = directory("probed");
        ProbeCollector collector = live(new Options().dir(probed).fileSize("16GiB"));
        Thread poll = new Thread(() -> {
            try {
                collector.poll(new CollectedTimings());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        poll.start();
        await().until(() -> Files.exists(probed.resolve(OWN_FOLDER + "/data")));
        poll.interrupt();
        poll.join();
        collector.close();

        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldCheckWithoutTouching() throws Exception {
        Path probed = directory("probed");
        try (ProbeCollector collector = live(new Options().dir(probed))) {
            assertThat(collector.check()).contains(probed.toString(), "free");
        }
        try (ProbeCollector collector = live(new Options().dir(folder.resolve("missing")))) {
            assertThatThrownBy(collector::check).hasMessageContaining("is no directory that can be written to");
        }
        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldRefuseAFileSystemThatTheCatalogueDoesNotKnow() throws Exception {
        Options options = new Options().dir(directory("probed")).fileSystem("scrach");

        assertThatThrownBy(() -> live(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no file system is called \"scrach\"; the nearest is scratch");
    }

    @Test
    void shouldNameTheMountPointWhenTheCatalogueDoesNotKnowTheDirectory() throws Exception {
        try (ProbeCollector collector =
                live(new Options().dir(directory("probed")).fileSystem(null))) {
            ProbeTesting.runToEnd(collector, output);
        }

        assertThat(output.all().get(0).getFileSystem()).startsWith("/");
        assertThat(notes).anyMatch(note -> note.contains("nearest known name: scratch"));
    }
}
