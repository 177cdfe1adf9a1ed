package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.Good;
import io.barograph.verdicts.climate.ClimateShift.MetricShift;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;

/**
 * Recognises that a motif's performance has settled at a different level: a two-sided CUSUM (Page, Biometrika 1954) on
 * the logarithm of performance, standardised by median and MAD of the level so far - from its first
 * {@value #MIN_BASELINE} runs on, to {@value #BASELINE_RUNS} - and clipped, so that one bad day does not make a shift.
 *
 * <p>While the sum stands above its alarm, the onset is where the level's runs fall apart most clearly into two means
 * (least squares). It counts when at least {@value #MIN_RUNS} runs since then lie mostly on one side and their median is
 * at least 15 % away.
 *
 * <p>State: a few numbers and the shifts that have not ended, at most {@value #MAX_OPEN}; the runs are the climate's.
 */
public final class ShiftDetector {
    /** As many as a verdict needs, unless the site says otherwise. */
    static final int MIN_BASELINE = ClimatePolicy.DEFAULT.fewestRuns();

    static final int BASELINE_RUNS = 30;
    static final int MIN_RUNS = 8;
    static final int MAX_OPEN = 8;

    private static final double SLACK = 0.5;
    private static final double ALARM = 10;
    private static final double CLIP = 3;
    private static final double MIN_SIGMA = 0.03;
    private static final double MIN_CHANGE = 0.15;
    private static final double MOSTLY = 0.75;
    private static final double SIGNIFICANT = 0.001;
    private static final double MIN_METRIC_SHIFT = 1;
    private static final double MAX_METRIC_SHIFT = 100;

    private long levelSince = Long.MIN_VALUE;
    private double baseline = Double.NaN;
    private double sigma = Double.NaN;
    private int baselineRuns;
    private double up;
    private double down;
    private final List<ClimateShift> open = new ArrayList<>();

    /**
     * Takes the next run.
     *
     * @param climate the motif's runs within the climate's time, in the order of their end, the new run last
     * @return shifts that this run has made certain or ended, in the order of their onset; usually none
     */
    public List<ClimateShift> add(List<PastRun> climate) {
        PastRun newest = climate.get(climate.size() - 1);
        if (Double.isNaN(baseline)) {
            establish(climate);
            return List.of();
        }
        double deviation = standardised(newest);
        up = Math.max(0, up + deviation - SLACK);
        down = Math.max(0, down - deviation - SLACK);
        List<ClimateShift> news = down > ALARM ? shift(climate, -1) : List.of();
        if (news.isEmpty() && up > ALARM) {
            news = shift(climate, 1);
        }
        if (news.isEmpty() && Math.max(up, down) < ALARM / 2) {
            refine(climate);
        }
        return news;
    }

    private double standardised(PastRun run) {
        return Math.max(-CLIP, Math.min(CLIP, (Math.log(run.performance()) - baseline) / sigma));
    }

    private void establish(List<PastRun> climate) {
        List<PastRun> level = since(climate, levelSince);
        if (level.size() >= MIN_BASELINE) {
            take(level);
            up = 0;
            down = 0;
        }
    }

    /** A level of few runs is known better with each, as long as nothing points to a shift. */
    private void refine(List<PastRun> climate) {
        if (baselineRuns < BASELINE_RUNS) {
            List<PastRun> level = since(climate, levelSince);
            if (level.size() > baselineRuns) {
                take(level);
            }
        }
    }

    private void take(List<PastRun> level) {
        SortedValues logs = logs(level);
        baseline = logs.median();
        sigma = Math.max(MIN_SIGMA, logs.robustSigma());
        baselineRuns = level.size();
    }

    /** End of the first run behind the split that explains most of the variation; in the given direction only. */
    private long onset(List<PastRun> climate, int direction) {
        List<PastRun> level = since(climate, levelSince);
        double[] deviations = level.stream().mapToDouble(this::standardised).toArray();
        double total = Arrays.stream(deviations).sum();
        double sum = 0;
        double most = 0;
        long onset = Long.MAX_VALUE;
        for (int before = 1; before < deviations.length; before++) {
            sum += deviations[before - 1];
            int after = deviations.length - before;
            double step = direction * ((total - sum) / after - sum / before);
            double explained = (double) before * after * step * step;
            if (step > 0 && explained > most) {
                most = explained;
                onset = level.get(before).end();
            }
        }
        return onset;
    }

    private List<ClimateShift> shift(List<PastRun> climate, int direction) {
        long onset = onset(climate, direction);
        List<PastRun> after = since(climate, onset);
        if (after.size() < MIN_RUNS) {
            return List.of();
        }
        SortedValues logs = logs(after);
        double change = logs.median() - baseline;
        long onThatSide = after.stream()
                .filter(run -> direction * (Math.log(run.performance()) - baseline) > SLACK * sigma)
                .count();
        boolean settled = onThatSide >= MOSTLY * after.size() && direction * change >= -Math.log(1 - MIN_CHANGE);
        if (!settled) {
            return List.of();
        }
        ClimateShift shift = new ClimateShift(
                onset,
                ClimateShift.NOT_ENDED,
                Math.exp(baseline),
                Math.exp(logs.median()),
                after.size(),
                metrics(climate.subList(0, climate.size() - after.size()), after, direction));
        List<ClimateShift> news = new ArrayList<>();
        open.removeIf(earlier -> {
            boolean back = Math.abs(Math.log(shift.after() / earlier.before())) < -Math.log(1 - MIN_CHANGE);
            if (back) {
                news.add(earlier.endedAt(onset));
            }
            return back;
        });
        news.add(shift);
        open.add(shift);
        if (open.size() > MAX_OPEN) {
            open.remove(0);
        }
        levelSince = onset;
        baseline = Double.NaN;
        establish(climate);
        return news;
    }

    private List<MetricShift> metrics(List<PastRun> climate, List<PastRun> after, int direction) {
        List<PastRun> before = since(climate, levelSince);
        List<MetricShift> moved = new ArrayList<>();
        for (WeatherMetric metric : WeatherMetric.values()) {
            if (metric.good() != Good.NONE && metric.source() != WeatherMetric.Source.DARSHAN) {
                double[] old = values(before, metric);
                double[] now = values(after, metric);
                boolean isRepeated = PreferredMetrics.of(metric) != null
                        && values(after, PreferredMetrics.of(metric)).length >= MetricJudgement.MIN_VALUES;
                if (!isRepeated
                        && old.length >= MetricJudgement.MIN_VALUES
                        && now.length >= MetricJudgement.MIN_VALUES) {
                    MetricShift shift = moved(metric, old, now, direction);
                    if (Math.abs(shift.size()) >= MIN_METRIC_SHIFT
                            && new MannWhitneyUTest().mannWhitneyUTest(old, now) < SIGNIFICANT) {
                        moved.add(shift);
                    }
                }
            }
        }
        return moved.stream()
                .sorted(Comparator.comparing((MetricShift shift) -> !shift.explains())
                        .thenComparing(Comparator.comparingDouble((MetricShift shift) -> Math.abs(shift.size()))
                                .reversed())
                        .thenComparing(MetricShift::metric))
                .toList();
    }

    private static MetricShift moved(WeatherMetric metric, double[] old, double[] now, int direction) {
        SortedValues before = SortedValues.of(old);
        double difference = SortedValues.of(now).median() - before.median();
        double spread = Math.max(before.spread(), 0.01 * Math.abs(before.median()));
        double size =
                difference == 0 ? 0 : Math.max(-MAX_METRIC_SHIFT, Math.min(MAX_METRIC_SHIFT, difference / spread));
        boolean explains = direction * (metric.good() == Good.HIGH ? difference : -difference) > 0;
        return new MetricShift(metric, before.median(), before.median() + difference, size, explains);
    }

    private static double[] values(List<PastRun> runs, WeatherMetric metric) {
        return runs.stream()
                .mapToDouble(run -> run.value(metric))
                .filter(value -> !Double.isNaN(value))
                .toArray();
    }

    private static List<PastRun> since(List<PastRun> runs, long time) {
        int first = runs.size();
        while (first > 0 && runs.get(first - 1).end() >= time) {
            first--;
        }
        return runs.subList(first, runs.size());
    }

    private static SortedValues logs(List<PastRun> runs) {
        return SortedValues.of(
                runs.stream().mapToDouble(run -> Math.log(run.performance())).toArray());
    }

    /** @return shifts that last, in the order of their onset */
    public List<ClimateShift> open() {
        return List.copyOf(open);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(levelSince);
        out.writeDouble(baseline);
        out.writeDouble(sigma);
        out.writeDouble(up);
        out.writeDouble(down);
        out.writeInt(baselineRuns);
        out.writeInt(open.size());
        for (ClimateShift shift : open) {
            out.writeLong(shift.onset());
            out.writeDouble(shift.before());
            out.writeDouble(shift.after());
            out.writeInt(shift.runs());
            out.writeInt(shift.metrics().size());
            for (MetricShift metric : shift.metrics()) {
                out.writeUTF(metric.metric().metricName());
                out.writeDouble(metric.before());
                out.writeDouble(metric.after());
                out.writeDouble(metric.size());
                out.writeBoolean(metric.explains());
            }
        }
    }

    /** @return what {@link #writeTo} wrote; a metric that is no longer known is left out */
    public static ShiftDetector readFrom(DataInput in) throws IOException {
        ShiftDetector detector = new ShiftDetector();
        detector.levelSince = in.readLong();
        detector.baseline = in.readDouble();
        detector.sigma = in.readDouble();
        detector.up = in.readDouble();
        detector.down = in.readDouble();
        detector.baselineRuns = in.readInt();
        int shifts = in.readInt();
        for (int i = 0; i < shifts; i++) {
            long onset = in.readLong();
            double before = in.readDouble();
            double after = in.readDouble();
            int runs = in.readInt();
            int size = in.readInt();
            List<MetricShift> metrics = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                String name = in.readUTF();
                double from = in.readDouble();
                double to = in.readDouble();
                double by = in.readDouble();
                boolean explains = in.readBoolean();
                WeatherMetric.named(name)
                        .ifPresent(metric -> metrics.add(new MetricShift(metric, from, to, by, explains)));
            }
            detector.open.add(new ClimateShift(onset, ClimateShift.NOT_ENDED, before, after, runs, metrics));
        }
        return detector;
    }
}
