package io.barograph.analytics.climate;

import io.barograph.schemas.WeatherMetric.Good;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Says a verdict in plain words with its numbers. */
public final class Sentences {
    private static final int MOST_NAMED = 3;

    private Sentences() {}

    /**
     * @param performance verdict
     * @param diagnosis what explains it; null if there is no climate
     * @return one to three sentences
     */
    public static String of(Performance performance, Diagnosis diagnosis) {
        if (!performance.isJudged()) {
            return String.format(
                    Locale.ROOT,
                    "Too early to say: the climate has %d of the %d runs that a verdict needs.",
                    performance.climateSize(),
                    performance.climateNeeded());
        }
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Performance %s is %s (%.0f %% of peak, percentile %.0f of %d runs).",
                rate(performance.value()),
                performance.anomalous()
                        ? "far below the climate"
                        : performance.unusuallyGood() ? "unusually good" : inQuartile(performance.quartile()),
                100 * performance.fractionOfPeak(),
                performance.percentile(),
                performance.climateSize()));
        if (diagnosis != null && !performance.unusuallyGood()) {
            explain(performance.isPoor(), diagnosis, text);
        }
        return text.toString();
    }

    /**
     * @param shift a shift
     * @return one or two sentences
     */
    public static String of(ClimateShift shift) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Performance has settled at %.0f %% of what it was since %s: %s instead of %s over %d runs.",
                100 * shift.ratio(),
                Instant.ofEpochMilli(shift.onset()).truncatedTo(ChronoUnit.SECONDS),
                rate(shift.after()),
                rate(shift.before()),
                shift.runs()));
        if (shift.end() != ClimateShift.NOT_ENDED) {
            text.append(" It ended at ")
                    .append(Instant.ofEpochMilli(shift.end()).truncatedTo(ChronoUnit.SECONDS))
                    .append('.');
        }
        Set<LikelyCause> causes = EnumSet.noneOf(LikelyCause.class);
        List<ClimateShift.MetricShift> explaining = shift.metrics().stream()
                .filter(metric -> metric.explains() && causes.add(LikelyCause.of(metric.metric())))
                .limit(MOST_NAMED)
                .toList();
        for (int i = 0; i < explaining.size(); i++) {
            ClimateShift.MetricShift metric = explaining.get(i);
            text.append(i == 0 ? " With it moved " : "; ")
                    .append(metric.metric().metricName())
                    .append(" from ")
                    .append(number(metric.before()))
                    .append(" to ")
                    .append(number(metric.after()));
        }
        return text.append(explaining.isEmpty() ? "" : ".").toString();
    }

    private static String inQuartile(int quartile) {
        return switch (quartile) {
            case 1 -> "in the best quarter of the climate";
            case 2 -> "above the median of the climate";
            case 3 -> "below the median of the climate";
            default -> "in the worst quarter of the climate";
        };
    }

    private static void explain(boolean bad, Diagnosis diagnosis, StringBuilder text) {
        List<MetricJudgement> suspects = ofDifferentCauses(diagnosis.suspects());
        if (bad && !suspects.isEmpty()) {
            text.append(" Suspected: ");
            for (int i = 0; i < suspects.size(); i++) {
                text.append(i == 0 ? "" : "; ").append(suspicion(suspects.get(i)));
            }
            text.append('.');
        } else if (bad) {
            text.append(" No metric of the weather explains it.");
        }
        List<MetricJudgement> exonerated = diagnosis.exonerated();
        if (bad && !exonerated.isEmpty()) {
            text.append(" Not to blame: ");
            for (int i = 0; i < Math.min(MOST_NAMED, exonerated.size()); i++) {
                text.append(i == 0 ? "" : "; ").append(exoneration(exonerated.get(i)));
            }
            text.append('.');
        }
        if (bad && !suspects.isEmpty()) {
            text.append(" Most likely ").append(diagnosis.likelyCause().words()).append('.');
        }
    }

    /** The first of each cause: several metrics of the servers say the same. */
    private static List<MetricJudgement> ofDifferentCauses(List<MetricJudgement> suspects) {
        Set<LikelyCause> causes = EnumSet.noneOf(LikelyCause.class);
        return suspects.stream()
                .filter(suspect -> causes.add(LikelyCause.of(suspect.metric())))
                .limit(MOST_NAMED)
                .toList();
    }

    private static String suspicion(MetricJudgement judgement) {
        boolean extreme = judgement.asBadBefore() == 0;
        boolean high = judgement.metric().good() == Good.LOW;
        return String.format(
                Locale.ROOT,
                "%s %s is %s of %d runs (median %s)",
                judgement.metric().metricName(),
                number(judgement.value()),
                extreme
                        ? (high ? "the highest" : "the lowest")
                        : (high ? "in the highest quarter" : "in the lowest quarter"),
                judgement.climateSize(),
                number(judgement.p50()));
    }

    private static String exoneration(MetricJudgement judgement) {
        if (judgement.isBad()) {
            return String.format(
                    Locale.ROOT,
                    "%s %s has been as bad in %d earlier runs, %d of them unharmed",
                    judgement.metric().metricName(),
                    number(judgement.value()),
                    judgement.asBadBefore(),
                    judgement.unharmedThen());
        }
        return judgement.metric().metricName() + " " + number(judgement.value()) + " is normal";
    }

    private static String rate(double bytesPerSecond) {
        return bytesPerSecond >= 1e9
                ? String.format(Locale.ROOT, "%.2f GB/s", bytesPerSecond / 1e9)
                : String.format(Locale.ROOT, "%.1f MB/s", bytesPerSecond / 1e6);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 1e6 ? "%.3g" : "%.4g", value)
                .replaceAll("(\\.\\d*?)0+$", "$1")
                .replaceAll("\\.$", "");
    }
}
