package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A spool whose files were damaged while nobody had them open. */
class DamagedSpoolTest {
    private static final long LIMIT = 128 * 1024;
    private static final int CASES = "all".equals(System.getProperty("barograph.tests")) ? 20_000 : 150;
    private static final int ZEROED_BYTES = 512;

    /** Where the bytes of a record lie. */
    private record Place(Path file, long from, long to) {
        boolean isHit(Path other, byte[] before, byte[] after) {
            return file.equals(other)
                    && (to > after.length || !Arrays.equals(before, (int) from, (int) to, after, (int) from, (int) to));
        }
    }

    /** What came out of a spool. */
    private record Reading(List<Integer> numbers, long lost, List<String> descriptions) {}

    @TempDir
    private Path folder;

    private final Map<Integer, Place> places = new TreeMap<>();
    private final Map<Path, byte[]> files = new TreeMap<>();
    private int records;
    private int confirmed;

    /** Leaves a spool of several segments, the first records of which are confirmed. */
    @BeforeEach
    void fill() throws Exception {
        Random random = new Random(25);
        try (Spool spool = new Spool(folder, LIMIT)) {
            while (list().stream()
                            .filter(file -> file.toString().endsWith(".spool"))
                            .count()
                    < 5) {
                assertThat(spool.append(record(records, random.nextInt(400)))).isTrue();
                records++;
            }
            for (int more = 0; more < 20; more++) {
                spool.append(record(records++, random.nextInt(400)));
            }
            spool.sync();
            long position = spool.confirmed();
            while (position < spool.end()) {
                SpoolSegment.Entry entry = spool.read(position);
                entry.record()
                        .ifPresent(record -> places.put(
                                number(record),
                                new Place(
                                        entry.file(),
                                        entry.offset(),
                                        entry.offset() + SpoolFrame.HEADER_BYTES + record.content().length)));
                position = entry.next();
                if (entry.number() == 6) {
                    confirmed = 7;
                    spool.confirm(position, 7);
                }
            }
            spool.storeConfirmed(true);
        }
        for (Path file : list()) {
            if (!file.endsWith("lock")) {
                files.put(file, Files.readAllBytes(file));
            }
        }
        assertThat(places).hasSize(records);
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    private void restore() throws IOException {
        for (Path file : list()) {
            Files.delete(file);
        }
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }

    @Test
    void shouldKeepWhatIsWholeAndCountTheRestWhateverIsDamaged() throws Exception {
        Random random = new Random(8);
        List<Path> names = List.copyOf(files.keySet());
        for (int number = 0; number < CASES; number++) {
            restore();
            Path file = names.get(random.nextInt(names.size()));
            byte[] bytes = files.get(file).clone();
            int first = random.nextInt(bytes.length);
            String kind =
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            bytes[first] ^= (byte) (1 << random.nextInt(8));
                            yield "flipped";
                        }
                        case 1 -> {
                            bytes = Arrays.copyOf(bytes, first);
                            yield "truncated";
                        }
                        default -> {
                            Arrays.fill(bytes, first, Math.min(bytes.length, first + ZEROED_BYTES), (byte) 0);
                            yield "zeroed";
                        }
                    };
            Files.write(file, bytes);
            String damage = "case " + number + ": " + file.getFileName() + " " + kind + " at " + first;
            byte[] damaged = bytes;
            List<Integer> hit = places.keySet().stream()
                    .filter(record -> record >= confirmed && places.get(record).isHit(file, files.get(file), damaged))
                    .toList();
            List<Integer> whole = new ArrayList<>(places.keySet());
            whole.removeIf(record -> record < confirmed);
            whole.removeAll(hit);

            Reading reading = reopenAndRead(damage);

            List<Integer> read = new ArrayList<>(reading.numbers());
            read.removeIf(record -> record < confirmed && !file.toString().contains("confirmed"));
            assertThat(read.equals(whole))
                    .as("%s: %d of %d records", damage, read.size(), whole.size())
                    .isTrue();
            assertThat(reading.lost()).as(damage).isEqualTo(hit.size());
            if (!hit.isEmpty()) {
                assertThat(reading.descriptions()).as(damage).isNotEmpty().allMatch(text -> text.contains("offset"));
            }
        }
    }

    /** Opens it, appends a record as a collector does, reads all; opened again it must say the same. */
    private Reading reopenAndRead(String damage) throws Exception {
        Reading reading;
        try (Spool spool = new Spool(folder, LIMIT)) {
            assertThat(spool.append(record(records, 3))).isTrue();
            spool.sync();
            reading = read(spool);
        }
        try (Spool spool = new Spool(folder, LIMIT)) {
            assertThat(read(spool).numbers()).as(damage).isEqualTo(reading.numbers());
            assertThat(read(spool).lost()).as(damage).isEqualTo(reading.lost());
        }
        assertThat(reading.numbers().get(reading.numbers().size() - 1))
                .as(damage)
                .isEqualTo(records);
        return new Reading(
                reading.numbers().subList(0, reading.numbers().size() - 1), reading.lost(), reading.descriptions());
    }

    private static Reading read(Spool spool) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        List<String> descriptions = new ArrayList<>();
        SpoolLosses losses = new SpoolLosses(spool.confirmedNumber());
        long lost = 0;
        long position = spool.confirmed();
        while (position < spool.end()) {
            SpoolSegment.Entry entry = spool.read(position);
            assertThat(entry.next()).isGreaterThanOrEqualTo(position);
            Optional<SpoolLosses.Loss> loss = losses.see(entry);
            lost += loss.map(SpoolLosses.Loss::records).orElse(0L);
            loss.map(SpoolLosses.Loss::description).ifPresent(descriptions::add);
            entry.record().map(DamagedSpoolTest::number).ifPresent(numbers::add);
            position = entry.next();
        }
        return new Reading(numbers, lost, descriptions);
    }

    /** With a value that looks like frames of a spool. */
    private static SpooledRecord record(int number, int filling) {
        ByteBuffer value =
                ByteBuffer.allocate(4 + SpoolFrame.HEADER_BYTES + filling).putInt(number);
        value.put(SpoolFrame.write(number, number, new byte[0]));
        return new SpooledRecord("server-polls", number, new byte[] {1, 2}, value.array());
    }

    private static int number(SpooledRecord record) {
        return ByteBuffer.wrap(record.value()).getInt();
    }

    @Test
    void shouldGoOnAtTheForcedCopyIfThePositionIsDamaged() throws Exception {
        Files.writeString(folder.resolve("confirmed"), "9");
        try (Spool spool = new Spool(folder, LIMIT)) {
            assertThat(read(spool).numbers()).startsWith(confirmed).hasSize(records - confirmed);
            assertThat(spool.findings())
                    .contains(folder.resolve("confirmed") + " is damaged")
                    .anyMatch(finding -> finding.contains("the other copy of the position is good"));
        }
    }

    /** The forced copy is what a power failure leaves for certain. */
    @Test
    void shouldSendAgainButNotLoseWhatWasConfirmedAfterTheForcedCopy() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            long position = spool.confirmed();
            while (spool.confirmedNumber() < confirmed + 20) {
                SpoolSegment.Entry entry = spool.read(position);
                position = entry.next();
                spool.confirm(position, entry.number() + 1);
            }
            spool.storeConfirmed(false);
        }
        Files.delete(folder.resolve("confirmed"));
        try (Spool spool = new Spool(folder, LIMIT)) {
            assertThat(read(spool).numbers()).startsWith(confirmed).hasSize(records - confirmed);
        }
    }

    @Test
    void shouldCutOffWhatACrashLeftHalfWrittenWithoutCountingIt() throws Exception {
        Path newest = files.keySet().stream()
                .filter(file -> file.toString().endsWith(".spool"))
                .reduce((before, after) -> after)
                .orElseThrow();
        byte[] whole = files.get(newest);
        byte[] next = SpoolFrame.write(
                        Long.parseLong(newest.getFileName().toString().replace(".spool", "")) + whole.length,
                        records,
                        record(records, 50).content())
                .array();
        for (int written = 1; written < next.length; written += 7) {
            restore();
            byte[] torn = Arrays.copyOf(whole, whole.length + written);
            System.arraycopy(next, 0, torn, whole.length, written);
            Files.write(newest, torn);
            try (Spool spool = new Spool(folder, LIMIT)) {
                Reading reading = read(spool);
                assertThat(reading.numbers()).hasSize(records - confirmed);
                assertThat(reading.lost()).isZero();
                assertThat(newest).hasSize(whole.length);
            }
        }
    }
}
