package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.counters.QuantityAmounts;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeriodVolumeTest {
    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    @ParameterizedTest
    @CsvSource({
        "MINUTE, 2018-03-01T00:00:00Z, 2018-02-28T23:59:00Z, 2018-03-01T00:00:00Z",
        "HOUR, 2018-03-01T00:00:00Z, 2018-02-28T23:00:00Z, 2018-03-01T00:00:00Z",
        "DAY, 2018-03-01T00:00:00Z, 2018-02-28T00:00:00Z, 2018-03-01T00:00:00Z",
        "MONTH, 2018-03-01T00:00:00Z, 2018-02-01T00:00:00Z, 2018-03-01T00:00:00Z",
        "MONTH, 2018-03-01T00:00:05Z, 2018-03-01T00:00:00Z, 2018-04-01T00:00:00Z",
        "DAY, 2016-02-29T12:00:00Z, 2016-02-29T00:00:00Z, 2016-03-01T00:00:00Z"
    })
    void shouldPutAnIntervalInThePeriodItStartsIn(CalendarPeriod period, String label, String start, String end) {
        assertThat(period.startOf(millis(label), 5_000)).isEqualTo(millis(start));
        assertThat(period.endOf(millis(start))).isEqualTo(millis(end));
    }

    @Test
    void shouldAddTakeBackAndMerge() {
        PeriodVolume volume = new PeriodVolume();
        volume.add(new IntervalIncrement(5_000, QuantityAmounts.ofBytes(10, 20), 1, true, false, false));
        volume.add(new IntervalIncrement(10_000, QuantityAmounts.ofBytes(3, 4), 1, false, true, false));
        volume.add(new IntervalIncrement(5_000, QuantityAmounts.ofBytes(10, 20), -1, true, false, false));
        assertThat(volume.readBytes()).isEqualTo(3);
        assertThat(volume.writeBytes()).isEqualTo(4);
        assertThat(volume.intervals()).isEqualTo(1);
        assertThat(volume.missingIntervals()).isEqualTo(1);
        PeriodVolume twice = StateBytes.roundTrip(volume, PeriodVolume::writeTo, PeriodVolume::readFrom);
        twice.merge(volume);
        assertThat(twice.readBytes()).isEqualTo(6);
        assertThat(twice.intervals()).isEqualTo(2);
    }
}
