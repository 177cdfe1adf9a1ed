package io.barograph.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * How well the explanations of a recorded year hold, without labels: they predict the logarithm of performance / median of
 * the motif's last 100 runs from what was known at the end of each run. The first 30 % of the runs, in the order of their
 * end, only teach.
 */
final class ForwardPrediction {
    private static final int LAST_RUNS = 100;
    private static final int MIN_RUNS = 10;
    private static final double TAUGHT = 0.3;
    private static final int RESAMPLES = 400;
    private static final long WEEK_SECONDS = 7 * 86_400;

    /**
     * One run.
     *
     * @param value what is predicted
     * @param explained prediction by the shares of the causes
     * @param weather prediction by those causes alone that were measured
     * @param last the value of the motif's run before
     */
    private record Predicted(String motif, long week, double value, double explained, double weather, double last) {}

    private final List<Predicted> taught;
    private final List<Predicted> tested;
    private final double persistence;

    private ForwardPrediction(List<Predicted> runs) {
        int first = (int) (TAUGHT * runs.size());
        taught = runs.subList(0, first);
        tested = runs.subList(first, runs.size());
        double products = 0;
        double squares = 0;
        for (Predicted run : taught) {
            products += run.value * run.last;
            squares += run.last * run.last;
        }
        persistence = products / squares;
    }

    static ForwardPrediction of(List<JsonNode> verdicts) {
        List<JsonNode> inOrder = verdicts.stream()
                .filter(verdict -> !verdict.get("performance").isNull())
                .sorted(Comparator.comparing(
                                (JsonNode verdict) -> verdict.get("endTime").asText())
                        .thenComparing(JobYear::identity))
                .toList();
        Map<String, List<Double>> performances = new HashMap<>();
        Map<String, Double> last = new HashMap<>();
        List<Predicted> runs = new ArrayList<>();
        for (JsonNode verdict : inOrder) {
            String motif = verdict.get("motif").asText();
            List<Double> earlier = performances.computeIfAbsent(motif, name -> new ArrayList<>());
            double log = Math.log(verdict.get("performance").asDouble());
            if (earlier.size() >= MIN_RUNS && !verdict.get("loss").isNull()) {
                double median = median(earlier.subList(Math.max(0, earlier.size() - LAST_RUNS), earlier.size()));
                double usual = Math.log(verdict.get("usualPerformance").asDouble()) - median;
                runs.add(new Predicted(
                        motif,
                        Instant.parse(verdict.get("endTime").asText()).getEpochSecond() / WEEK_SECONDS,
                        log - median,
                        usual
                                - (verdict.get("loss").asDouble()
                                        - verdict.get("unexplained").asDouble()),
                        usual - measured(verdict),
                        last.getOrDefault(motif, 0.0)));
                last.put(motif, log - median);
            }
            earlier.add(log);
        }
        return new ForwardPrediction(runs);
    }

    private static double measured(JsonNode verdict) {
        double sum = 0;
        for (JsonNode finding : verdict.get("findings")) {
            boolean isMeasured = !List.of("LASTING", "SLOW_FOR_OTHERS")
                    .contains(finding.get("cause").asText());
            sum += isMeasured ? finding.get("share").asDouble() : 0;
        }
        return sum;
    }

    private static double median(List<Double> logs) {
        double[] sorted =
                logs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** 1 - squares of the errors / squares of the distances from the motif's mean; both within the motif. */
    private static double rSquared(List<Predicted> runs, ToDoubleFunction<Predicted> prediction) {
        Map<String, double[]> sums = new HashMap<>();
        for (Predicted run : runs) {
            double[] sum = sums.computeIfAbsent(run.motif, name -> new double[3]);
            sum[0]++;
            sum[1] += run.value;
            sum[2] += run.value - prediction.applyAsDouble(run);
        }
        double errors = 0;
        double distances = 0;
        for (Predicted run : runs) {
            double[] sum = sums.get(run.motif);
            double error = run.value - prediction.applyAsDouble(run) - sum[2] / sum[0];
            errors += error * error;
            distances += Math.pow(run.value - sum[1] / sum[0], 2);
        }
        return 1 - errors / distances;
    }

    double byExplanation() {
        return rSquared(tested, Predicted::explained);
    }

    double byWeatherAlone() {
        return rSquared(tested, Predicted::weather);
    }

    /** The motif's last value, by the factor that fits the runs before. */
    double byPersistence() {
        return rSquared(tested, run -> persistence * run.last);
    }

    /** 2.5 % of the difference between explanation and persistence, whole weeks drawn anew. */
    double leastGain() {
        Map<Long, List<Predicted>> weeks = new HashMap<>();
        tested.forEach(run ->
                weeks.computeIfAbsent(run.week, week -> new ArrayList<>()).add(run));
        List<Long> names = weeks.keySet().stream().sorted().toList();
        Random random = new Random(1);
        double[] gains = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            List<Predicted> drawn = new ArrayList<>();
            for (int k = 0; k < names.size(); k++) {
                drawn.addAll(weeks.get(names.get(random.nextInt(names.size()))));
            }
            gains[i] = rSquared(drawn, Predicted::explained) - rSquared(drawn, run -> persistence * run.last);
        }
        Arrays.sort(gains);
        return gains[RESAMPLES / 40];
    }
}
