package io.barograph.servers.operators;

import io.barograph.schemas.ChanceOfQuiet;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.SpectrogramOfDay;
import io.barograph.schemas.SpectrogramRow;
import io.barograph.schemas.SpectrumOfPeriod;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.VolumeOfPeriod;
import io.barograph.schemas.WorkloadCharacter;
import io.barograph.schemas.metrics.Median;
import io.barograph.servers.character.AutoCorrelation;
import io.barograph.servers.character.PowerSpectrum;
import io.barograph.servers.character.QuietChance;
import io.barograph.servers.character.RateSeries;
import io.barograph.servers.character.Spectrogram;
import io.barograph.servers.rates.PeriodVolume;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

final class CharacterRecords {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long MAX_LAG = 24 * HOUR;
    private static final int[] QUIET_MINUTES = {2, 10, 60};

    /** The spectrogram looks for periods of minutes: finer values would only make it larger. */
    private static final long FINEST_SPECTROGRAM = 5_000;

    private final String fileSystem;
    private final long intervalMillis;
    private final Spectrogram spectrogram;

    CharacterRecords(String fileSystem, long intervalMillis, WeatherPolicy policy) {
        this.fileSystem = fileSystem;
        this.intervalMillis = intervalMillis;
        this.spectrogram = new Spectrogram(
                policy.spectrogramWindow(),
                policy.spectrogramHop(),
                Duration.ofMillis(spectrogramIntervals(intervalMillis) * intervalMillis));
    }

    private static int spectrogramIntervals(long intervalMillis) {
        return (int) Math.max(1, FINEST_SPECTROGRAM / intervalMillis);
    }

    /** Intervals in a value of a series of minutes; one where an interval is longer than that. */
    static int intervalsPerMinute(long intervalMillis) {
        return (int) Math.max(1, MINUTE / intervalMillis);
    }

    /**
     * Rates at equal distances.
     *
     * @param from start of the first value, milliseconds since the epoch
     * @param perSecond mean rates; NaN where missing
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Series(long from, long stepMillis, double[] perSecond) {
        /** What is missing at either end is no gap: the record began later or ended before. */
        Series withoutMissingEnds() {
            int first = 0;
            int end = perSecond.length;
            while (first < end && Double.isNaN(perSecond[first])) {
                first++;
            }
            while (end > first && Double.isNaN(perSecond[end - 1])) {
                end--;
            }
            return new Series(from + first * stepMillis, stepMillis, Arrays.copyOfRange(perSecond, first, end));
        }

        Series plus(Series other) {
            double[] sum = new double[perSecond.length];
            for (int i = 0; i < sum.length; i++) {
                sum[i] = perSecond[i] + other.perSecond[i];
            }
            return new Series(from, stepMillis, sum);
        }

        Series after(Series earlier) {
            double[] both = Arrays.copyOf(earlier.perSecond, earlier.perSecond.length + perSecond.length);
            System.arraycopy(perSecond, 0, both, earlier.perSecond.length, perSecond.length);
            return new Series(earlier.from, stepMillis, both);
        }

        double missingFraction() {
            return (double) Arrays.stream(perSecond).filter(Double::isNaN).count() / perSecond.length;
        }
    }

    /**
     * What the character of one direction is computed from.
     *
     * @param spectra its spectra; null for both directions together
     */
    record Source(PeriodTraffic.DirectionSpectra spectra, Series correlated, Series minutes) {}

    ServerRates.Builder record(Span span, TrafficDirection direction, long from, long to, long observedTo) {
        return ServerRates.newBuilder()
                .setFileSystem(fileSystem)
                .setSpan(span)
                .setDirection(direction)
                .setFrom(Instant.ofEpochMilli(from))
                .setTo(Instant.ofEpochMilli(to))
                .setObservedTo(Instant.ofEpochMilli(observedTo))
                .setIntervalMillis((int) intervalMillis);
    }

    static VolumeOfPeriod volume(PeriodVolume volume) {
        return VolumeOfPeriod.newBuilder()
                .setReadBytes(volume.readBytes())
                .setWriteBytes(volume.writeBytes())
                .setServerIntervals(volume.intervals())
                .setMissingServerIntervals(volume.missingIntervals())
                .build();
    }

    static WorkloadCharacter character(Source source) {
        Series series = source.correlated.withoutMissingEnds();
        WorkloadCharacter.Builder character = WorkloadCharacter.newBuilder();
        if (source.spectra != null) {
            character.setSpectrum(spectrum(source.spectra));
        }
        if (series.perSecond.length > 0) {
            correlate(series, character);
        }
        quiet(source.minutes, character);
        return character.build();
    }

    private static SpectrumOfPeriod spectrum(PeriodTraffic.DirectionSpectra spectra) {
        PowerSpectrum all = spectra.all();
        OptionalInt centroid = all.centroid();
        OptionalDouble half = all.halfIoObservation();
        return SpectrumOfPeriod.newBuilder()
                .setUpperEdgeBytes(all.upperEdge())
                .setObservations(ofBins(spectra.measured()::count))
                .setBytes(ofBins(spectra.measured()::bytes))
                .setFilledObservations(ofBins(spectra.filled()::count))
                .setFilledBytes(ofBins(spectra.filled()::bytes))
                .setCentroidBin(centroid.isPresent() ? centroid.getAsInt() : null)
                .setCentroidBytes(half.isPresent() ? half.getAsDouble() : null)
                .build();
    }

    private static List<Long> ofBins(IntFunction<Long> amount) {
        return IntStream.rangeClosed(0, PowerSpectrum.OVERFLOW).mapToObj(amount).toList();
    }

    private static void correlate(Series series, WorkloadCharacter.Builder character) {
        long step = series.stepMillis;
        AutoCorrelation correlation = AutoCorrelation.of(series.perSecond, (int) (MAX_LAG / step));
        double[] coefficients = correlation.coefficients();
        List<Integer> lags = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        int perMinute = intervalsPerMinute(step);
        for (int lag = 0; lag < coefficients.length; lag += lag * step < HOUR ? 1 : perMinute) {
            lags.add((int) (lag * step / 1_000));
            values.add(coefficients[lag]);
        }
        character
                .setCorrelationFrom(Instant.ofEpochMilli(series.from))
                .setCorrelationValues(series.perSecond.length)
                .setCorrelationMissingFraction(series.missingFraction())
                .setLagSeconds(lags)
                .setCorrelation(values)
                .setLagBelowHalfSeconds(seconds(correlation.firstLagBelow(0.5), step))
                .setLagBelowFifthSeconds(seconds(correlation.firstLagBelow(0.2), step));
    }

    private static Double seconds(OptionalInt lag, long step) {
        return lag.isPresent() ? (Double) (lag.getAsInt() * step / 1_000.0) : null;
    }

    private static void quiet(Series minutes, WorkloadCharacter.Builder character) {
        double threshold = Median.of(minutes.perSecond);
        int[] horizons = Arrays.stream(QUIET_MINUTES)
                .map(horizon -> (int) Math.max(1, horizon * MINUTE / minutes.stepMillis))
                .toArray();
        QuietChance chance = new QuietChance(horizons);
        for (double rate : minutes.perSecond) {
            chance.observe(rate, threshold);
        }
        List<ChanceOfQuiet> chances = new ArrayList<>();
        for (int i = 0; i < QUIET_MINUTES.length; i++) {
            OptionalDouble known = chance.chance(i);
            chances.add(ChanceOfQuiet.newBuilder()
                    .setMinutes(QUIET_MINUTES[i])
                    .setBusyMinutes(chance.busyValues(i))
                    .setChance(known.isPresent() ? known.getAsDouble() : null)
                    .build());
        }
        character
                .setQuietBelowPerSecond(Double.isNaN(threshold) ? null : threshold)
                .setQuietChances(chances);
    }

    /** Windows of which nothing is known are left out. */
    SpectrogramOfDay spectrogram(RateSeries day) {
        List<SpectrogramRow> rows = new ArrayList<>();
        for (Spectrogram.Row row : spectrogram.rows(day.from(), day.perSecond(spectrogramIntervals(intervalMillis)))) {
            if (row.missingFraction() < 1) {
                List<Float> power = new ArrayList<>();
                for (double value : row.power()) {
                    power.add((float) value);
                }
                rows.add(new SpectrogramRow(Instant.ofEpochMilli(row.from()), row.missingFraction(), power));
            }
        }
        return new SpectrogramOfDay(
                Arrays.stream(spectrogram.periodsSeconds()).boxed().toList(), rows);
    }
}
