package io.barograph.sources.darshan.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.sources.darshan.log.LogContents.FileGroup;
import io.barograph.sources.darshan.log.LogContents.PathKind;
import io.barograph.sources.darshan.log.LogContents.Place;
import io.barograph.sources.darshan.record.SummedCounter;
import io.barograph.sources.darshan.record.SummedTimeCounter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSummaryFactoryTest {
    private static final Path LOG = Path.of("run.darshan");
    private static final long START_SECONDS = 1_518_163_200;
    private static final Place LUSTRE = new Place(PathKind.ABSOLUTE, "/lus/scratch1", "lustre", null);
    private static final Place ROOT = new Place(PathKind.ABSOLUTE, "/", "rootfs", "/");

    private static IoTotals bytes(long read, long written) {
        return new IoTotals(
                Map.of(
                        SummedCounter.READ_BYTES, read,
                        SummedCounter.WRITE_BYTES, written,
                        SummedCounter.READS, 2L,
                        SummedCounter.WRITES, 3L,
                        SummedCounter.OPENS, 1L),
                Map.of(SummedTimeCounter.READ, 0.5, SummedTimeCounter.WRITE, 0.25),
                1);
    }

    private static FileGroup posix(Place place, IoTotals totals, List<Integer> osts, long filesInUse, long withOsts) {
        return new FileGroup(place, totals, null, null, osts, filesInUse, withOsts);
    }

    private static FileGroup posix(Place place, IoTotals totals) {
        return posix(place, totals, List.of(), 1, 0);
    }

    private static LogContents contents(FileGroup... groups) {
        return new LogContents(
                "3.41",
                new JobRecord(1000, START_SECONDS, 123_456_789, START_SECONDS + 60, 1, 16, "4711", "3.4.6"),
                "/home/user/ior",
                59.876543212,
                List.of(),
                List.of(groups),
                List.of(),
                null,
                List.of());
    }

    private static FileSystemCatalogue catalogue(CatalogueFileSystem... fileSystems) {
        return new FileSystemCatalogue(List.of(fileSystems));
    }

    private static List<FileSystemUse> uses(FileSystemCatalogue catalogue, FileGroup... groups) {
        return summary(catalogue, new MountReport(catalogue), contents(groups)).getFileSystems();
    }

    private static JobSummary summary(FileSystemCatalogue catalogue, MountReport report, LogContents contents) {
        return new JobSummaryFactory(catalogue, Duration.ZERO, JobSummaryFactory::recorded, report)
                .of(LOG, contents, new LibraryMessages());
    }

    @Test
    void shouldRoundTimesDownToMicrosecondsAndTheCollectionUpToMilliseconds() {
        JobSummary summary = summary(catalogue(), new MountReport(catalogue()), contents());

        assertThat(summary.getStartTime()).isEqualTo(Instant.ofEpochSecond(START_SECONDS, 123_456_000));
        assertThat(summary.getEndTime()).isEqualTo(Instant.ofEpochSecond(START_SECONDS + 60));
        assertThat(summary.getCollectedAt()).isEqualTo(Instant.ofEpochSecond(START_SECONDS + 60, 1_000_000));
        assertThat(summary.getCollector()).isEqualTo("darshan");
        assertThat(summary.getPartial()).isFalse();
    }

    @Test
    void shouldMoveAllTimesByTheOffset() {
        JobSummary summary = new JobSummaryFactory(
                        catalogue(),
                        Duration.parse("PT-100.123456789S"),
                        JobSummaryFactory::recorded,
                        new MountReport(catalogue()))
                .of(LOG, contents(), new LibraryMessages());

        assertThat(summary.getStartTime()).isEqualTo(Instant.ofEpochSecond(START_SECONDS - 100));
        assertThat(summary.getEndTime()).isEqualTo(Instant.ofEpochSecond(START_SECONDS - 41, 876_543_000));
        assertThat(summary.getCollectedAt()).isEqualTo(Instant.ofEpochSecond(START_SECONDS - 41, 877_000_000));
        assertThat(summary.getRunTimeSeconds()).isEqualTo(59.876543212);
    }

    @Test
    void shouldCallASummaryPartialThatTheLibraryComplainedAbout() {
        LibraryMessages messages = new LibraryMessages();
        messages.add("Error: failed to read module POSIX data from darshan log file.");

        JobSummary summary = new JobSummaryFactory(
                        catalogue(), Duration.ZERO, JobSummaryFactory::recorded, new MountReport(catalogue()))
                .of(LOG, contents(), messages);

        assertThat(summary.getPartial()).isTrue();
        assertThat(summary.getPartialReason()).contains("failed to read module POSIX");
    }

    @Test
    void shouldMergeTheMountPointsOfOneFileSystem() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("scratch", "/lus/scratch1", "/scratch1"));
        Place second = new Place(PathKind.ABSOLUTE, "/scratch1", "lustre", "/scratch1");

        List<FileSystemUse> uses = uses(
                catalogue,
                posix(LUSTRE, bytes(10, 20), List.of(4, 7), 2, 2),
                posix(second, bytes(100, 200), List.of(1, 4), 1, 1));

        assertThat(uses).hasSize(1);
        FileSystemUse use = uses.get(0);
        assertThat(use.getFileSystem()).isEqualTo("scratch");
        assertThat(use.getResolved()).isTrue();
        assertThat(use.getMountPoint()).isEqualTo("/scratch1");
        assertThat(use.getReadBytes()).isEqualTo(110);
        assertThat(use.getWriteBytes()).isEqualTo(220);
        assertThat(use.getReads()).isEqualTo(4);
        assertThat(use.getReadSeconds()).isEqualTo(1.0);
        assertThat(use.getMetadataSeconds()).isNull();
        assertThat(use.getFiles()).isEqualTo(2);
        assertThat(use.getOsts()).containsExactly(1, 4, 7);
        assertThat(use.getOstsComplete()).isTrue();
    }

    @Test
    void shouldNotCallTheOstsCompleteThatOneFileLacks() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("scratch", "/lus/scratch1"));

        FileSystemUse lacking =
                uses(catalogue, posix(LUSTRE, bytes(1, 1), List.of(3), 2, 1)).get(0);
        FileSystemUse none =
                uses(catalogue, posix(LUSTRE, bytes(0, 0), List.of(), 0, 0)).get(0);

        assertThat(lacking.getOsts()).containsExactly(3);
        assertThat(lacking.getOstsComplete()).isFalse();
        assertThat(none.getOsts()).isNull();
        assertThat(none.getOstsComplete()).isFalse();
    }

    @Test
    void shouldTakeStdioOnlyWhereTheLogHasNoPosixRecords() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("scratch", "/lus/scratch1"));
        FileGroup both = new FileGroup(LUSTRE, bytes(1, 2), null, bytes(30, 40), List.of(), 1, 0);
        FileGroup stdioOnly = new FileGroup(LUSTRE, null, null, bytes(30, 40), List.of(), 1, 0);

        assertThat(uses(catalogue, both).get(0).getReadBytes()).isEqualTo(1);
        assertThat(uses(catalogue, stdioOnly).get(0).getReadBytes()).isEqualTo(30);
    }

    @Test
    void shouldReportAMountPointThatDoesNotResolveWithTheNearestName() {
        FileSystemCatalogue catalogue =
                catalogue(CatalogueFileSystem.of("snx11025", "/lus/scratch2"), CatalogueFileSystem.of("home"));
        MountReport report = new MountReport(catalogue);

        List<FileSystemUse> uses = summary(catalogue, report, contents(posix(LUSTRE, bytes(10, 20))))
                .getFileSystems();

        assertThat(uses).hasSize(1);
        assertThat(uses.get(0).getResolved()).isFalse();
        assertThat(uses.get(0).getFileSystem()).isEqualTo("/lus/scratch1");
        assertThat(report.unresolved()).hasSize(1);
        MountReport.UnresolvedMount mount = report.unresolved().get(0);
        assertThat(mount.mountPoint()).isEqualTo("/lus/scratch1");
        assertThat(mount.usage()).isEqualTo(new MountReport.Usage(1, 1, 30));
        assertThat(mount.nearest()).hasValue("/lus/scratch2 (snx11025)");
    }

    @Test
    void shouldLeaveOutSystemMountsThatMovedNoBytes() {
        Place devices = new Place(PathKind.ABSOLUTE, "/dev", "devtmpfs", null);

        assertThat(uses(catalogue(), posix(devices, bytes(0, 0)))).isEmpty();
        assertThat(uses(catalogue(), posix(devices, bytes(1, 0)))).hasSize(1);
        assertThat(uses(catalogue(), posix(LUSTRE, bytes(0, 0)))).hasSize(1);
    }

    @Test
    void shouldMakeANameOfAMountPointThatIsNone() {
        String path = "/a\\b" + "x".repeat(200);
        Place overlay = new Place(PathKind.ABSOLUTE, path, "overlay", null);

        assertThat(uses(catalogue(), posix(overlay, bytes(1, 2))))
                .singleElement()
                .satisfies(use -> {
                    assertThat(use.getFileSystem()).isEqualTo("/a_b" + "x".repeat(124));
                    assertThat(use.getMountPoint()).isEqualTo(path);
                });
    }

    @Test
    void shouldGiveTheRootFileSystemWhatHasNoKnownPath() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("everything", "/"));

        List<FileSystemUse> uses = uses(catalogue, posix(Place.NOWHERE, bytes(1, 2)), posix(ROOT, bytes(10, 20)));

        assertThat(uses).hasSize(1);
        assertThat(uses.get(0).getReadBytes()).isEqualTo(11);
        assertThat(uses.get(0).getMountPoint()).isEqualTo("/");
    }

    @Test
    void shouldReportFilesWithoutAKnownPathWhereNothingClaimsTheRoot() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("scratch", "/scratch"));
        MountReport report = new MountReport(catalogue);

        List<FileSystemUse> uses = summary(catalogue, report, contents(posix(Place.NOWHERE, bytes(1, 2))))
                .getFileSystems();

        assertThat(uses).isEmpty();
        assertThat(report.unmatched()).isEqualTo(new MountReport.Usage(1, 1, 3));
    }

    @Test
    void shouldNotCountWhatARunPrints() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("everything", "/"));
        MountReport report = new MountReport(catalogue);
        FileGroup output = new FileGroup(Place.STREAM, null, null, bytes(0, 99), List.of(), 1, 0);

        assertThat(summary(catalogue, report, contents(output)).getFileSystems())
                .isEmpty();
        assertThat(report.unmatched()).isEqualTo(new MountReport.Usage(0, 0, 0));
    }

    @Test
    void shouldGiveTheRootFileSystemWhatWasWrittenToTheDescriptorOfAStream() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("everything", "/"));

        List<FileSystemUse> uses = uses(
                catalogue,
                posix(Place.STREAM, bytes(0, 9), List.of(), 1, 0),
                posix(ROOT, bytes(10, 20), List.of(5), 1, 1));

        assertThat(uses).hasSize(1);
        assertThat(uses.get(0).getWriteBytes()).isEqualTo(29);
        assertThat(uses.get(0).getOstsComplete()).isTrue();
    }

    @Test
    void shouldResolveAPathOfTheCatalogueBelowAMountPoint() {
        FileSystemCatalogue catalogue = catalogue(CatalogueFileSystem.of("projects", "/home/projects/"));
        Place below = new Place(PathKind.ABSOLUTE, "/home", "nfs", "/home/projects");

        FileSystemUse use = uses(catalogue, posix(below, bytes(1, 2))).get(0);

        assertThat(use.getFileSystem()).isEqualTo("projects");
        assertThat(use.getMountPoint()).isEqualTo("/home");
        assertThat(JobSummaryFactory.pathAliases(catalogue)).containsExactly("/home/projects");
    }
}
