package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.sources.darshan.DarshanTesting.Results;
import io.barograph.sources.darshan.log.JobSummaryFactory;
import io.barograph.sources.darshan.log.LogReaderProtocol;
import io.barograph.sources.darshan.log.MountReport;
import io.barograph.sources.darshan.log.ReaderMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class DarshanLogConverterTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration SHORT_LIMIT = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    private static DarshanLogConverter collector(FileSystemCatalogue catalogue, Duration timeLimit) {
        return new DarshanLogConverter(
                DarshanTesting.library(),
                catalogue,
                Duration.ZERO,
                JobSummaryFactory::recorded,
                OwnerCheck.SHARED,
                timeLimit,
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static DarshanLogConverter collector(CatalogueFileSystem... fileSystems) {
        return collector(DarshanTesting.catalogue(fileSystems), DarshanLogConverter.TIME_LIMIT);
    }

    private static Results read(DarshanLogConverter logs, Path... files) throws InterruptedException {
        Results results = new Results();
        results.read(logs, files);
        return results;
    }

    private static FileSystemUse onlyUse(Results results) {
        assertThat(results.refused).isEmpty();
        List<FileSystemUse> uses = results.summaries.get(0).getFileSystems();
        assertThat(uses).hasSize(1);
        return uses.get(0);
    }

    @Test
    void shouldGiveTheBytesOfARunWhoseMountPointsAreOneFileSystem() throws InterruptedException {
        try (DarshanLogConverter logs = collector(CatalogueFileSystem.of("snx11025", "/", "/home"))) {
            FileSystemUse use = onlyUse(read(logs, DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG)));

            assertThat(use.getFileSystem()).isEqualTo("snx11025");
            assertThat(use.getReadBytes()).isEqualTo(12_029_160_181L);
            assertThat(use.getWriteBytes()).isEqualTo(260);
            assertThat(logs.mountReport().unresolved()).isEmpty();
        }
    }

    @Test
    void shouldNameAllOstsOfARunThatWroteOneFilePerProcess() throws InterruptedException {
        try (DarshanLogConverter logs = collector(CatalogueFileSystem.of("snx11025", "/scratch1"))) {
            FileSystemUse use = onlyUse(read(logs, DarshanTesting.pytokioLog("sample-goodost.darshan")));

            assertThat(use.getReadBytes()).isZero();
            assertThat(use.getWriteBytes()).isEqualTo(51_539_607_552L);
            assertThat(use.getFiles()).isEqualTo(48);
            assertThat(use.getOsts()).isEqualTo(IntStream.range(0, 24).boxed().toList());
            assertThat(use.getOstsComplete()).isTrue();
        }
    }

    @Test
    void shouldGiveTheBytesOfARunShorterThanASample() throws InterruptedException {
        Path log = DarshanTesting.darshanLog(
                "ior_daos/snyder_ior-POSIX_id1057716-202103_11-8-64415-6936117869459351096_1.darshan");
        try (DarshanLogConverter logs = collector(CatalogueFileSystem.of("home"))) {
            FileSystemUse use = onlyUse(read(logs, log));

            assertThat(use.getMountPoint()).isEqualTo("/home");
            assertThat(use.getReadBytes()).isEqualTo(16_777_216);
            assertThat(use.getWriteBytes()).isEqualTo(16_777_216);
            assertThat(use.getOsts()).containsExactly(102);
        }
    }

    @Test
    void shouldMoveARunToAnotherDay() throws InterruptedException {
        try (DarshanLogConverter logs = new DarshanLogConverter(
                DarshanTesting.library(), DarshanTesting.catalogue(), Duration.ofSeconds(16_285_669))) {
            JobSummary summary = read(logs, DarshanTesting.pytokioLog("sample-goodost.darshan"))
                    .summaries
                    .get(0);

            assertThat(summary.getStartTime()).isEqualTo(Instant.ofEpochSecond(1_518_174_941));
            assertThat(summary.getCollectedAt()).isEqualTo(Instant.ofEpochSecond(1_518_174_945));
            assertThat(summary.getRunTimeSeconds()).isEqualTo(5.0);
        }
    }

    @Test
    void shouldReportTheMountPointsThatTheCatalogueDoesNotKnow() throws InterruptedException {
        try (DarshanLogConverter logs = collector(CatalogueFileSystem.of("snx11025", "/scratch2"))) {
            Results results = read(logs, DarshanTesting.pytokioLog("sample-goodost.darshan"));

            assertThat(onlyUse(results).getResolved()).isFalse();
            assertThat(logs.mountReport().unresolved()).hasSize(1);
            MountReport.UnresolvedMount mount = logs.mountReport().unresolved().get(0);
            assertThat(mount.mountPoint()).isEqualTo("/scratch1");
            assertThat(mount.usage()).isEqualTo(new MountReport.Usage(1, 48, 51_539_607_552L));
            assertThat(mount.nearest()).hasValue("scratch2 (snx11025)");
        }
    }

    @Test
    void shouldRefuseALogThatDoesNotExist() throws InterruptedException {
        Path absent = folder.resolve("absent.darshan");
        try (DarshanLogConverter logs = collector()) {
            DeadLetter letter = read(logs, absent).refused.get(0);

            assertThat(letter.getReason()).contains(absent.toString()).contains("No such file or directory");
            assertThat(letter.getOrigin()).isEqualTo(absent.toString());
            assertThat(letter.getTime()).isEqualTo(NOW);
            assertThat(letter.getPayload()).isNull();
        }
    }

    @Test
    void shouldRefuseALogThatIsNewerThanTheLibrary() throws Exception {
        byte[] bytes = Files.readAllBytes(DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG));
        bytes[0] = '9';
        Path newer = Files.write(folder.resolve("newer.darshan"), bytes);
        try (DarshanLogConverter logs = collector()) {
            DeadLetter letter = read(logs, newer).refused.get(0);

            assertThat(letter.getReason()).contains("incompatible darshan file");
            assertThat(letter.getPayload().array()).isEqualTo(bytes);
            assertThat(letter.getPayloadBytes()).isEqualTo(bytes.length);
        }
    }

    @Test
    void shouldKeepNoByteOfAFileThatIsNoLog() throws Exception {
        byte[] text = "no log\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("text.darshan"), text);
        try (DarshanLogConverter logs = collector()) {
            DeadLetter letter = read(logs, file).refused.get(0);

            assertThat(letter.getPayload()).isNull();
            assertThat(letter.getPayloadBytes()).isEqualTo(text.length);
            assertThat(letter.getReason()).contains("none of its bytes are kept");
        }
    }

    @Test
    void shouldMarkALogPartialThatLacksItsEnd() throws Exception {
        byte[] bytes = Files.readAllBytes(DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG));
        Path cut = Files.write(folder.resolve("cut.darshan"), Arrays.copyOf(bytes, bytes.length - 1));
        try (DarshanLogConverter logs = collector()) {
            JobSummary summary = read(logs, cut).summaries.get(0);

            assertThat(summary.getPartial()).isTrue();
            assertThat(summary.getPartialReason()).contains("cut off");
        }
    }

    @Test
    void shouldMarkTheModuleThatRanOutOfMemory() throws Exception {
        Path log = partialPosix("release_logs/mpi-io-test-x86_64-3.3.0.darshan", 20);
        try (DarshanLogConverter logs = collector()) {
            JobSummary summary = read(logs, log).summaries.get(0);

            assertThat(summary.getPartial()).isTrue();
            assertThat(summary.getPartialReason()).isEqualTo("module POSIX ran out of memory while the job ran");
            assertThat(summary.getModules())
                    .filteredOn(use -> use.getPartial())
                    .extracting(use -> use.getModule())
                    .containsExactly("POSIX");
        }
    }

    @Test
    void shouldMarkALogOfTheOtherByteOrderPartialIfAnyModuleRanOutOfMemory() throws Exception {
        Path log = partialPosix("release_logs/mpi-io-test-ppc64-3.1.6.darshan", 23);
        try (DarshanLogConverter logs = collector()) {
            assertThat(read(logs, log).summaries.get(0).getPartialReason())
                    .isEqualTo("a module ran out of memory while the job ran");
        }
    }

    /** A copy whose header marks the POSIX module as partial; the flags' lowest byte lies where the byte order says. */
    private Path partialPosix(String sound, int lowestByte) throws IOException {
        byte[] bytes = Files.readAllBytes(DarshanTesting.darshanLog(sound));
        bytes[lowestByte] |= 1 << 1;
        return Files.write(folder.resolve("partial.darshan"), bytes);
    }

    @Test
    void shouldRefuseALogThatTakesTooLongAndReadTheNext() throws Exception {
        Path good = DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG);
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (DarshanLogConverter logs = collector(DarshanTesting.catalogue(), SHORT_LIMIT)) {
            JobSummary first = read(logs, good).summaries.get(0);
            pause(readerStartedAfter(before));

            Results results = read(logs, good, good);

            assertThat(results.done).containsExactly(good, good);
            assertThat(results.summaries).containsExactly(first);
            assertThat(results.refused).hasSize(1);
            assertThat(results.refused.get(0).getReason())
                    .contains(good.toString())
                    .contains("took longer than 5 s");
        }
    }

    @Test
    void shouldRefuseTheLogAtWhichItsProcessWasKilledAndReadTheNext() throws Exception {
        Path good = DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG);
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (DarshanLogConverter logs = collector()) {
            read(logs, good);
            ProcessHandle reader = readerStartedAfter(before);
            pause(reader);
            Thread reading = Thread.currentThread();
            CompletableFuture<Void> killed = CompletableFuture.runAsync(() -> {
                while (!isWaitingForAReply(reading)) {
                    Thread.onSpinWait();
                }
                reader.destroyForcibly();
            });

            Results results = read(logs, good, good);

            killed.get();
            assertThat(results.refused).hasSize(1);
            assertThat(results.refused.get(0).getReason())
                    .contains(good.toString())
                    .contains("SIGKILL");
            assertThat(results.summaries).hasSize(1);
        }
    }

    private static boolean isWaitingForAReply(Thread reading) {
        return reading.getState() == Thread.State.TIMED_WAITING
                && Arrays.stream(reading.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("exchange"));
    }

    private static ProcessHandle readerStartedAfter(List<ProcessHandle> before) {
        return ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .findFirst()
                .orElseThrow();
    }

    private static void pause(ProcessHandle reader) throws Exception {
        assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(reader.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void shouldRefuseWhatIsNoRegularFileWithoutWaitingForIt() throws Exception {
        Path link = Files.createSymbolicLink(
                folder.resolve("link.darshan"), DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG));
        try (DarshanLogConverter logs = collector()) {
            Results results = read(logs, pipe(), link, folder);

            assertThat(results.refused)
                    .extracting(DeadLetter::getReason)
                    .satisfiesExactly(
                            reason -> assertThat(reason).contains("it is a named pipe"),
                            reason -> assertThat(reason).contains("it is a symbolic link"),
                            reason -> assertThat(reason).contains("it is a folder"));
            assertThat(results.refused)
                    .allSatisfy(letter -> assertThat(letter.getPayload()).isNull());
        }
    }

    @Test
    void shouldReplaceAProcessThatEndedBetweenTwoLogs() throws Exception {
        Path good = DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG);
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (DarshanLogConverter logs = collector()) {
            JobSummary first = read(logs, good).summaries.get(0);
            ProcessHandle reader = readerStartedAfter(before);
            reader.destroyForcibly();
            reader.onExit().join();

            assertThat(read(logs, good).summaries).containsExactly(first);
        }
    }

    @Test
    void shouldEndTheReadingProcessWithItsParentEvenWhileALogKeepsItBusy() throws Exception {
        Path endless = pipe();
        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReaderMain.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        OutputStream requests = reader.getOutputStream();
        requests.write((LogReaderProtocol.encode(
                                LogReaderProtocol.Setup.of(DarshanTesting.library(), DarshanTesting.catalogue()))
                        + "\n" + LogReaderProtocol.encode(endless.toString()) + "\n")
                .getBytes(StandardCharsets.UTF_8));
        requests.flush();
        BufferedReader replies =
                new BufferedReader(new InputStreamReader(reader.getInputStream(), StandardCharsets.UTF_8));
        assertThat(LogReaderProtocol.decode(replies.readLine(), LogReaderProtocol.Reply.class)
                        .refusal())
                .isNull();
        try (OutputStream writing = Files.newOutputStream(endless, StandardOpenOption.WRITE)) {
            assertThat(writing).isNotNull();
            // As it happens when the parent dies.
            requests.close();

            assertThat(reader.waitFor()).isZero();
        }
    }

    @Test
    void shouldListLogsOfFoldersInOrderAndTakeFilesAsTheyAre() throws IOException {
        Path nested = Files.createDirectories(folder.resolve("2018/2/9"));
        Path second = Files.createFile(nested.resolve("b.darshan"));
        Path first = Files.createFile(nested.resolve("a.darshan"));
        Files.createFile(nested.resolve("a.darshan_partial"));
        Path named = Files.createFile(folder.resolve("named.log"));
        Path absent = folder.resolve("absent");

        assertThat(DarshanLogConverter.list(List.of(named, folder.resolve("2018"), absent)))
                .containsExactly(named, first, second, absent);
    }

    private Path pipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe.darshan");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }
}
