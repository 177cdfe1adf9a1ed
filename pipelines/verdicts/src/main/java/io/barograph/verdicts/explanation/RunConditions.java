package io.barograph.verdicts.explanation;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.SortedValues;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run met, beside what its motif usually meets.
 *
 * @param columns the same as columns of the model, with the memory of earlier runs
 * @param values the run's values of those inputs of which it and what is usual are known, in their units
 * @param usual median over the motif's earlier runs
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RunConditions(double[] columns, Map<WeatherInput, Double> values, Map<WeatherInput, Double> usual) {
    /** The usual weather is that of at most this many runs. */
    private static final int MAX_RUNS = 100;

    private static final int MIN_VALUES = 5;

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
        Map<WeatherInput, Double> values = new EnumMap<>(WeatherInput.class);
        Map<WeatherInput, Double> usual = new EnumMap<>(WeatherInput.class);
        double[] worse = new double[inputs.length];
        double[] before = new double[newest.size()];
        for (int i = 0; i < inputs.length; i++) {
            double value = inputs[i].of(run);
            if (Double.isNaN(value)) {
                continue;
            }
            for (int k = 0; k < before.length; k++) {
                before[k] = inputs[i].of(newest.get(k));
            }
            SortedValues known = SortedValues.of(before);
            if (known.size() >= MIN_VALUES) {
                values.put(inputs[i], value);
                usual.put(inputs[i], known.median());
                worse[i] = inputs[i].worse(value, known.median(), usualPerformance);
            }
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
        return new RunConditions(columns, values, usual);
    }

    /** Causes of which at least one input is known. */
    Set<LossCause> known() {
        Set<LossCause> known = EnumSet.noneOf(LossCause.class);
        usual.keySet().forEach(input -> known.add(input.cause()));
        return known;
    }
}
