package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UserFile;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a user can put into the folder that Darshan lets everybody write to, beside logs of others. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class SharedFolderAttackTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final String SECRET = "root:$6$secret:20000:0:99999:7:::\n";
    private static final long ROOT = 0;
    private static final int NOBODY = 65_534;

    @TempDir
    private Path folder;

    private final StoredRecords output = new StoredRecords();
    private final List<String> notes = new ArrayList<>();
    private Path root;
    private Path day;
    private Path secret;

    /** Owner of the files that the test makes, a user without rights. */
    private long user;

    private SourceCollector collector;

    @BeforeEach
    void createTree() throws IOException {
        DarshanTesting.library();
        Path real = Files.createDirectories(folder.resolve("real"));
        root = Files.createSymbolicLink(folder.resolve("logs"), real);
        day = Files.createDirectories(root.resolve("2026/11/21"));
        Files.setPosixFilePermissions(day, PosixFilePermissions.fromString("rwxrwxrwx"));
        secret = Files.writeString(folder.resolve("shadow"), SECRET.repeat(100));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        int self = (Integer) Files.getAttribute(secret, "unix:uid");
        user = self == ROOT ? NOBODY : self;
    }

    @AfterEach
    void close() {
        if (collector != null) {
            collector.close();
        }
    }

    private void start(DarshanCollector.Opener opener) {
        DarshanOptions options = new DarshanOptions(
                root,
                "2026-11-19",
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofDays(8),
                ZoneOffset.UTC,
                OwnerCheck.SHARED,
                null);
        CollectorContext context = new CollectorContext(
                "darshan",
                "login01",
                DarshanTesting.catalogue(
                        CatalogueFileSystem.of("scratch", "/scratch"), CatalogueFileSystem.of("home", "/home")),
                folder.resolve("positions"),
                Clock.fixed(NOW, ZoneOffset.UTC),
                notes::add);
        collector = new DarshanCollector(options, context, opener);
    }

    private MadeDarshanLog log(long jobId) {
        MadeDarshanLog log = MadeDarshanLog.of(jobId);
        log.jobId = jobId;
        log.user = user;
        return log;
    }

    private Path put(Path file, byte[] bytes) throws Exception {
        Files.write(file, bytes);
        if ((Integer) Files.getAttribute(file, "unix:uid") == ROOT) {
            Files.setAttribute(file, "unix:uid", (int) user);
        }
        return age(file);
    }

    /** So old that it is taken at the first look. Java opens a file to change its time, and follows a link to it. */
    private static Path age(Path file) throws Exception {
        assertThat(new ProcessBuilder("touch", "-h", "-d", "2026-11-21T10:00:00Z", file.toString())
                        .start()
                        .waitFor())
                .isZero();
        return file;
    }

    private List<String> jobs() {
        return output.summaries.stream().map(JobSummary::getJobId).toList();
    }

    private String reason(String file) {
        return output.letters.stream()
                .filter(letter -> letter.getOrigin().endsWith("/" + file))
                .map(DeadLetter::getReason)
                .reduce((first, second) -> first + " AND " + second)
                .orElse("no letter");
    }

    private void assertThatNothingOfTheSecretIsPublished() {
        for (DeadLetter letter : output.letters) {
            String payload = letter.getPayload() == null
                    ? ""
                    : new String(letter.getPayload().array(), StandardCharsets.ISO_8859_1);
            assertThat(letter.getReason() + payload).doesNotContain("$6$secret");
        }
    }

    @Test
    void shouldRefuseWhatIsNotTheUsersOwnAndPublishTheLogsBesideIt() throws Exception {
        put(day.resolve("a-good.darshan"), log(1).bytes());
        put(day.resolve("z-good.darshan"), log(2).bytes());
        age(Files.createSymbolicLink(day.resolve("link.darshan"), secret));
        age(Files.createLink(day.resolve("hard.darshan"), secret));
        assertThat(new ProcessBuilder("mkfifo", day.resolve("pipe.darshan").toString())
                        .start()
                        .waitFor())
                .isZero();
        age(day.resolve("pipe.darshan"));
        MadeDarshanLog forged = log(3);
        forged.user = user + 1;
        put(day.resolve("forged.darshan"), forged.bytes());
        byte[] cut = log(4).bytes();
        put(day.resolve("text.darshan"), SECRET.getBytes(StandardCharsets.UTF_8));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        put(elsewhere.resolve("private.darshan"), log(5).bytes());
        Files.createSymbolicLink(root.resolve("2026/11/20"), elsewhere);
        Path inTwoPlaces = put(elsewhere.resolve("damaged"), Arrays.copyOf(cut, 400));
        Files.createLink(day.resolve("damaged.darshan"), inTwoPlaces);
        start(UserFile::open);

        assertThat(collector.poll(output)).isTrue();
        assertThat(collector.poll(output)).isTrue();

        assertThat(jobs()).containsExactly("1", "2");
        assertThat(reason("link.darshan")).contains("it is a symbolic link");
        assertThat(reason("pipe.darshan")).contains("it is a named pipe");
        assertThat(reason("hard.darshan")).contains("none of its bytes are kept");
        assertThat(reason("text.darshan")).contains("none of its bytes are kept");
        assertThat(reason("damaged.darshan")).contains("none of its bytes are kept");
        assertThat(reason("forged.darshan")).contains("names user " + (user + 1), "belongs to user " + user);
        assertThat(output.letters).hasSize(6).allSatisfy(letter -> assertThat(letter.getPayload())
                .isNull());
        assertThat(notes).anySatisfy(note -> assertThat(note)
                .contains("cannot list " + root.resolve("2026/11/20"))
                .contains("symbolic link"));
        assertThatNothingOfTheSecretIsPublished();
    }

    @Test
    void shouldNotReadALinkThatTakesTheLogsPlaceBeforeItIsOpened() throws Exception {
        Path log = put(day.resolve("a.darshan"), log(1).bytes());
        put(day.resolve("b.darshan"), log(2).bytes());
        start((below, file) -> {
            if (file.equals(log)) {
                replaceByLink(log);
            }
            return UserFile.open(below, file);
        });

        collector.poll(output);

        assertThat(jobs()).containsExactly("2");
        assertThat(reason("a.darshan")).contains("it is a symbolic link");
        assertThatNothingOfTheSecretIsPublished();
    }

    @Test
    void shouldReadTheLogThatWasOpenedWhateverTakesItsPlace() throws Exception {
        Path log = put(day.resolve("a.darshan"), log(1).bytes());
        start((below, file) -> {
            UserFile opened = UserFile.open(below, file);
            replaceByLink(log);
            return opened;
        });

        collector.poll(output);

        assertThat(jobs()).containsExactly("1");
        assertThat(output.letters).isEmpty();
    }

    private void replaceByLink(Path log) throws IOException {
        Path link = Files.createSymbolicLink(log.resolveSibling("link"), secret);
        Files.move(link, log, StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void shouldTakeACopyUnderOneAccountInAFolderOfItsOwn() throws Exception {
        Files.setPosixFilePermissions(day, PosixFilePermissions.fromString("rwxr-xr-x"));
        MadeDarshanLog of = log(1);
        of.user = user + 1;
        put(day.resolve("a.darshan"), of.bytes());
        start(UserFile::open);

        collector.poll(output);

        assertThat(jobs()).containsExactly("1");
    }

    @Test
    void shouldCheckTheOwnerBelowAnyFolderThatOthersMayWriteTo() throws Exception {
        Files.setPosixFilePermissions(day, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(day.getParent(), PosixFilePermissions.fromString("rwxrwxr-x"));
        MadeDarshanLog of = log(1);
        of.user = user + 1;
        put(day.resolve("a.darshan"), of.bytes());
        start(UserFile::open);

        collector.poll(output);

        assertThat(jobs()).isEmpty();
        assertThat(reason("a.darshan")).contains("forged user id");
    }

    @Test
    void shouldRefuseARunOfTheFutureAndGoOn() throws Exception {
        MadeDarshanLog future = log(1);
        future.startSeconds = Instant.parse("2286-11-20T17:46:00Z").getEpochSecond();
        future.endSeconds = future.startSeconds + 60;
        put(day.resolve("a.darshan"), future.bytes());
        put(day.resolve("b.darshan"), log(2).bytes());
        start(UserFile::open);

        collector.poll(output);

        assertThat(jobs()).containsExactly("2");
        assertThat(reason("a.darshan")).contains("ends at 2286-11-20", "after the present");
    }
}
