package io.barograph.analytics.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.Quality;
import org.junit.jupiter.api.Test;

class CoverageTest {
    @Test
    void shouldDivideTheBytesOfTheRunByThoseOfTheServers() {
        Coverage coverage = Coverage.of(30, 10, Volumes.of(60, 40, 10, 10), Volumes.of(100, 100, 10, 10));
        assertThat(coverage.cfBw()).isEqualTo(0.4);
        assertThat(coverage.cfBwFs()).isEqualTo(0.2);
        assertThat(coverage.cfRead()).isEqualTo(0.5);
        assertThat(coverage.cfWrite()).isEqualTo(0.25);
        assertThat(coverage.quality()).isEqualTo(Quality.OK);
    }

    @Test
    void shouldKnowNoFactorWithoutServerData() {
        Coverage coverage = Coverage.of(30, 10, Volumes.of(0, 0, 0, 0), Volumes.of(0, 0, 0, 0));
        assertThat(coverage.cfBw()).isNull();
        assertThat(coverage.cfBwFs()).isNull();
        assertThat(coverage.quality()).isEqualTo(Quality.NO_SERVER_DATA);
    }

    @Test
    void shouldMarkMoreThanATenthOfTheSamplesMissing() {
        assertThat(Coverage.of(1, 1, Volumes.of(10, 10, 9, 10), Volumes.of(10, 10, 9, 10))
                        .quality())
                .isEqualTo(Quality.OK);
        assertThat(Coverage.of(1, 1, Volumes.of(10, 10, 89, 100), Volumes.of(10, 10, 89, 100))
                        .quality())
                .isEqualTo(Quality.MISSING);
    }

    @Test
    void shouldKeepAndMarkAnImplausibleFactor() {
        Coverage coverage = Coverage.of(25, 0, Volumes.of(20, 0, 10, 10), Volumes.of(20, 0, 10, 10));
        assertThat(coverage.cfBw()).isEqualTo(1.25);
        assertThat(coverage.quality()).isEqualTo(Quality.IMPLAUSIBLE);
        assertThat(Coverage.of(24, 0, Volumes.of(20, 0, 10, 10), Volumes.of(20, 0, 10, 10))
                        .quality())
                .isEqualTo(Quality.OK);
    }

    @Test
    void shouldCallBytesWithoutServerTrafficImplausible() {
        Coverage coverage = Coverage.of(25, 0, Volumes.of(0, 0, 10, 10), Volumes.of(0, 0, 10, 10));
        assertThat(coverage.cfBw()).isNull();
        assertThat(coverage.quality()).isEqualTo(Quality.IMPLAUSIBLE);
    }
}
