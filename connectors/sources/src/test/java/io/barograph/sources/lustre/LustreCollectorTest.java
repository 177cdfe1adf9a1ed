package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.lustre.LustreCollectorType.ParameterFile;
import io.barograph.sources.lustre.LustreCollectorType.TreeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Polls over commands and folders that the test writes. */
class LustreCollectorTest {
    private static final Instant NOW = Instant.parse("2024-03-01T15:00:00.123Z");

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final List<String> notes = new ArrayList<>();
    private final LustreRecordCapture records = new LustreRecordCapture();

    @Test
    void shouldPollACommandAtTheCollectorsTime() throws Exception {
        Path text = write(
                "text",
                """
                obdfilter.scratch-OST0001.num_exports=7
                obdfilter.scratch-OST0001.stats=
                snapshot_time 1704924081.852375764 secs.nsecs
                read_bytes 7 samples [bytes] 4096 1048576 7000
                /proc/stat:cpu  100 0 100 800 0 0 0 0
                /proc/stat:cpu0 100 0 100 800 0 0 0 0
                /proc/meminfo:MemTotal:       1000 kB
                /proc/meminfo:MemFree:         250 kB
                stats=0 49 0 10184657 10187015 0 265 2110 2463 0 137800
                """);
        try (SourceCollector collector = command(Duration.ofSeconds(20), "cat", text.toString())) {
            assertThat(collector.check()).isEqualTo("1 OSTs and 0 MDTs of scratch");
            assertThat(collector.poll(records)).isTrue();
            Files.writeString(
                    text,
                    Files.readString(text)
                            .replace("/proc/stat:cpu  100 0 100 800", "/proc/stat:cpu  190 0 100 810")
                            .replace("1048576 7000", "1048576 9000"));
            now.set(NOW.plusSeconds(5));
            assertThat(collector.poll(records)).isTrue();
        }

        assertThat(records.letters()).isEmpty();
        assertThat(records.samples())
                .extracting(ServerSample::getKind, ServerSample::getTime)
                .containsExactly(
                        tuple(ServerKind.OST, NOW),
                        tuple(ServerKind.OSS, NOW),
                        tuple(ServerKind.OST, NOW.plusSeconds(5)),
                        tuple(ServerKind.OSS, NOW.plusSeconds(5)));
        ServerSample ost = records.samples().get(2);
        assertThat(ost.getHost()).isEqualTo("oss01");
        assertThat(ost.getIntervalMillis()).isEqualTo(5_000);
        assertThat(ost.getReadBytes()).isEqualTo(9_000);
        assertThat(ost.getPublishedAt()).isEqualTo(NOW.plusSeconds(5));
        assertThat(records.samples().get(1).getCpuPercent()).as("since boot").isEqualTo(20.0, within(1e-9));
        ServerSample host = records.samples().get(3);
        assertThat(host.getServer()).isEqualTo("oss01");
        assertThat(host.getCpuPercent()).as("since the poll before").isEqualTo(90.0, within(1e-9));
        assertThat(host.getMemoryPercent()).isEqualTo(75.0, within(1e-9));
        assertThat(host.getNetworkBytes()).isEqualTo(4_573);
    }

    @Test
    void shouldEndACommandThatTakesTooLong() throws Exception {
        Path pid = folder.resolve("pid");
        try (SourceCollector collector = command(
                Duration.ofMillis(300),
                "sh",
                "-c",
                "echo waiting for oss01 >&2; sleep 600 & echo $! > " + pid + "; wait")) {
            assertThatThrownBy(() -> collector.poll(records))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("sh -c")
                    .hasMessageContaining("did not end within 300 ms")
                    .hasMessageContaining("waiting for oss01")
                    .hasMessageContaining("raise timeLimit");
        }
        assertThat(records.samples()).isEmpty();
        awaitEndOf(pid);
    }

    @Test
    void shouldEndACommandWhenInterrupted() throws Exception {
        Path pid = folder.resolve("pid");
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try (SourceCollector collector =
                    command(Duration.ofMinutes(10), "sh", "-c", "sleep 600 & echo $! > " + pid + "; wait")) {
                collector.poll(records);
            } catch (Throwable e) {
                outcome.set(e);
            }
        });
        thread.start();
        await().until(() -> Files.exists(pid) && Files.size(pid) > 1);
        thread.interrupt();
        thread.join();

        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        awaitEndOf(pid);
    }

    private static void awaitEndOf(Path pid) throws IOException {
        long id = Long.parseLong(Files.readString(pid).strip());
        await().until(() ->
                ProcessHandle.of(id).map(process -> !process.isAlive()).orElse(true));
    }

    @Test
    void shouldNameCommandErrorsAndRemedyWhenACommandFails() {
        SourceCollector collector = command(
                Duration.ofSeconds(20),
                "sh",
                "-c",
                "echo obdfilter.scratch-OST0001.num_exports=7; echo 'ssh: connect to host oss01: No route to host' >&2;"
                        + " exit 255");

        assertThatThrownBy(() -> collector.poll(records))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("sh -c")
                .hasMessageContaining("exit value 255")
                .hasMessageContaining("No route to host")
                .hasMessageContaining("run it by hand");
        assertThat(records.samples()).as("of an output that may be cut short").isEmpty();
    }

    @Test
    void shouldAcceptThatAServerDoesNotHaveAllThatIsAskedFor() throws Exception {
        try (SourceCollector collector = command(
                Duration.ofSeconds(20),
                "sh",
                "-c",
                "echo obdfilter.scratch-OST0001.num_exports=7;"
                        + " echo \"error: get_param: param_path 'mdt/*/md_stats': No such file or directory\" >&2; exit 2")) {
            assertThat(collector.poll(records)).isTrue();
        }

        assertThat(records.sample("scratch-OST0001", ServerKind.OST).getExports())
                .isEqualTo(7);
    }

    @Test
    void shouldNameAProgramThatIsNotThere() {
        SourceCollector collector = command(Duration.ofSeconds(20), "no-such-program", "get_param");

        assertThatThrownBy(() -> collector.poll(records))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("no-such-program get_param: cannot be started");
    }

    @Test
    void shouldSayThatNamesAreMissing() {
        SourceCollector collector = command(Duration.ofSeconds(20), "echo", "107");

        assertThatThrownBy(() -> collector.poll(records))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("printed no parameter")
                .hasMessageContaining("without -n");
        assertThat(records.letters()).singleElement().satisfies(letter -> assertThat(letter.getOrigin())
                .isEqualTo("echo 107:1"));
    }

    @Test
    void shouldNotReadMoreThanTheLimitOfACommand() {
        SourceCommand command = new SourceCommand(List.of("yes"), Duration.ofSeconds(60), 100_000);

        assertThatThrownBy(command::run)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("yes: printed more than 100000 bytes");
    }

    @Test
    void shouldNotReadMoreThanTheLimitOfAFile() throws Exception {
        Path file = write("large", "x".repeat(1_001));

        assertThatThrownBy(() -> new ParameterFile(file, 1_000).read(FoundProblems.NONE))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("larger than 1000 bytes");
    }

    @Test
    void shouldLeaveOutAFileThatIsTooLargeAndGoOn() throws Exception {
        write("proc/fs/lustre/obdfilter/scratch-OST0001/num_exports", "7\n");
        write("proc/fs/lustre/obdfilter/scratch-OST0001/stats", "x".repeat(TreeTexts.MAX_BYTES + 1));
        try (SourceCollector collector = tree()) {
            assertThat(collector.poll(records)).isFalse();
        }

        ServerSample ost = records.sample("scratch-OST0001", ServerKind.OST);
        assertThat(ost.getExports()).isEqualTo(7);
        assertThat(ost.getReadBytes()).isNull();
        assertThat(records.letters())
                .extracting(DeadLetter::getReason)
                .singleElement()
                .asString()
                .contains("larger than");
    }

    @Test
    void shouldDeadLetterALineThatIsNotUnderstoodWithFileAndLine() throws Exception {
        Path stats = write(
                "sys/fs/lustre/obdfilter/scratch-OST0001/stats",
                "snapshot_time 1704924081.5 secs.usecs\nread_bytes seven samples [bytes] 1 1 7\nping 1 samples [reqs]\n");
        write("sys/fs/lustre/obdfilter/nonsense/stats", "");
        try (SourceCollector collector = tree()) {
            collector.poll(records);
        }

        assertThat(records.letters())
                .extracting(DeadLetter::getOrigin)
                .containsExactly("lustre/obdfilter/nonsense", stats + ":2");
        assertThat(records.letters().get(1).getPayload().array())
                .asString()
                .isEqualTo("read_bytes seven samples [bytes] 1 1 7");
        ServerSample ost = records.sample("scratch-OST0001", ServerKind.OST);
        assertThat(ost.getReadBytes()).isNull();
        assertThat(ost.getTime()).isEqualTo(Instant.parse("2024-01-10T22:01:21Z"));
    }

    @Test
    void shouldPreferSysToProc() throws Exception {
        write("proc/fs/lustre/obdfilter/scratch-OST0001/num_exports", "7\n");
        write("sys/fs/lustre/obdfilter/scratch-OST0001/num_exports", "8\n");
        try (SourceCollector collector = tree()) {
            collector.poll(records);
        }

        assertThat(records.sample("scratch-OST0001", ServerKind.OST).getExports())
                .isEqualTo(8);
    }

    @Test
    void shouldRepeatADeadLetterOfEveryPollOnceAnHourOnly() throws Exception {
        try (SourceCollector collector =
                command(Duration.ofSeconds(20), "printf", "obdfilter.scratch-OST0001.num_exports=some\\n")) {
            for (int minutes : List.of(0, 1, 59, 60, 61)) {
                now.set(NOW.plus(Duration.ofMinutes(minutes)));
                collector.poll(records);
            }
        }

        assertThat(records.letters())
                .extracting(DeadLetter::getTime)
                .containsExactly(NOW, NOW.plus(Duration.ofMinutes(60)));
        assertThat(records.samples()).hasSize(10);
    }

    @Test
    void shouldSayThatAFolderIsNoServer() {
        assertThatThrownBy(() -> tree().check())
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("neither proc nor sys");
    }

    @Test
    void shouldSayThatARouterServesNoTarget() throws Exception {
        write("proc/sys/lnet/routes", "Routing enabled\nnet hops state router\n");

        assertThatThrownBy(() -> tree().check())
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("no OST or MDT; the host is an LNET router");
    }

    @Test
    void shouldPollTheKernelsOwnFilesForEver() throws Exception {
        assertThat(new TreeSource(Path.of("/")).read(FoundProblems.NONE).isRecorded())
                .isFalse();
        write("proc/stat", "cpu 1 2 3 4 5 6 7");
        assertThat(new TreeSource(folder).read(FoundProblems.NONE).isRecorded()).isTrue();
    }

    @Test
    void shouldCallAServerWithoutNameAsItsRecording() throws Exception {
        Path file = write("oss07.txt", "obdfilter.scratch-OST0001.num_exports=7\n");
        try (SourceCollector collector =
                create(new LustreOptions(null, file, null, null, Duration.ofSeconds(5), Duration.ofSeconds(10)))) {
            collector.poll(records);
        }

        assertThat(records.sample("oss07.txt", ServerKind.OSS).getCpuPercent()).isNull();
    }

    @Test
    void shouldReadTheFilesThatGrepPrints() {
        ParameterTexts texts = ParameterTexts.parse(
                "file",
                """
                /proc/fs/lustre/obdfilter/a-OST0001/num_exports:7
                /sys/kernel/debug/lustre/osd-zfs/a-OST0001/brw_stats:first
                /sys/kernel/debug/lustre/osd-zfs/a-OST0001/brw_stats:second
                /sys/kernel/debug/lnet/stats:0 1 2
                /proc/sys/lnet/routes:Routing disabled
                mdt.a-MDT0000.exports.172.16.0.85@o2ib.stats=
                one
                mdt.a-MDT0000.exports.0@lo.stats=two
                """,
                FoundProblems.NONE);

        assertThat(texts.text("lustre/obdfilter/a-OST0001/num_exports")).contains(new ServerText("file", 1, "7"));
        assertThat(texts.text("lustre/osd-zfs/a-OST0001/brw_stats"))
                .contains(new ServerText("file", 2, "first\nsecond"));
        assertThat(texts.text("lnet/stats")).contains(new ServerText("file", 4, "0 1 2"));
        assertThat(texts.text("lnet/routes")).isPresent();
        assertThat(texts.folders("lustre")).containsExactly("mdt", "obdfilter", "osd-zfs");
        assertThat(texts.textInEach("lustre/mdt/a-MDT0000/exports", "stats"))
                .extracting(ServerText::content)
                .containsExactly("two", "\none");
    }

    @Test
    void shouldRefuseOptionsThatDoNotFit() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new LustreOptions(folder, folder, List.of(), null, second, second))
                .hasMessageContaining("exclude each other");
        assertThatThrownBy(() -> new LustreOptions(null, null, List.of("lctl"), null, second, second))
                .hasMessageContaining("host is missing");
        assertThatThrownBy(() -> new LustreOptions(null, null, List.of(), null, Duration.ZERO, second))
                .hasMessageContaining("interval");
        assertThatThrownBy(() -> new LustreOptions(null, null, List.of(), null, second, Duration.ZERO))
                .hasMessageContaining("timeLimit");
    }

    private SourceCollector tree() {
        return create(
                new LustreOptions(folder, null, List.of(), "oss01", Duration.ofSeconds(5), Duration.ofSeconds(10)));
    }

    private SourceCollector command(Duration timeLimit, String... words) {
        return create(new LustreOptions(null, null, List.of(words), "oss01", Duration.ofSeconds(5), timeLimit));
    }

    private SourceCollector create(LustreOptions options) {
        Clock clock = new Clock() {
            @Override
            public Instant instant() {
                return now.get();
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }
        };
        return new LustreCollectorType().create(options, LustreRecordCapture.context(clock, notes));
    }

    private Path write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }
}
