package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.character.PowerSpectrum;
import io.barograph.servers.character.RateSeries;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterChains;
import io.barograph.servers.counters.CounterSample;
import io.barograph.servers.counters.QuantityAmounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The weather of simulated servers with gaps, restarts and late samples, in any order of arrival. */
class WeatherPropertyTest {
    private static final long INTERVAL = 5_000;
    /** 30 s before midnight, so that two days are met. */
    private static final long START = 1_518_220_770_000L;

    private record Arrival(String server, CounterSample reading) {}

    /** All that is added up from the parts. */
    private static final class Weather {
        private final SortedMap<String, CounterChain> chains = new TreeMap<>();
        private final ServerNumbering numbers = new ServerNumbering();
        private final SortedMap<Long, IntervalLoads> intervals = new TreeMap<>();
        private final SortedMap<Long, PowerSpectrum> spectraByDay = new TreeMap<>();
        private final PowerSpectrum spectrum = new PowerSpectrum(5_000);
        private final SortedMap<Long, PeriodVolume> hours = new TreeMap<>();
        private final RateSeries series;
        private final GapSpreading spreading = new GapSpreading(INTERVAL);

        Weather(long to) {
            series = new RateSeries(START, to, INTERVAL);
        }

        void arrive(Arrival arrival) {
            int number = numbers.numberOf(arrival.server);
            chains.computeIfAbsent(arrival.server, server -> CounterChains.inMemory())
                    .insert(arrival.reading, increment -> spreading.spread(increment, part -> add(number, part)));
        }

        private void add(int number, IntervalIncrement part) {
            long read = part.moved().get(QuantityAmounts.READ_BYTES);
            intervals
                    .computeIfAbsent(part.label(), label -> new IntervalLoads())
                    .add(number, part);
            spectrum.add(read, part.sign());
            spectraByDay
                    .computeIfAbsent(
                            CalendarPeriod.DAY.startOf(part.label(), INTERVAL),
                            day -> new PowerSpectrum(spectrum.upperEdge()))
                    .add(read, part.sign());
            hours.computeIfAbsent(CalendarPeriod.HOUR.startOf(part.label(), INTERVAL), hour -> new PeriodVolume())
                    .add(part);
            series.add(part.label(), read, part.sign());
        }

        SortedMap<Long, IntervalRates> rates() {
            SortedMap<Long, IntervalRates> rates = new TreeMap<>();
            intervals.forEach((label, loads) -> rates.put(label, loads.rates(label, INTERVAL, numbers.size())));
            return rates;
        }

        SortedMap<String, QuantityAmounts> moved(long label) {
            SortedMap<String, QuantityAmounts> moved = new TreeMap<>();
            for (int i = 0; i < numbers.size(); i++) {
                moved.put(numbers.nameOf(i), intervals.get(label).moved(i));
            }
            return moved;
        }
    }

    private static List<Arrival> recording(Random random, int servers, int samples) {
        List<Arrival> arrivals = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            long read = 1_000_000L + random.nextInt(1_000_000);
            long write = 1_000_000L + random.nextInt(1_000_000);
            long time = START;
            for (int i = 0; i < samples; i++) {
                long delay = random.nextInt(4) == 0 ? 30_001 + random.nextInt(1_200_000) : random.nextInt(30_000);
                if (i == 0 || random.nextInt(5) > 0) {
                    arrivals.add(new Arrival("ost" + server, CounterChains.sample(time, time + delay, read, write)));
                }
                time += INTERVAL;
                read += random.nextInt(3) == 0 ? 0 : random.nextInt(8_000);
                write += random.nextInt(10_000);
                // a counter that was reset a moment ago cannot be distinguished from one that is at fault
                if (read > 200_000 && write > 200_000 && random.nextInt(20) == 0) {
                    read = 0;
                    write = random.nextInt(10);
                }
            }
        }
        return arrivals;
    }

    /** C(end) - C(start) with resets unwrapped. */
    private static long curve(List<Arrival> arrivals, String quantity) {
        SortedMap<String, CounterSample> previous = new TreeMap<>();
        long sum = 0;
        for (Arrival arrival : arrivals) {
            CounterSample before = previous.put(arrival.server, arrival.reading);
            if (before != null) {
                long now = arrival.reading.counters().get(quantity);
                long then = before.counters().get(quantity);
                sum += now < then ? now : now - then;
            }
        }
        return sum;
    }

    @Property(tries = 200)
    void shouldMoveTheSameBytesInRatesSpectrumVolumesAndSeriesAsOnTheCurve(
            @ForAll Random random,
            @ForAll @IntRange(min = 2, max = 40) int samples,
            @ForAll @IntRange(min = 1, max = 4) int servers) {
        List<Arrival> arrivals = recording(random, servers, samples);
        Weather weather = new Weather(START + samples * INTERVAL);
        arrivals.forEach(weather::arrive);
        long expected = curve(arrivals, QuantityAmounts.READ_BYTES);

        assertThat(weather.rates().values().stream()
                        .mapToLong(rates -> rates.quantities()
                                .get(QuantityAmounts.READ_BYTES)
                                .total())
                        .sum())
                .isEqualTo(expected);
        assertThat(weather.spectrum.totalBytes()).isEqualTo(expected);
        assertThat(weather.hours.values().stream()
                        .mapToLong(PeriodVolume::readBytes)
                        .sum())
                .isEqualTo(expected);
        assertThat(weather.hours.values().stream()
                        .mapToLong(PeriodVolume::writeBytes)
                        .sum())
                .isEqualTo(curve(arrivals, QuantityAmounts.WRITE_BYTES));
        double seriesBytes = 0;
        for (double rate : weather.series.perSecond(1)) {
            seriesBytes += Double.isNaN(rate) ? 0 : rate * 5;
        }
        assertThat(Math.round(seriesBytes)).isEqualTo(expected);
    }

    @Property(tries = 200)
    void shouldNotDependOnTheOrderOfArrival(
            @ForAll Random random,
            @ForAll @IntRange(min = 2, max = 40) int samples,
            @ForAll @IntRange(min = 1, max = 4) int servers) {
        List<Arrival> arrivals = recording(random, servers, samples);
        Weather inOrder = new Weather(START + samples * INTERVAL);
        arrivals.forEach(inOrder::arrive);

        List<Arrival> shuffled = new ArrayList<>(arrivals);
        shuffled.addAll(arrivals.subList(0, arrivals.size() / 3)); // sent twice
        Collections.shuffle(shuffled, random);
        Weather late = new Weather(START + samples * INTERVAL);
        shuffled.forEach(late::arrive);

        assertThat(late.rates()).isEqualTo(inOrder.rates());
        late.intervals.keySet().forEach(label -> assertThat(late.moved(label)).isEqualTo(inOrder.moved(label)));
        assertThat(StateBytes.of(late.spectrum, PowerSpectrum::writeTo))
                .isEqualTo(StateBytes.of(inOrder.spectrum, PowerSpectrum::writeTo));
        assertThat(StateBytes.of(late.series, RateSeries::writeTo))
                .isEqualTo(StateBytes.of(inOrder.series, RateSeries::writeTo));
        inOrder.hours.forEach((hour, volume) -> assertThat(StateBytes.of(late.hours.get(hour), PeriodVolume::writeTo))
                .isEqualTo(StateBytes.of(volume, PeriodVolume::writeTo)));
    }

    @Property(tries = 100)
    void shouldMergeTheSpectraOfTwoDaysToTheSpectrumOfBoth(@ForAll Random random) {
        Weather weather = new Weather(START + 40 * INTERVAL);
        recording(random, 3, 40).forEach(weather::arrive);
        assertThat(weather.spectraByDay).hasSize(2);
        PowerSpectrum both = new PowerSpectrum(weather.spectrum.upperEdge());
        weather.spectraByDay.values().forEach(both::merge);
        assertThat(StateBytes.of(both, PowerSpectrum::writeTo))
                .isEqualTo(StateBytes.of(weather.spectrum, PowerSpectrum::writeTo));
    }

    @Property(tries = 100)
    void shouldHoldTheRateOfASpanBetweenThoseOfItsIntervals(@ForAll Random random) {
        Weather weather = new Weather(START + 40 * INTERVAL);
        recording(random, 3, 40).forEach(weather::arrive);
        SpanLoads whole = new SpanLoads(INTERVAL);
        weather.intervals.forEach((label, loads) -> whole.add(loads, 3));
        long end = weather.intervals.lastKey();
        QuantityRate rate = whole.rates(START, end).quantities().get(QuantityAmounts.READ_BYTES);
        assertThat(rate.smallestPerSecond()).isLessThanOrEqualTo(rate.perSecond());
        assertThat(rate.largestPerSecond()).isGreaterThanOrEqualTo(rate.perSecond());
    }
}
