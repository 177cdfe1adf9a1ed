package io.barograph.verdicts.explanation;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.SortedValues;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a run met, beside what its motif usually meets. */
final class RunConditions {
    /** The usual weather is that of at most this many runs. */
    private static final int MAX_RUNS = 100;

    private static final int MIN_VALUES = 5;

    private final double[] columns;
    private final Map<WeatherInput, Double> values = new EnumMap<>(WeatherInput.class);
    private final Map<WeatherInput, Double> usual = new EnumMap<>(WeatherInput.class);

    private RunConditions(double[] columns) {
        this.columns = columns;
    }

    /**
     * @param usualPerformance bytes/s
     * @param fileSystem how slow all runs of its file system have been
     * @param now time of the decision, milliseconds since the epoch
     */
    static RunConditions of(
            PastRun run,
            double usualPerformance,
            List<PastRun> earlier,
            MotifMemory motif,
            SlownessMemory fileSystem,
            long now) {
        List<PastRun> newest = earlier.subList(Math.max(0, earlier.size() - MAX_RUNS), earlier.size());
        WeatherInput[] inputs = WeatherInput.values();
        double[] values = new double[inputs.length];
        double[] usual = new double[inputs.length];
        double[] worse = new double[inputs.length];
        double[] before = new double[newest.size()];
        for (int i = 0; i < inputs.length; i++) {
            values[i] = inputs[i].of(run);
            usual[i] = Double.NaN;
            if (!Double.isNaN(values[i])) {
                for (int k = 0; k < before.length; k++) {
                    before[k] = inputs[i].of(newest.get(k));
                }
                SortedValues known = SortedValues.of(before);
                usual[i] = known.size() >= MIN_VALUES ? known.median() : Double.NaN;
            }
            worse[i] = inputs[i].worse(values[i], usual[i], usualPerformance);
        }
        double read = run.value(WeatherMetric.JOB_READ_BYTES);
        double written = run.value(WeatherMetric.JOB_WRITE_BYTES);
        double readPart = read + written > 0 ? Math.max(0, Math.min(1, read / (read + written))) : 0.5;
        double[] columns = LossModelColumns.of(worse, readPart);
        columns[LossModelColumns.MEMORY] = motif.last();
        columns[LossModelColumns.MEMORY + 1] = motif.recent();
        for (int i = 0; i < SlownessMemory.HOURS.length; i++) {
            columns[LossModelColumns.MEMORY + 2 + i] = fileSystem.meanWithout(i, motif.hours(), now);
        }
        RunConditions conditions = new RunConditions(columns);
        for (int i = 0; i < inputs.length; i++) {
            if (!Double.isNaN(usual[i])) {
                conditions.values.put(inputs[i], values[i]);
                conditions.usual.put(inputs[i], usual[i]);
            }
        }
        return conditions;
    }

    /** The same as columns of the model, with the memory of earlier runs. */
    double[] columns() {
        return columns;
    }

    /** The run's value in the input's unit; NaN if it, or what is usual, is not known. */
    double value(WeatherInput input) {
        return values.getOrDefault(input, Double.NaN);
    }

    /** Median over the motif's earlier runs; NaN if too few are known. */
    double usual(WeatherInput input) {
        return usual.getOrDefault(input, Double.NaN);
    }

    /** Causes of which at least one input is known. */
    Set<LossCause> known() {
        Set<LossCause> known = EnumSet.noneOf(LossCause.class);
        usual.keySet().forEach(input -> known.add(input.cause()));
        return known;
    }
}
