package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.lustre.CerebroCollectorType.CommandOutputLines;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CerebroCollectorTest {
    private static final Instant NOW = Instant.parse("2018-02-09T16:00:07.5Z");
    private static final Instant RECEIVED = Instant.parse("2018-02-09T08:00:04Z");
    private static final String OST_1 =
            "1.0;oss01;a-OST0000;121615156;122494976;1819998804;1929120176;19644389;289174933853";
    private static final String OSS_1 = "1.0;oss01;0.100000;98.810898";
    private static final String OST_2 =
            "2;oss01;2.5;64.0;a-OST0000;16;72;20;8;47;74;11;3;5;6;7;8;9;COMPLETE 2/2 0s remaining;";
    private static final String OPERATIONS = ";1;10;100".repeat(MetadataOperations.OF_LMT.size());

    @TempDir
    private Path folder;

    private final List<String> notes = new ArrayList<>();
    private final LustreRecordCapture records = new LustreRecordCapture();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1518163205 1518163204 oss01 lmt_ost STRING | 2018-02-09T08:00:04Z",
                "oss01(2018-02-09 12:00:04am): STRING | 2018-02-09T08:00:04Z",
                "oss01(2018-02-09 12:00:04PM): STRING | 2018-02-09T20:00:04Z",
                "oss01(unknown): STRING | 2018-02-09T16:00:07.5Z",
                "oss01: STRING | 2018-02-09T16:00:07.5Z",
                "ost: STRING | 2018-02-09T16:00:07.5Z",
                "lmt_ost: STRING | 2018-02-09T16:00:07.5Z",
                "STRING | 2018-02-09T16:00:07.5Z"
            })
    void shouldReadEveryFormOfALine(String form, String expected) throws Exception {
        read(form.replace("STRING", OST_2));

        assertThat(records.letters()).isEmpty();
        assertThat(records.samples()).hasSize(2).allSatisfy(sample -> {
            assertThat(sample.getTime()).isEqualTo(Instant.parse(expected));
            assertThat(sample.getPublishedAt()).isEqualTo(NOW);
            assertThat(sample.getCollector()).isEqualTo("cerebro");
            assertThat(sample.getHost()).isEqualTo("oss01");
        });
    }

    @Test
    void shouldReadVersion2OfLmtOst() throws Exception {
        read(OST_2);

        ServerSample ost = records.sample("a-OST0000", ServerKind.OST);
        assertThat(ost.getFileSystem()).isEqualTo("a");
        assertThat(ost.getFreeInodes()).isEqualTo(16);
        assertThat(ost.getUsedInodes()).isEqualTo(56);
        assertThat(ost.getFreeKibibytes()).isEqualTo(20);
        assertThat(ost.getTotalKibibytes()).isEqualTo(8);
        assertThat(ost.getUsedKibibytes()).as("more free than there is").isNull();
        assertThat(ost.getReadBytes()).isEqualTo(47);
        assertThat(ost.getWriteBytes()).isEqualTo(74);
        assertThat(ost.getReadWriteOperations()).isEqualTo(11);
        assertThat(ost.getReadOperations()).isNull();
        assertThat(ost.getExports()).isEqualTo(3);
        assertThat(ost.getLocks()).isEqualTo(5);
        assertThat(ost.getLockGrantRate()).isEqualTo(6);
        assertThat(ost.getLockCancelRate()).isEqualTo(7);
        assertThat(ost.getConnects()).isEqualTo(8);
        assertThat(ost.getReconnects()).isEqualTo(9);
        assertThat(ost.getState()).isEqualTo("COMPLETE 2/2 0s remaining");
        ServerSample oss = records.sample("oss01", ServerKind.OSS);
        assertThat(oss.getCpuPercent()).isEqualTo(2.5);
        assertThat(oss.getMemoryPercent()).isEqualTo(64.0);
    }

    @ParameterizedTest
    @CsvSource({"1,'',''", "2,;COMPLETE 4/4 0s remaining,''", "3,;COMPLETE 4/4 0s remaining,;106;1111;5;114;4817;6"})
    void shouldReadEveryVersionOfLmtMdt(int version, String recovery, String data) throws Exception {
        String mdt = ";a-MDT0000;5;6;7;8" + recovery + OPERATIONS + data;
        read(version + ";mds01;0.1;1.5" + mdt + mdt.replace("MDT0000", "MDT0001"));

        assertThat(records.letters()).isEmpty();
        ServerSample sample = records.sample("a-MDT0001", ServerKind.MDT);
        assertThat(sample.getMetadataOperations()).hasSize(21).containsEntry("open", 1L);
        assertThat(sample.getState()).isEqualTo(version == 1 ? null : "COMPLETE 4/4 0s remaining");
        assertThat(sample.getReadOperations()).isEqualTo(version == 3 ? 106L : null);
        assertThat(sample.getReadBytes()).isEqualTo(version == 3 ? 1111L : null);
        assertThat(sample.getWriteBytes()).isEqualTo(version == 3 ? 4817L : null);
        assertThat(records.sample("mds01", ServerKind.MDS).getCpuPercent()).isEqualTo(0.1);
    }

    @Test
    void shouldReadVersion1OfLmtOst() throws Exception {
        read(OST_1);

        ServerSample ost = records.sample("a-OST0000", ServerKind.OST);
        assertThat(ost.getReadBytes()).isEqualTo(19_644_389);
        assertThat(ost.getWriteBytes()).isEqualTo(289_174_933_853L);
        assertThat(ost.getUsedKibibytes()).isEqualTo(1_929_120_176L - 1_819_998_804L);
        assertThat(ost.getUsedInodes()).isEqualTo(122_494_976 - 121_615_156);
        assertThat(records.samples()).hasSize(1);
    }

    @Test
    void shouldGiveALoadTheFileSystemsOfItsHost() throws Exception {
        read(OSS_1, OST_1, OST_1.replace("a-OST", "b-OST"), OSS_1.replace("0.1", "0.2"));

        assertThat(records.samples())
                .filteredOn(sample -> sample.getKind() == ServerKind.OSS)
                .extracting(ServerSample::getFileSystem)
                .as("all at one instant, so once for each")
                .containsExactly("a", "b");
        assertThat(records.letters()).isEmpty();
    }

    @Test
    void shouldRefuseALoadWithoutFileSystem() throws Exception {
        read(OSS_1, OSS_1, OST_2.replace("oss01", "oss02"));

        assertThat(records.letters())
                .extracting(DeadLetter::getOrigin)
                .containsExactly("standard input:1", "standard input:2");
        assertThat(records.letters().get(0).getReason()).contains("which file system oss01 serves", "lmt_ost");
    }

    @Test
    void shouldNoteOnceWhatIsNotUsed() throws Exception {
        String router = "1.0;alc42;0.100000;98.810898;1845066588";
        read("1;mds01;a-OST0042_UUID;FULL;a-OST005b_UUID;FULL", router, router, "oss09: (none)");

        assertThat(records.samples()).isEmpty();
        assertThat(records.letters()).isEmpty();
        assertThat(notes).hasSize(3);
        assertThat(notes.get(1)).contains("lmt_router strings are not used");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2;oss01;2.5;64.0;a-OST0000;16;72;20;8;47;74;11;3;5;6;7;8;COMPLETE 2/2 0s remaining;",
                "2;oss01;2.5;64.0;a-OST0000;16;72;20;8;47;-74;11;3;5;6;7;8;9;COMPLETE 2/2 0s remaining;",
                "2;oss01;nan;64.0;a-OST0000;16;72;20;8;47;74;11;3;5;6;7;8;9;COMPLETE 2/2 0s remaining;",
                "4;oss01;2.5;64.0;a-OST0000;16;72;20;8;47;74;11;3;5;6;7;8;9;COMPLETE 2/2 0s remaining;",
                "mdt: 2;oss01;2.5;64.0;a-OST0000;16;72;20;8;47;74;11;3;5;6;7;8;9;COMPLETE 2/2 0s remaining;",
                "oss01(yesterday): 2;oss01;2.5;64.0",
                "2.0;mds01;a-MDT0000;0.0;1.5;1;2;3;4;0;0;0",
                "sysstat: cpu_util: 2.07% mem_util: 64.07%",
                "2;oss01;2.5;64.0;"
            })
    void shouldRefuseALineThatIsNotUnderstood(String line) throws Exception {
        read(OST_1, line);

        assertThat(records.samples()).hasSize(1);
        assertThat(records.letters()).singleElement().satisfies(letter -> {
            assertThat(letter.getOrigin()).isEqualTo("standard input:2");
            assertThat(letter.getComponent()).isEqualTo("collector cerebro");
            assertThat(new String(letter.getPayload().array(), StandardCharsets.UTF_8))
                    .isEqualTo(line);
        });
    }

    @Test
    void shouldRefuseALineThatIsTooLongAndGoOn() throws Exception {
        read("x".repeat(3 * LineStream.MAX_BYTES), OST_1);

        assertThat(records.samples()).hasSize(1);
        assertThat(records.letters()).singleElement().satisfies(letter -> assertThat(letter.getPayloadBytes())
                .isEqualTo(LineStream.MAX_BYTES));
    }

    @Test
    void shouldPublishAStringOnceThatCerebroStillHas() throws Exception {
        Path program = folder.resolve("lines");
        Files.writeString(program, "oss01(2018-02-09 12:00:04am): " + OST_2 + "\n");
        try (CerebroCollector collector = command("cat", program.toString())) {
            assertThat(collector.check()).isEqualTo("1 targets in 1 lines");
            assertThat(collector.poll(records)).isTrue();
            assertThat(collector.poll(records)).isTrue();
            assertThat(records.samples()).hasSize(2);
            Files.writeString(program, "oss01(2018-02-09 12:00:09am): " + OST_2 + "\n");
            assertThat(collector.poll(records)).isTrue();
        }

        assertThat(records.samples())
                .extracting(ServerSample::getTime)
                .containsExactly(RECEIVED, RECEIVED, RECEIVED.plusSeconds(5), RECEIVED.plusSeconds(5));
    }

    @Test
    void shouldNameCommandErrorsAndRemedyWhenACommandFails() {
        CerebroCollector failing = command("sh", "-c", "echo 'cerebro_get_metric_data: connect timeout' >&2; exit 1");
        CerebroCollector silent = command("true");

        assertThatThrownBy(() -> failing.poll(records))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("exit value 1: cerebro_get_metric_data: connect timeout; run it by hand");
        assertThatThrownBy(() -> silent.poll(records))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("printed nothing");
    }

    @Test
    void shouldPublishALineBeforeTheStreamEnds() throws Exception {
        try (PipedOutputStream writer = new PipedOutputStream();
                PipedInputStream input = new PipedInputStream(writer, 1 << 16);
                CerebroCollector collector = collector(LineStream.live("standard input", input), ZoneOffset.UTC)) {
            writer.write((OST_1 + "\n").getBytes(StandardCharsets.UTF_8));
            writer.flush();
            while (records.samples().isEmpty()) {
                assertThat(collector.poll(records)).isTrue();
            }
            writer.close();
            while (collector.poll(records)) {
                assertThat(records.samples()).hasSize(1);
            }
        }
        assertThat(records.samples()).hasSize(1);
    }

    @Test
    void shouldEndSoonAfterAnInterruptThoughNoLineComes() throws Exception {
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        try (PipedOutputStream writer = new PipedOutputStream();
                PipedInputStream input = new PipedInputStream(writer)) {
            Thread thread = new Thread(() -> {
                try (CerebroCollector collector = collector(LineStream.live("standard input", input), ZoneOffset.UTC)) {
                    while (collector.poll(records)) {
                        assertThat(records.samples()).isEmpty();
                    }
                } catch (Throwable e) {
                    outcome.set(e);
                }
            });
            thread.start();
            await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
            thread.interrupt();
            thread.join();
        }
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldPublishWhatCameBeforeAStreamBrokeOff() throws Exception {
        InputStream closed =
                new FileInputStream(Files.createFile(folder.resolve("empty")).toFile());
        closed.close();
        InputStream broken = new SequenceInputStream(
                new ByteArrayInputStream((OST_1 + "\n").getBytes(StandardCharsets.UTF_8)), closed);
        try (CerebroCollector collector = collector(LineStream.live("standard input", broken), ZoneOffset.UTC)) {
            assertThatThrownBy(() -> {
                        while (collector.poll(records)) {
                            assertThat(records.letters()).isEmpty();
                        }
                    })
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("standard input: broke off: Stream Closed");
        }
        assertThat(records.samples()).hasSize(1);
    }

    @Test
    void shouldReadARecordingAtItsOwnTimesAndEnd() throws Exception {
        Path file = folder.resolve("ltop.txt");
        Files.writeString(file, "1518163205 1518163204 oss01 lmt_ost " + OST_2 + "\n");
        CerebroOptions options = options(file, List.of());
        try (var collector = new CerebroCollectorType().create(options, context())) {
            assertThat(collector.check()).isEqualTo("1 targets in 1 lines");
            while (collector.poll(records)) {
                assertThat(records.letters()).isEmpty();
            }
        }

        assertThat(records.samples()).hasSize(2).allSatisfy(sample -> {
            assertThat(sample.getTime()).isEqualTo(RECEIVED);
            assertThat(sample.getPublishedAt()).isEqualTo(RECEIVED);
        });
    }

    @Test
    void shouldNameARecordingThatIsNotThere() {
        var collector = new CerebroCollectorType().create(options(folder.resolve("none"), List.of()), context());

        assertThatThrownBy(collector::check)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(folder.resolve("none") + ": cannot be read");
    }

    @Test
    void shouldRefuseOptionsThatDoNotFit() {
        assertThatThrownBy(() -> options(folder, List.of("cerebro-stat"))).hasMessageContaining("exclude each other");
        assertThat(options(null, null).zone()).isEqualTo(ZoneId.systemDefault());
        assertThat(new CerebroCollectorType().interval(options(null, null))).isEqualTo(Duration.ZERO);
        assertThat(new CerebroCollectorType().interval(options(null, List.of("cerebro-stat"))))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void shouldKeepTheOrderOfOperationsOfLmt() {
        assertThat(MetadataOperations.OF_LMT)
                .hasSize(21)
                .startsWith("open", "close")
                .endsWith("notify", "quotactl");
        assertThat(Map.of("getattr", 17, "statfs", 13))
                .allSatisfy((name, index) ->
                        assertThat(MetadataOperations.OF_LMT.get(index)).isEqualTo(name));
    }

    private void read(String... lines) throws InterruptedException {
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        try (CerebroCollector collector = collector(
                LineStream.live("standard input", new ByteArrayInputStream(bytes)), ZoneId.of("America/Los_Angeles"))) {
            boolean more = true;
            while (more) {
                more = collector.poll(records);
            }
        }
    }

    private CerebroCollector command(String... words) {
        return collector(
                new CommandOutputLines(new SourceCommand(List.of(words), Duration.ofSeconds(20))),
                ZoneId.of("America/Los_Angeles"));
    }

    private CerebroCollector collector(LineSource source, ZoneId zone) {
        return new CerebroCollector(
                source,
                new CerebroOptions(null, List.of(), zone, Duration.ofSeconds(5), Duration.ofSeconds(10)),
                context());
    }

    private static CerebroOptions options(Path file, List<String> command) {
        return new CerebroOptions(file, command, null, Duration.ofSeconds(5), Duration.ofSeconds(10));
    }

    private CollectorContext context() {
        return LustreRecordCapture.context(Clock.fixed(NOW, ZoneOffset.UTC), notes);
    }
}
