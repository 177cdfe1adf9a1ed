package io.barograph.lab.bench.micro;

import io.barograph.runs.CoverageFactors;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.WeatherMetric;
import io.barograph.servers.counters.BlockStore;
import io.barograph.servers.counters.ChainIndex;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.CounterSample;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.counters.SampleBlock;
import io.barograph.servers.history.CurveIndex;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.ServerHistory;
import io.barograph.servers.history.SlotBlock;
import io.barograph.servers.history.WindowVolume;
import io.barograph.slowdown.LogarithmicBins;
import io.barograph.slowdown.ProbeInterval;
import io.barograph.slowdown.SlotResult;
import io.barograph.verdicts.climate.MetricJudgement;
import io.barograph.verdicts.climate.PastRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The pure parts of the analysis, without Flink. */
@State(Scope.Thread)
public class AnalyticsMicro {
    private static final long BEGIN = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();
    private static final long INTERVAL = 5_000;
    private static final int POLLS = 720; // an hour
    private static final int CLIMATE = 100;

    private final CounterChain samples = new CounterChain(
            HistoryPolicy.DEFAULT.fine(),
            HistoryPolicy.DEFAULT.lateness(),
            CounterBounds.DEFAULT,
            new Blocks<SampleBlock>(),
            new ChainIndex());
    private final ServerHistory history =
            new ServerHistory(HistoryPolicy.DEFAULT, samples, new Blocks<SlotBlock>(), new CurveIndex());
    private final RunWindow window =
            RunWindow.ofRun((BEGIN + 600_000) * 1_000, (BEGIN + 2_400_000) * 1_000, INTERVAL, BEGIN + POLLS * INTERVAL);
    private final List<PastRun> climate =
            IntStream.range(0, CLIMATE).mapToObj(AnalyticsMicro::run).toList();
    private final LogarithmicBins bins = new LogarithmicBins();
    private final ProbeInterval minute = new ProbeInterval();
    private long calls;

    /** Blocks on the heap. */
    private static final class Blocks<B> implements BlockStore<B> {
        private final Map<Long, B> blocks = new HashMap<>();

        @Override
        public B get(long number) {
            return blocks.get(number);
        }

        @Override
        public void put(long number, B block) {
            blocks.put(number, block);
        }

        @Override
        public void remove(long number) {
            blocks.remove(number);
        }
    }

    /** Fills the history of a server. */
    public AnalyticsMicro() {
        for (int poll = 0; poll < POLLS; poll++) {
            long time = BEGIN + poll * INTERVAL;
            CounterSample sample =
                    new CounterSample(time, time + 250, QuantityAmounts.ofBytes(poll * 1_000_000L, poll * 3_000_000L));
            List<CounterIncrement> increments = new ArrayList<>(1);
            samples.insert(sample, increments::add);
            history.add(sample, true, increments, change -> {});
        }
    }

    private static PastRun run(int i) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        metrics.put(WeatherMetric.CF_BW, 1.0 / (1 + i % 7));
        return PastRun.of(Integer.toString(i), BEGIN + i, 1e9 + i * 37 % 100 * 1e7, true, metrics);
    }

    /** @return the coverage factors of a run of 30 min on one server */
    @Benchmark
    public CoverageFactors coverageFactor() {
        WindowVolume used = history.volume(window, INTERVAL);
        return CoverageFactors.of(400_000_000L, 900_000_000L, used, 0, used);
    }

    /** @return where a metric of a run stands in a climate of 100 runs */
    @Benchmark
    public MetricJudgement judgeInClimate() {
        return MetricJudgement.of(WeatherMetric.CF_BW, 0.3, climate);
    }

    @Benchmark
    public ProbeInterval addTiming() {
        long time = BEGIN + calls++ % 60 * 1_000;
        minute.add(
                new SlotResult(time * 1_000, "host1/read", "host1", "", ProbeOutcome.OK, 0.01 + time % 97 * 1e-4),
                false);
        return minute;
    }

    /** @return a sketch, with one more value */
    @Benchmark
    public LogarithmicBins addToSketch() {
        bins.add(0.01 + calls++ % 1_000 * 1e-5);
        return bins;
    }
}
