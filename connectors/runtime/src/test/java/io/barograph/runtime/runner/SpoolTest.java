package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    private static final long LIMIT = 256 * 1024;

    @TempDir
    private Path folder;

    @Test
    void shouldGiveBackWhatItTookInOrder() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            append(spool, 0, 1000);
            assertThat(readAll(spool)).isEqualTo(numbers(0, 1000));
        }
    }

    @Test
    void shouldGoOnAfterTheConfirmedRecordWhenOpenedAgain() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            append(spool, 0, 500);
            spool.sync();
            confirmFirst(spool, 200);
            spool.storeConfirmed(true);
        }
        try (Spool spool = new Spool(folder, LIMIT)) {
            append(spool, 500, 600);
            assertThat(readAll(spool)).isEqualTo(numbers(200, 600));
        }
    }

    @Test
    void shouldCutOffATornLastRecord() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            append(spool, 0, 10);
            spool.sync();
        }
        Path segment = segments().get(0);
        long whole = Files.size(segment);
        for (int cut = 1; cut < 40; cut++) {
            try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                file.setLength(whole - cut);
            }
            try (Spool spool = new Spool(folder, LIMIT)) {
                assertThat(readAll(spool)).as("without the last %d bytes", cut).isEqualTo(numbers(0, 9));
                append(spool, 9, 10);
                spool.sync();
            }
            assertThat(Files.size(segment)).isEqualTo(whole);
        }
    }

    @Test
    void shouldLeaveOutTheRestOfADamagedSegmentOnly() throws Exception {
        int records = 0;
        try (Spool spool = new Spool(folder, LIMIT)) {
            while (segments().size() < 3) {
                append(spool, records, records + 1);
                records++;
            }
            spool.sync();
        }
        int first = 0;
        try (RandomAccessFile file = new RandomAccessFile(segments().get(0).toFile(), "rw")) {
            file.seek(file.length() / 2);
            file.write(0xff);
            file.write(0xee);
        }
        try (Spool spool = new Spool(folder, LIMIT)) {
            List<Integer> read = readAll(spool);
            assertThat(read).hasSizeBetween(records / 2, records - 1).startsWith(first);
            assertThat(read.get(read.size() - 1)).isEqualTo(records - 1);
            assertThat(read).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldRefuseTheNewestWhenFullAndNeverTakeMoreDiskThanAllowed() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            int taken = 0;
            while (spool.append(record(taken))) {
                taken++;
            }
            spool.sync();
            assertThat(diskBytes()).isBetween(LIMIT * 9 / 10, LIMIT);
            assertThat(spool.append(record(taken))).isFalse();
            assertThat(readAll(spool)).isEqualTo(numbers(0, taken));

            confirmFirst(spool, taken / 2);
            assertThat(spool.append(record(taken))).isTrue();
            assertThat(diskBytes()).isLessThanOrEqualTo(LIMIT);
        }
    }

    @Test
    void shouldKeepWhatItTookAndGoOnWhenTheDiskWasFull() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may mount a file system");
        Path disk = Files.createDirectory(folder.resolve("disk"));
        run("mount", "-t", "tmpfs", "-o", "size=1m", "none", disk.toString());
        try (Spool spool = new Spool(disk, 1024 * 1024)) {
            Path filler = Files.write(disk.resolve("filler"), new byte[256 * 1024]);
            int taken = appendUntilTheDiskIsFull(spool);
            assertThat(taken).isGreaterThan(1000);
            assertThatThrownBy(() -> spool.append(record(taken))).isInstanceOf(IOException.class);

            Files.delete(filler);
            append(spool, taken, taken + 200);
            spool.sync();
            assertThat(readAll(spool)).isEqualTo(numbers(0, taken + 200));
        } finally {
            run("umount", "-l", disk.toString());
        }
    }

    private static int appendUntilTheDiskIsFull(Spool spool) {
        int number = 0;
        try {
            while (spool.append(record(number))) {
                number++;
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left on device");
            return number;
        }
        throw new AssertionError("the spool is full, but the disk is not");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    @Test
    void shouldGiveTheDiskBackWhenAllIsConfirmed() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            for (int poll = 0; poll < 20; poll++) {
                append(spool, 0, 1000);
                assertThat(spool.waitingBytes()).isPositive();
                spool.sync();
                confirmFirst(spool, 1000);
                assertThat(spool.waitingBytes()).isZero();
            }
            assertThat(diskBytes()).isLessThan(LIMIT / 2);
        }
    }

    @Test
    void shouldKeepWorkingInAThreadThatIsInterrupted() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            Thread.currentThread().interrupt();
            append(spool, 0, 10);
            spool.sync();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(readAll(spool)).isEqualTo(numbers(0, 10));
        }
    }

    @Test
    void shouldSendEverythingAgainIfTheConfirmedPositionIsDamaged() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            append(spool, 0, 10);
            spool.sync();
            confirmFirst(spool, 5);
            spool.storeConfirmed(true);
        }
        Files.writeString(folder.resolve("confirmed"), "");
        Files.writeString(folder.resolve("confirmed.forced"), "");
        try (Spool spool = new Spool(folder, LIMIT)) {
            assertThat(readAll(spool)).isEqualTo(numbers(0, 10));
            assertThat(spool.findings())
                    .contains(folder.resolve("confirmed") + " is damaged")
                    .last()
                    .asString()
                    .contains("all records in " + folder + " are sent again");
        }
    }

    @Test
    void shouldBelongToOneCollectorOnly() throws Exception {
        try (Spool first = new Spool(folder, LIMIT)) {
            assertThat(first.waitingBytes()).isZero();
            assertThatThrownBy(() -> new Spool(folder, LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another collector uses " + folder)
                    .hasMessageContaining("choose another folder or name");
        }
    }

    private static void append(Spool spool, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            assertThat(spool.append(record(number))).isTrue();
        }
    }

    private static SpooledRecord record(int number) {
        byte[] value = String.valueOf(number).getBytes(StandardCharsets.UTF_8);
        return new SpooledRecord("server-polls", number, new byte[] {1, 2}, value);
    }

    private static int number(SpooledRecord record) {
        assertThat(record.topic()).isEqualTo("server-polls");
        assertThat(record.key()).containsExactly(1, 2);
        int number = Integer.parseInt(new String(record.value(), StandardCharsets.UTF_8));
        assertThat(record.timestamp()).isEqualTo(number);
        return number;
    }

    private static List<Integer> readAll(Spool spool) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        long position = spool.confirmed();
        while (position < spool.end()) {
            SpoolSegment.Entry entry = spool.read(position);
            entry.record().map(SpoolTest::number).ifPresent(numbers::add);
            position = entry.next();
        }
        return numbers;
    }

    private static void confirmFirst(Spool spool, int records) throws IOException {
        long position = spool.confirmed();
        int left = records;
        long number = spool.confirmedNumber();
        while (left > 0) {
            SpoolSegment.Entry entry = spool.read(position);
            Optional<SpooledRecord> record = entry.record();
            left -= record.isPresent() ? 1 : 0;
            number = record.isPresent() ? entry.number() + 1 : number;
            position = entry.next();
        }
        spool.confirm(position, number);
    }

    private static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number < to; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".spool"))
                    .sorted()
                    .toList();
        }
    }

    private long diskBytes() throws IOException {
        long bytes = 0;
        for (Path segment : segments()) {
            bytes += Files.size(segment);
        }
        return bytes;
    }
}
