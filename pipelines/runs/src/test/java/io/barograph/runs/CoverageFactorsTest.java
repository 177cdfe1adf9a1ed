package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.Quality;
import io.barograph.servers.history.WindowVolume;
import org.junit.jupiter.api.Test;

class CoverageFactorsTest {
    /** With edges that hold nothing. */
    private static CoverageFactors coverage(long readBytes, long writeBytes, WindowVolume used, WindowVolume all) {
        return CoverageFactors.of(readBytes, writeBytes, used, 0, all);
    }

    @Test
    void shouldDivideTheBytesOfTheRunByThoseOfTheServers() {
        CoverageFactors coverage = coverage(30, 10, Volumes.of(60, 40, 10, 10), Volumes.of(100, 100, 10, 10));
        assertThat(coverage.cfBw()).isEqualTo(0.4);
        assertThat(coverage.cfBwFs()).isEqualTo(0.2);
        assertThat(coverage.cfRead()).isEqualTo(0.5);
        assertThat(coverage.cfWrite()).isEqualTo(0.25);
        assertThat(coverage.quality()).isEqualTo(Quality.OK);
    }

    @Test
    void shouldKnowNoFactorWithoutServerData() {
        CoverageFactors coverage = coverage(30, 10, Volumes.of(0, 0, 0, 0), Volumes.of(0, 0, 0, 0));
        assertThat(coverage.cfBw()).isNull();
        assertThat(coverage.cfBwFs()).isNull();
        assertThat(coverage.quality()).isEqualTo(Quality.NO_SERVER_DATA);
    }

    @Test
    void shouldMarkMoreThanATenthOfTheSamplesMissing() {
        assertThat(coverage(1, 1, Volumes.of(10, 10, 9, 10), Volumes.of(10, 10, 9, 10))
                        .quality())
                .isEqualTo(Quality.OK);
        assertThat(coverage(1, 1, Volumes.of(10, 10, 89, 100), Volumes.of(10, 10, 89, 100))
                        .quality())
                .isEqualTo(Quality.MISSING);
    }

    @Test
    void shouldKeepAndMarkAnImplausibleFactor() {
        CoverageFactors coverage = coverage(25, 0, Volumes.of(20, 0, 10, 10), Volumes.of(20, 0, 10, 10));
        assertThat(coverage.cfBw()).isEqualTo(1.25);
        assertThat(coverage.quality()).isEqualTo(Quality.IMPLAUSIBLE);
        assertThat(coverage(24, 0, Volumes.of(20, 0, 10, 10), Volumes.of(20, 0, 10, 10))
                        .quality())
                .isEqualTo(Quality.OK);
    }

    @Test
    void shouldCallBytesWithoutServerTrafficImplausible() {
        CoverageFactors coverage = coverage(25, 0, Volumes.of(0, 0, 10, 10), Volumes.of(0, 0, 10, 10));
        assertThat(coverage.cfBw()).isNull();
        assertThat(coverage.quality()).isEqualTo(Quality.IMPLAUSIBLE);
    }

    @Test
    void shouldMarkMoreThanATenthOfTheVolumePossiblyFromBeforeOrAfterTheRun() {
        WindowVolume used = Volumes.of(600, 400, 10, 10);
        assertThat(CoverageFactors.of(10, 0, used, 100, used).quality()).isEqualTo(Quality.OK);
        CoverageFactors cut = CoverageFactors.of(10, 0, used, 101, used);
        assertThat(cut.quality()).isEqualTo(Quality.EDGES);
        assertThat(cut.cfBw()).isEqualTo(0.01);
        assertThat(CoverageFactors.of(900, 0, used, 1000, used).quality())
                .as("others moved a tenth in all")
                .isEqualTo(Quality.OK);
        WindowVolume missing = Volumes.of(600, 400, 8, 10);
        assertThat(CoverageFactors.of(10, 0, missing, 1000, missing).quality()).isEqualTo(Quality.MISSING);
    }
}
