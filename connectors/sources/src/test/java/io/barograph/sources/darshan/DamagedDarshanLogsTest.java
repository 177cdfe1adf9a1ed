package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobSummary;
import io.barograph.sources.darshan.DarshanTesting.Results;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged logs must neither end the collector nor give wrong values that look right. */
class DamagedDarshanLogsTest {
    private static final long SEED = 20260817;
    private static final int DAMAGED_LOGS = 50;
    private static final String[] SOUND_LOGS = {
        "release_logs/mpi-io-test-ppc64-3.0.0.darshan",
        "release_logs/mpi-io-test-ppc64-3.1.6.darshan",
        "release_logs/mpi-io-test-x86_64-3.1.3.darshan",
        "release_logs/mpi-io-test-x86_64-3.3.0.darshan",
        "release_logs/mpi-io-test-x86_64-3.5.0.darshan",
        "apmpi/darshan-apmpi-2nodes-64mpi.darshan",
        "hdf5_orthogonality/treddy_h5d_no_h5f.darshan",
        "nonmpi_dxt_anonymized/nonmpi_dxt_anonymized.darshan",
        DarshanTesting.DLIO_LOG
    };

    @TempDir
    Path folder;

    @Test
    void shouldRefuseMarkOrReadRightlyEachOfFiftyDamagedLogs() throws Exception {
        Random random = new Random(SEED);
        Path good = DarshanTesting.darshanLog(DarshanTesting.DLIO_LOG);
        int crashes = 0;
        int partial = 0;
        try (DarshanLogConverter logs = collector()) {
            JobSummary goodSummary = summaryOf(logs, good);
            for (int i = 0; i < DAMAGED_LOGS; i++) {
                Path sound = DarshanTesting.darshanLog(SOUND_LOGS[i % SOUND_LOGS.length]);
                byte[] bytes = Files.readAllBytes(sound);
                Path damaged = folder.resolve(i + ".darshan");
                Files.write(damaged, damage(bytes, random));

                Results results = new Results();
                results.read(logs, damaged);

                assertThat(results.summaries.size() + results.refused.size()).isOne();
                for (DeadLetter letter : results.refused) {
                    assertThat(letter.getReason()).contains(damaged.toString());
                    if (letter.getReason().contains("SIGABRT")) {
                        crashes++;
                        assertThat(letter.getReason()).contains("Assertion");
                        assertThat(summaryOf(logs, good)).isEqualTo(goodSummary);
                    }
                }
                for (JobSummary summary : results.summaries) {
                    if (summary.getPartial()) {
                        partial++;
                        assertThat(summary.getPartialReason()).isNotBlank();
                    } else {
                        summary.setSource(sound.toString());
                        assertThat(summary).as("damaged log " + i).isEqualTo(summaryOf(logs, sound));
                    }
                }
            }
        }
        // Otherwise the test would no longer try what it is for.
        assertThat(crashes).isPositive();
        assertThat(partial).isPositive();
    }

    private static DarshanLogConverter collector() {
        return new DarshanLogConverter(
                DarshanTesting.library(),
                DarshanTesting.catalogue(CatalogueFileSystem.of("everything", "/")),
                Duration.ZERO);
    }

    private static JobSummary summaryOf(DarshanLogConverter logs, Path log) throws InterruptedException {
        Results results = new Results();
        results.read(logs, log);
        assertThat(results.refused).isEmpty();
        return results.summaries.get(0);
    }

    /** Cuts the log off, flips some bits, or overwrites a stretch. */
    private static byte[] damage(byte[] bytes, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            case 1 -> {
                int flips = 1 + random.nextInt(4);
                for (int i = 0; i < flips; i++) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                return bytes;
            }
            default -> {
                int from = random.nextInt(bytes.length);
                byte[] noise = new byte[Math.min(1 + random.nextInt(64), bytes.length - from)];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, from, noise.length);
                return bytes;
            }
        }
    }
}
