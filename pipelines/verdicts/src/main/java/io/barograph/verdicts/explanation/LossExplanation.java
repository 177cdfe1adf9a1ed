package io.barograph.verdicts.explanation;

import io.barograph.schemas.Finding;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.RunPerformance;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a run's loss is made of: loss = sum of the shares + unexplained.
 *
 * @param loss natural logarithm of usual performance / performance; negative if the run was faster than usual
 * @param shares causes with a share of at least 0.1 %, the largest first
 * @param unexplained what is left; negative if the causes would have cost more than the run lost
 * @param known causes of which at least one metric is known, of the run and of its motif's earlier runs
 */
public record LossExplanation(double loss, List<Finding> shares, double unexplained, Set<LossCause> known) {
    /** A smaller loss, 10 %, has no cause worth a name. */
    public static final double MIN_LOSS = -Math.log(1 - RunPerformance.MIN_POOR_LOSS);

    /** A cause with a smaller part of the loss is not named. */
    public static final double NAMED_PART = 0.1;

    /** Causes that are said to be none where they are known and have no part in a loss. */
    private static final List<LossCause> EXONERATED = List.of(
            LossCause.LOAD_READ, LossCause.LOAD_WRITE, LossCause.METADATA_LOAD, LossCause.SPACE, LossCause.DEGRADED);

    /** What is less certain is no cause. */
    private static final double MIN_CONFIDENCE = 0.1;

    /** A cause with a smaller part of the loss is not to blame. */
    private static final double MAIN_PART = 0.25;

    /**
     * @return the causes that have at least a tenth of a loss and a confidence of at least 0.1, measured ones before
     *     circumstances, of either the largest first; none if nothing was lost
     */
    public List<Finding> named() {
        return shares.stream()
                .filter(share -> isNamed(share, loss))
                .sorted(Comparator.comparing(share -> LossCause.isCircumstance(share.getCause())))
                .toList();
    }

    /** @return true if a cause has enough of a loss, and is certain enough, to be named */
    public static boolean isNamed(Finding finding, double loss) {
        return loss > 0
                && finding.getShare() >= CauseFrequencies.MIN_SHARE
                && finding.getShare() >= NAMED_PART * loss
                && finding.getConfidence() >= MIN_CONFIDENCE;
    }

    /** @return all shares: those of {@link #named} as they stand there, then the others, the largest first */
    public List<Finding> namedFirst() {
        return Stream.concat(named().stream(), shares.stream().filter(share -> !isNamed(share, loss)))
                .toList();
    }

    /** @return causes that people ask for first, of which a metric is known and that have no part in the loss */
    public List<LossCause> exonerated() {
        return EXONERATED.stream()
                .filter(known::contains)
                .filter(cause -> shares.stream()
                        .noneMatch(share -> share.getCause().equals(cause.name())
                                && share.getShare() >= CauseFrequencies.MIN_SHARE))
                .toList();
    }

    /** @return place in {@link #named} of the first cause that the metric can be a sign of; -1 if there is none */
    public int place(WeatherMetric metric) {
        Set<LossCause> causes = LossCause.of(metric);
        List<Finding> named = named();
        for (int i = 0; i < named.size(); i++) {
            if (LossCause.named(named.get(i).getCause())
                    .filter(causes::contains)
                    .isPresent()) {
                return i;
            }
        }
        return -1;
    }

    /**
     * @return the most certain cause that has a quarter of the loss, slowness of the motif's own last runs left out; empty
     *     if there is none
     */
    public Optional<Finding> mainSystemCause() {
        return named().stream()
                .filter(share ->
                        !share.getCause().equals(LossCause.LASTING.name()) && share.getShare() >= MAIN_PART * loss)
                .max(Comparator.comparingDouble(Finding::getConfidence).thenComparingDouble(Finding::getShare));
    }
}
