package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Span;
import io.barograph.schemas.SpectrogramOfDay;
import io.barograph.schemas.SpectrogramRow;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.WorkloadCharacter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A day on which a job writes a checkpoint every 600 s from 06:00 to 18:00, through the whole workflow. */
class ToneWorkflowTest {
    private static final Instant MIDNIGHT = Instant.parse("2018-02-09T00:00:00Z");
    private static final int CHECKPOINT_SECONDS = 600;

    private static ServerRates day;

    @BeforeAll
    static void simulate() throws Exception {
        Random random = new Random(600);
        List<ServerSample> samples = new ArrayList<>();
        long written = 0;
        for (int second = 0; second <= 86_400; second += 5) {
            samples.add(WeatherSite.server("ost0", ServerKind.OST, MIDNIGHT.plusSeconds(second))
                    .setReadBytes(0L)
                    .setWriteBytes(written)
                    .build());
            boolean checkpoint = second >= 6 * 3_600 && second < 18 * 3_600 && second % CHECKPOINT_SECONDS < 240;
            // neighbours: 0.3 GB/s on average
            written += (long) (1.5e9 * -Math.log(1 - random.nextDouble())) + (checkpoint ? 10_000_000_000L : 0);
        }
        day = WeatherRun.of(samples, WeatherSite.CATALOGUE, WeatherPolicy.DEFAULT)
                .latest(Span.DAY, TrafficDirection.WRITE)
                .get(MIDNIGHT.toEpochMilli());
    }

    @Test
    void shouldShowTheLineOfTheSpectrogramWhileTheJobRunsAndOnlyThen() {
        SpectrogramOfDay spectrogram = day.getSpectrogram();
        assertThat(spectrogram.getPeriodsSeconds()).hasSize(360);
        assertThat(spectrogram.getRows()).hasSize(93);
        for (SpectrogramRow row : spectrogram.getRows()) {
            Instant to = row.getFrom().plusSeconds(3_600);
            boolean within = !row.getFrom().isBefore(MIDNIGHT.plusSeconds(6 * 3_600))
                    && !to.isAfter(MIDNIGHT.plusSeconds(18 * 3_600));
            boolean apart = !to.isAfter(MIDNIGHT.plusSeconds(6 * 3_600))
                    || !row.getFrom().isBefore(MIDNIGHT.plusSeconds(18 * 3_600));
            int strongest = strongest(row.getPower());
            if (within) {
                assertThat(spectrogram.getPeriodsSeconds().get(strongest)).isEqualTo(CHECKPOINT_SECONDS);
            }
            if (apart) {
                double line = row.getPower().get(spectrogram.getPeriodsSeconds().indexOf((double) CHECKPOINT_SECONDS));
                assertThat(line).isLessThan(20 * mean(row.getPower()));
            } else if (within) {
                assertThat((double) row.getPower().get(strongest)).isGreaterThan(50 * mean(row.getPower()));
            }
        }
    }

    private static int strongest(List<Float> power) {
        int strongest = 0;
        for (int i = 1; i < power.size(); i++) {
            strongest = power.get(i) > power.get(strongest) ? i : strongest;
        }
        return strongest;
    }

    private static double mean(List<Float> power) {
        return power.stream().mapToDouble(Float::doubleValue).average().orElseThrow();
    }

    @Test
    void shouldShowThePeakOfTheAutoCorrelation() {
        WorkloadCharacter character = day.getCharacter();
        int peak = -1;
        for (int i = 0; i < character.getLagSeconds().size(); i++) {
            int lag = character.getLagSeconds().get(i);
            if (lag >= CHECKPOINT_SECONDS / 2
                    && lag <= CHECKPOINT_SECONDS * 3 / 2
                    && (peak < 0
                            || character.getCorrelation().get(i)
                                    > character.getCorrelation().get(peak))) {
                peak = i;
            }
        }
        assertThat(character.getLagSeconds().get(peak)).isEqualTo(CHECKPOINT_SECONDS);
        assertThat(character.getCorrelation().get(peak)).isGreaterThan(0.2);
        assertThat(character.getLagSeconds().get(character.getLagSeconds().size() - 1))
                .as("the series of one day has no pair of values 24 h apart")
                .isEqualTo(24 * 3_600 - 60);
    }
}
