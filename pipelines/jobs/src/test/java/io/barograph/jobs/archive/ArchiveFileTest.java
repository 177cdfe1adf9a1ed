package io.barograph.jobs.archive;

import static io.barograph.jobs.archive.ArchivedPolls.START;
import static io.barograph.jobs.archive.ArchivedPolls.at;
import static io.barograph.jobs.archive.ArchivedPolls.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.jobs.archive.ArchiveFileReader.Entry;
import io.barograph.jobs.replay.ArchiveInput;
import io.barograph.jobs.replay.LateArrivals;
import io.barograph.jobs.replay.ReplayRecords;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ArchiveFileTest {
    @TempDir
    private Path folder;

    private Path hour() {
        return folder.resolve("server-polls/scratch/2018-02-09/08");
    }

    private Path many(String name) throws Exception {
        List<ArchivedRecord> records = new ArrayList<>();
        for (int offset = 0; offset < 20_000; offset++) {
            records.add(at(0, offset, poll("scratch", offset % 7, offset / 10)));
        }
        return ArchivedPolls.write(hour().resolve(name), records);
    }

    private ArchiveInventory.Contents contents() throws Exception {
        return new ArchiveInventory(folder.toUri()).contents();
    }

    @Test
    void shouldKeepTheOrderOfArrivalWithinAPartitionAndMixPartitionsByTime() throws Exception {
        Path file = ArchivedPolls.write(
                hour().resolve("a.avro"),
                List.of(
                        at(1, 71, poll("scratch", 1, 20)),
                        at(0, 12, poll("scratch", 2, 5)), // late: comes after the one before it
                        at(0, 11, poll("scratch", 3, 15)),
                        at(0, 10, poll("scratch", 4, 0)),
                        at(1, 70, poll("scratch", 5, 10))));
        try (ArchiveFileReader reader = ArchivedPolls.open(file)) {
            assertThat(reader.topic().topic().name()).isEqualTo("server-polls");
            List<Entry> entries = ArchivedPolls.readAll(reader);
            assertThat(entries).extracting(Entry::offset).containsExactly(10L, 70L, 11L, 12L, 71L);
            assertThat(entries).extracting(Entry::partition).containsExactly(0, 1, 0, 0, 1);
            assertThat(entries.get(3).datum()).isEqualTo(poll("scratch", 2, 5));
        }
        ArchiveFile header = contents().files().get(0);
        assertThat(header.records()).isEqualTo(5);
        assertThat(header.bytes()).isEqualTo(Files.size(file));
        assertThat(header.fileSystem()).isEqualTo("scratch");
        assertThat(Instant.ofEpochMilli(header.from())).isEqualTo(START);
        assertThat(Instant.ofEpochMilli(header.to())).isEqualTo(START.plusSeconds(20));
        assertThat(header.offsets())
                .isEqualTo(Map.of(0, new ArchiveFile.Offsets(10, 12), 1, new ArchiveFile.Offsets(70, 71)));
    }

    @Test
    void shouldBeReadableWithoutTheProjectsClasses() throws Exception {
        Path file = ArchivedPolls.write(hour().resolve("a.avro"), List.of(at(3, 9, poll("scratch", 4, 5))));
        GenericDatumReader<GenericRecord> plain = new GenericDatumReader<>(null, null, new GenericData());
        try (DataFileReader<GenericRecord> reader = new DataFileReader<>(file.toFile(), plain)) {
            GenericRecord archived = reader.next();
            assertThat(archived.get("partition")).isEqualTo(3);
            assertThat(archived.get("offset")).isEqualTo(9L);
            GenericRecord poll = (GenericRecord) archived.get("record");
            assertThat(poll.get("servers")).hasToString("[OST4]");
            GenericRecord readBytes = (GenericRecord) ((List<?>) poll.get("counters")).get(0);
            assertThat(readBytes.get("name")).hasToString("readBytes");
            assertThat((List<?>) readBytes.get("values")).isEqualTo(List.of(4_005L));
            assertThat(reader.hasNext()).isFalse();
        }
    }

    @Test
    void shouldReadWhatAnOlderReleaseWrote() throws Exception {
        Schema current = AvroCodec.of(ServerPoll.class).schema();
        Schema first = Schema.createRecord(
                current.getName(),
                null,
                current.getNamespace(),
                false,
                current.getFields().stream()
                        .filter(field -> !field.hasDefaultValue()) // fields of later releases have one
                        .map(field -> new Schema.Field(field, field.schema()))
                        .toList());
        Schema schema = Schema.createRecord(
                "ArchivedServerPoll",
                null,
                "io.barograph.archive",
                false,
                List.of(
                        new Schema.Field("partition", Schema.create(Schema.Type.INT)),
                        new Schema.Field("offset", Schema.create(Schema.Type.LONG)),
                        new Schema.Field("record", first)));
        Files.createDirectories(hour());
        Path file = hour().resolve("old.avro");
        GenericRecord record = new GenericRecordBuilder(first)
                .set("fileSystem", "scratch")
                .set("time", START.toEpochMilli())
                .set("publishedAt", START.toEpochMilli())
                .set("intervalMillis", 5_000)
                .set("servers", List.of("OST4"))
                .set("kinds", ByteBuffer.wrap(new byte[] {1}))
                .build();
        try (DataFileWriter<GenericRecord> writer =
                new DataFileWriter<>(new GenericDatumWriter<>(schema, new GenericData()))) {
            writer.setMeta(ArchiveSchema.TOPIC, "server-polls").create(schema, file.toFile());
            writer.append(new GenericRecordBuilder(schema)
                    .set("partition", 0)
                    .set("offset", 7L)
                    .set("record", record)
                    .build());
        }
        try (ArchiveFileReader reader = ArchivedPolls.open(file)) {
            ServerPoll poll = (ServerPoll) reader.next().datum();
            assertThat(poll.getServers()).containsExactly("OST4");
            assertThat(poll.getTime()).isEqualTo(START);
            assertThat(poll.getCounters()).isEmpty();
        }
    }

    @Test
    void shouldGiveTheRecordsInFrontOfADamage() throws Exception {
        Path file = many("damaged.avro");
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 64, (byte) 0x5A);
        Files.write(file, bytes);
        try (ArchiveFileReader reader = ArchivedPolls.open(file)) {
            int read = 0;
            while (read < 1_000) {
                assertThat(reader.next().offset()).isEqualTo(read);
                read++;
            }
            assertThatThrownBy(() -> ArchivedPolls.readAll(reader))
                    .isInstanceOf(DamagedArchiveException.class)
                    .hasMessageContaining("damaged.avro: damaged after ");
        }
    }

    @Test
    void shouldNoticeAFileThatWasCutBetweenTwoBlocks() throws Exception {
        Path file = many("cut.avro");
        GenericDatumReader<GenericRecord> plain = new GenericDatumReader<>(null, null, new GenericData());
        long end;
        try (DataFileReader<GenericRecord> reader = new DataFileReader<>(file.toFile(), plain)) {
            reader.sync(Files.size(file) / 2);
            end = reader.previousSync();
        }
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), Math.toIntExact(end)));
        try (ArchiveFileReader reader = ArchivedPolls.open(file)) {
            assertThatThrownBy(() -> ArchivedPolls.readAll(reader))
                    .isInstanceOf(DamagedArchiveException.class)
                    .hasMessageMatching(".*cut.avro: ends after \\d+ of 20000 records");
        }
    }

    @Test
    void shouldNameWhatIsNoFileOfTheArchive() throws Exception {
        ArchivedPolls.write(hour().resolve("good.avro"), List.of(at(0, 0, poll("scratch", 0, 0))));
        Files.writeString(hour().resolve("text.avro"), "no Avro", StandardCharsets.UTF_8);
        Files.writeString(hour().resolve(".unfinished"), "", StandardCharsets.UTF_8);
        Schema other = Schema.createRecord("Other", null, "elsewhere", false, List.of());
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(other))) {
            writer.create(other, hour().resolve("other.avro").toFile());
        }
        ArchiveInventory.Contents contents = contents();
        assertThat(contents.files())
                .extracting(ArchiveFile::path)
                .singleElement()
                .satisfies(path -> assertThat(path).endsWith("good.avro"));
        assertThat(contents.damaged())
                .extracting(DamagedArchiveException::getMessage)
                .satisfiesExactly(
                        message -> assertThat(message).contains("other.avro: not a file of the archive"),
                        message -> assertThat(message).contains("text.avro: not a file of the archive"));
    }

    @Test
    @Timeout(60)
    void shouldReadTheOthersBesideWhatIsNoRegularFile() throws Exception {
        ArchivedPolls.write(hour().resolve("good.avro"), List.of(at(0, 0, poll("scratch", 0, 0))));
        Path pipe = hour().resolve("pipe.avro");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Files.createSymbolicLink(hour().resolve("dangling.avro"), Path.of("gone.avro"));
        Files.createSymbolicLink(hour().resolve("loop.avro"), Path.of("loop.avro"));
        Files.createDirectory(hour().resolve("folder.avro"));
        Files.createSymbolicLink(folder.resolve("server-polls/scratch/2018-02-10"), Path.of("nowhere"));

        ArchiveInventory.Contents contents = contents();

        assertThat(contents.files())
                .extracting(ArchiveFile::path)
                .singleElement()
                .satisfies(path -> assertThat(path).endsWith("good.avro"));
        assertThat(contents.damaged())
                .extracting(DamagedArchiveException::getMessage)
                .hasSize(5)
                .anySatisfy(message -> assertThat(message).contains("pipe.avro: ", "it is a named pipe"))
                .anySatisfy(message -> assertThat(message).contains("dangling.avro: ", "a link to gone.avro"))
                .anySatisfy(message -> assertThat(message).contains("loop.avro: ", "a link to loop.avro"))
                .anySatisfy(message -> assertThat(message).contains("folder.avro: ", "it is a folder"))
                .anySatisfy(message -> assertThat(message).contains("2018-02-10: ", "a link to nowhere"));
        assertThatThrownBy(() -> ArchivedPolls.open(pipe)).isInstanceOf(DamagedArchiveException.class);
    }

    @Test
    void shouldNameACodecThatIsNotSupported() throws Exception {
        Path file = ArchivedPolls.write(hour().resolve("xz.avro"), List.of(at(0, 0, poll("scratch", 0, 0))));
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains("avro.codec\u000edeflate");
        Files.writeString(
                file, bytes.replace("avro.codec\u000edeflate", "avro.codec\u0004xz"), StandardCharsets.ISO_8859_1);

        assertThat(contents().damaged())
                .extracting(DamagedArchiveException::getMessage)
                .singleElement()
                .satisfies(message -> assertThat(message)
                        .endsWith("xz.avro: the codec xz is not supported; write the file anew with deflate"));
    }

    @Test
    void shouldRefuseAFileWithTimesThatCannotBeOrOfAnotherHour() throws Exception {
        ServerPoll far = poll("scratch", 0, 0);
        far.setTime(Instant.parse("9000-01-01T00:00:00Z"));
        ArchivedPolls.write(hour().resolve("far.avro"), List.of(at(0, 0, far)));
        ArchivedPolls.write(hour().resolve("next.avro"), List.of(at(0, 0, poll("scratch", 0, 3_600))));

        assertThat(contents().files()).isEmpty();
        assertThat(contents().damaged())
                .extracting(DamagedArchiveException::getMessage)
                .satisfiesExactly(
                        message -> assertThat(message).contains("far.avro: ", "which is not between 1990 and 2100"),
                        message -> assertThat(message)
                                .contains(
                                        "next.avro: ",
                                        "from 2018-02-09T09:00:00Z to 2018-02-09T09:00:00Z, which is not the hour of"));
    }

    @Test
    void shouldRefuseARecordOfATimeThatTheHeaderDoesNotHave() throws Exception {
        Map<String, String> metadata = ArchiveFile.metadata(List.of(at(0, 0, poll("scratch", 0, 0))));
        metadata.put(ArchiveSchema.RECORDS, "2");
        Files.createDirectories(hour());
        try (OutputStream out = Files.newOutputStream(hour().resolve("a.avro"))) {
            ArchiveFileWriter writer = new ArchiveFileWriter(
                    ArchivedTopic.named(Topic.SERVER_POLLS.name()), metadata, CodecFactory.deflateCodec(1), out);
            writer.append(at(0, 0, poll("scratch", 0, 0)));
            writer.append(at(0, 1, poll("scratch", 0, 100_000_000)));
            writer.flush();
        }
        ArchiveFile file = contents().files().get(0);

        try (ReplayRecords held = new ArchiveInput(
                        file, ReplayScope.EVERYTHING, Map.of(), SkippedRecords.NONE, LateArrivals.UNKNOWN)
                .open()) {
            assertThat(held.next().record()).isInstanceOf(ServerPoll.class);
            assertThat(held.next().record()).isInstanceOfSatisfying(DeadLetter.class, letter -> {
                assertThat(letter.getOrigin()).endsWith("a.avro: server-polls-0@1");
                assertThat(letter.getReason()).isEqualTo("its time is not within those of the file's header");
            });
            assertThat(held.next()).isNull();
        }
    }

    private Map<Long, Instant> late(LateArrivals known) throws Exception {
        ArchiveFile file = contents().files().get(0);
        Map<Long, Instant> late = new TreeMap<>();
        try (ReplayRecords held =
                new ArchiveInput(file, ReplayScope.EVERYTHING, Map.of(), SkippedRecords.NONE, known).open()) {
            for (ReplayedRecord record = held.next(); record != null; record = held.next()) {
                Instant arrivedAt = ((ServerPoll) record.record()).getArrivedAt();
                if (arrivedAt != null) {
                    late.put(record.offset(), arrivedAt);
                }
            }
        }
        return late;
    }

    @Test
    void shouldSayFromWhereARecordLiesWhenItCameWhereNobodyKnows() throws Exception {
        List<ArchivedRecord> records = new ArrayList<>();
        for (int second : List.of(0, 5, 30, 15, 20, 21, 35)) {
            records.add(at(0, records.size(), poll("scratch", 0, second)));
        }
        ArchivedPolls.write(hour().resolve("a.avro"), records);

        Instant reached = START.plusSeconds(20).plusMillis(1);
        assertThat(late(LateArrivals.UNKNOWN))
                .as("10 s behind the latest before it, or more")
                .isEqualTo(Map.of(3L, reached, 4L, reached));
        assertThat(late(LateArrivals.of(List.of(), ReplayScope.EVERYTHING))).isEmpty();
    }

    @Test
    void shouldFindTheHoursOfAWindow() throws Exception {
        for (int hour = 0; hour < 4; hour++) {
            ServerPoll poll = poll("/home", 0, 3_600L * hour + 5);
            Path file = folder.resolve(
                    ArchiveLayout.folder("server-polls", "/home", poll.getTime().toEpochMilli()));
            ArchivedPolls.write(file.resolve("a.avro"), List.of(at(0, hour, poll)));
        }
        assertThat(folder.resolve("server-polls/~2Fhome/2018-02-09/11")).isDirectory();
        assertThat(new ArchiveInventory(folder.toUri())
                        .contents(START.plusSeconds(3_600), START.plusSeconds(7_300))
                        .files())
                .extracting(ArchiveFile::offsets)
                .containsExactly(Map.of(0, new ArchiveFile.Offsets(1, 1)), Map.of(0, new ArchiveFile.Offsets(2, 2)));
    }

    @Test
    void shouldMakeNoHiddenOrForeignFolderOfAName() {
        assertThat(ArchiveLayout.fileSystemFolder("..")).isEqualTo("~2E.");
        assertThat(ArchiveLayout.fileSystemFolder("_all")).isEqualTo("~5Fall");
        assertThat(ArchiveLayout.fileSystemFolder("")).isEqualTo("_all");
        assertThat(ArchiveLayout.fileSystemFolder("snx11025.a_b-c")).isEqualTo("snx11025.a_b-c");
        assertThat(ArchiveLayout.fileSystemFolder("a/../b")).isEqualTo("a~2F..~2Fb");
        assertThat(ArchiveLayout.fileSystemFolder("é~")).isEqualTo("~C3~A9~7E");
    }
}
