package io.barograph.verdicts.explanation;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.Finding;
import io.barograph.verdicts.climate.PastRun;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Explains the losses of the runs of one file system, and learns from each of them: an additive model of the weather, each
 * input relative to what is usual for the motif, that never says that worse weather helps.
 *
 * <p>Least squares with weights of at least 0 over all runs so far, drawn to what is assumed beforehand as by a few runs
 * (ridge regression): the sums of products are kept, not the runs, and the weights are improved by coordinate descent with
 * each run. A run is explained before it is learned, by what was learned from runs that were decided before it. The order
 * of the runs decides the result, and nothing else.
 *
 * <p>About 60 kB, whatever the number of runs. A revision of one of the last {@value #MAX_REVISABLE} runs takes its place;
 * of an older one it is explained and not learned.
 */
public final class LossModel {
    static {
        AvroCodec.of(Anomaly.class); // Avro builds no record of a class that the codec has not made it trust
    }

    /** Runs that can still be revised; 600 bytes each. */
    static final int MAX_REVISABLE = 64;

    /** A single run that hangs must not outweigh a hundred others: e^2 is seven times slower. */
    private static final double MAX_LOSS = 2;

    private static final double RIDGE = 10;
    private static final int PASSES = 5;
    private static final double SETTLED = 1e-4;
    private static final double MIN_SHOWN = 0.001;

    /** What was learned of a run. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Learned(double[] columns, double loss) {}

    /** Rows of the upper triangle of the sums of products. */
    private final double[][] products = new double[LossModelColumns.COUNT][];

    private final double[] targets = new double[LossModelColumns.COUNT];
    private final double[] weights = new double[LossModelColumns.COUNT];
    private final Map<String, Learned> revisable = new LinkedHashMap<>();
    private SlownessMemory memory = new SlownessMemory();
    private CauseFrequencies frequencies = new CauseFrequencies();

    /** Nothing is learned yet. */
    public LossModel() {
        for (int i = 0; i < LossModelColumns.COUNT; i++) {
            products[i] = new double[LossModelColumns.COUNT - i];
            weights[i] = LossModelColumns.get(i).prior();
        }
    }

    /**
     * Explains a run, then learns from it.
     *
     * @param usualPerformance of its motif, bytes/s
     */
    public LossExplanation explain(
            PastRun run,
            double usualPerformance,
            boolean isSlow,
            boolean isRevision,
            List<PastRun> earlier,
            MotifMemory motif,
            long now) {
        double loss = Math.log(usualPerformance) - Math.log(run.performance()); // the quotient can be infinite
        double clipped = Math.max(-MAX_LOSS, Math.min(MAX_LOSS, loss));
        RunConditions conditions = RunConditions.of(run, usualPerformance, earlier, motif, memory, now);
        Learned before = revisable.remove(run.identity());
        if (before != null) {
            System.arraycopy(
                    before.columns,
                    LossModelColumns.MEMORY,
                    conditions.columns(),
                    LossModelColumns.MEMORY,
                    LossModelColumns.CONSTANT - LossModelColumns.MEMORY);
            learn(before, -1);
        }
        LossExplanation explanation = explanation(loss, conditions);
        if (isRevision && before == null) {
            return explanation;
        }
        Learned learned = new Learned(conditions.columns(), clipped);
        learn(learned, 1);
        if (before == null) {
            for (LossCause cause : LossCause.values()) {
                // A cause without share is evidence, too.
                double share = explanation.shares().stream()
                        .filter(other -> other.getCause().equals(cause.name()))
                        .mapToDouble(Finding::getShare)
                        .findFirst()
                        .orElse(0);
                frequencies.add(cause, share, isSlow);
            }
            memory.add(clipped, now);
            motif.add(clipped, now);
        }
        revisable.put(run.identity(), learned);
        if (revisable.size() > MAX_REVISABLE) {
            revisable.remove(revisable.keySet().iterator().next());
        }
        return explanation;
    }

    private LossExplanation explanation(double loss, RunConditions conditions) {
        Map<LossCause, Double> shares = new EnumMap<>(LossCause.class);
        Map<WeatherInput, Double> parts = new EnumMap<>(WeatherInput.class);
        for (int i = 0; i < LossModelColumns.CONSTANT; i++) {
            LossModelColumns.Column column = LossModelColumns.get(i);
            double part = weights[i] * conditions.columns()[i];
            shares.merge(column.cause(), part, Double::sum);
            if (column.input() != null) {
                parts.merge(column.input(), part, Double::sum);
            }
        }
        List<Finding> named = new ArrayList<>();
        double unexplained = loss;
        for (LossCause cause : LossCause.values()) {
            double share = shares.get(cause);
            if (Math.abs(share) >= MIN_SHOWN) {
                unexplained -= share;
                CauseFrequencies.Confidence confidence = loss < LossExplanation.MIN_LOSS
                        ? CauseFrequencies.Confidence.NONE
                        : frequencies.of(cause, share);
                named.add(share(cause, share, confidence, parts, conditions));
            }
        }
        named.sort(Comparator.comparingDouble(Finding::getShare).reversed());
        return new LossExplanation(loss, named, unexplained, conditions.known());
    }

    private static Finding share(
            LossCause cause,
            double share,
            CauseFrequencies.Confidence confidence,
            Map<WeatherInput, Double> parts,
            RunConditions conditions) {
        WeatherInput evidence = null;
        for (WeatherInput input : WeatherInput.values()) {
            boolean isStronger = evidence == null
                    || Math.signum(share) * parts.get(input) > Math.signum(share) * parts.get(evidence);
            if (input.cause() == cause && isStronger) {
                evidence = input;
            }
        }
        return Finding.newBuilder()
                .setCause(cause.name())
                .setShare(share)
                .setConfidence(confidence.value())
                .setConfidenceLow(confidence.low())
                .setConfidenceHigh(confidence.high())
                .setEvidence(evidence == null ? "" : evidence.title())
                .setUnit(evidence == null ? "" : evidence.unit())
                .setValue(conditions.values().get(evidence))
                .setUsual(conditions.usual().get(evidence))
                .build();
    }

    private void learn(Learned run, int sign) {
        double[] columns = run.columns;
        for (int i = 0; i < LossModelColumns.COUNT; i++) {
            if (columns[i] != 0) {
                double[] row = products[i];
                for (int k = i; k < LossModelColumns.COUNT; k++) {
                    row[k - i] += sign * columns[i] * columns[k];
                }
                targets[i] += sign * columns[i] * run.loss;
            }
        }
        for (int pass = 0; pass < PASSES && improve() > SETTLED; pass++) {}
    }

    /** One pass of coordinate descent; the largest change of a weight. */
    private double improve() {
        double largest = 0;
        for (int i = 0; i < LossModelColumns.COUNT; i++) {
            double rest = targets[i];
            for (int k = 0; k < LossModelColumns.COUNT; k++) {
                if (k != i) {
                    rest -= (k < i ? products[k][i - k] : products[i][k - i]) * weights[k];
                }
            }
            double weight = (rest + RIDGE * LossModelColumns.get(i).prior()) / (products[i][0] + RIDGE);
            if (i != LossModelColumns.CONSTANT) {
                weight = Math.max(0, weight);
            }
            largest = Math.max(largest, Math.abs(weight - weights[i]));
            weights[i] = weight;
        }
        return largest;
    }

    public void writeTo(DataOutput out) throws IOException {
        for (double[] row : products) {
            write(row, out);
        }
        write(targets, out);
        write(weights, out);
        out.writeInt(revisable.size());
        for (Map.Entry<String, Learned> run : revisable.entrySet()) {
            BinaryCollections.LONG_TEXT.write(run.getKey(), out);
            write(run.getValue().columns, out);
            out.writeDouble(run.getValue().loss);
        }
        memory.writeTo(out);
        frequencies.writeTo(out);
    }

    /** @return what {@link #writeTo} wrote */
    public static LossModel readFrom(DataInput in) throws IOException {
        LossModel model = new LossModel();
        for (double[] row : model.products) {
            read(row, in);
        }
        read(model.targets, in);
        read(model.weights, in);
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            String identity = BinaryCollections.readLongText(in);
            double[] columns = new double[LossModelColumns.COUNT];
            read(columns, in);
            model.revisable.put(identity, new Learned(columns, in.readDouble()));
        }
        model.memory = SlownessMemory.readFrom(in);
        model.frequencies = CauseFrequencies.readFrom(in);
        return model;
    }

    private static void write(double[] values, DataOutput out) throws IOException {
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    private static void read(double[] values, DataInput in) throws IOException {
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
    }
}
