package io.barograph.verdicts.why;

import static io.barograph.verdicts.explanation.QuantityFormat.quantity;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.OperationLabel;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of evidence. */
final class EvidenceLines {
    private EvidenceLines() {}

    /** How the run stands to its climate. */
    static String performance(Anomaly verdict) {
        int runs = verdict.getClimateSize() == null ? 0 : verdict.getClimateSize();
        if (verdict.getPerformance() == null) {
            return "Its performance is unknown. " + verdict.getSentence();
        }
        String rate = quantity(verdict.getPerformance(), "B/s");
        if (verdict.getQuartile() == null) {
            return String.format(Locale.ROOT, "Performance %s cannot be compared: only %d earlier runs.", rate, runs);
        }
        double usual = usualPerformance(verdict);
        if (!Double.isFinite(usual)) {
            return String.format(
                    Locale.ROOT,
                    "Performance %s is in the %s quarter of %d earlier runs.",
                    rate,
                    quarter(verdict.getQuartile()),
                    runs);
        }
        double ratio = verdict.getPerformance() / usual;
        return String.format(
                Locale.ROOT,
                "%.0f %% %s than usual: %s instead of %s, in the %s quarter of %d earlier runs.",
                100 * Math.abs(1 - ratio),
                ratio < 1 ? "slower" : "faster",
                rate,
                quantity(usual, "B/s"),
                quarter(verdict.getQuartile()),
                runs);
    }

    private static String quarter(int quartile) {
        return switch (quartile) {
            case 1 -> "fastest";
            case 2 -> "second fastest";
            case 3 -> "second slowest";
            default -> "slowest";
        };
    }

    static double usualPerformance(Anomaly verdict) {
        return verdict.getUsualPerformance() == null ? Double.NaN : verdict.getUsualPerformance();
    }

    /** What part of the loss a cause has, by which evidence, and how sure that is. */
    static String finding(Finding finding, Anomaly verdict) {
        return VerdictSentences.of(finding, verdict.getLoss()) + ".";
    }

    static String metric(JudgedMetric metric) {
        StringBuilder line = new StringBuilder(capitalised(measured(metric)))
                .append(" is in the worst quarter of ")
                .append(metric.getClimateSize())
                .append(" runs");
        if (metric.getP50() != null) {
            line.append(" (median ")
                    .append(quantity(metric.getP50(), unit(metric)))
                    .append(')');
        }
        return line.append("; as bad before in ")
                .append(metric.getAsBadBefore())
                .append(" runs.")
                .toString();
    }

    static String exonerated(List<JudgedMetric> metrics) {
        List<String> named = new ArrayList<>();
        for (JudgedMetric metric : metrics.subList(0, Math.min(3, metrics.size()))) {
            named.add(measured(metric));
        }
        if (named.isEmpty()) {
            return "";
        }
        int others = metrics.size() - named.size();
        return "Not the cause: " + String.join(", ", named)
                + (others == 0 ? "." : " and " + others + (others == 1 ? " other metric." : " other metrics."));
    }

    private static String measured(JudgedMetric metric) {
        return WeatherMetric.labelOf(metric.getMetric()) + " " + quantity(metric.getValue(), unit(metric));
    }

    /** Empty if the label says it. */
    private static String unit(JudgedMetric metric) {
        String unit =
                WeatherMetric.named(metric.getMetric()).map(WeatherMetric::unit).orElse("");
        return WeatherMetric.labelOf(metric.getMetric()).endsWith(" " + unit) ? "" : unit;
    }

    static String cause(RootCause cause) {
        return String.format(
                Locale.ROOT,
                "%s: %s (%s).",
                capitalised(cause.getCause()),
                cause.getEvidence().isBlank() ? "no numbers" : cause.getEvidence(),
                VerdictSentences.confidence(cause.getConfidence()));
    }

    static String event(ContentionEvent event) {
        StringBuilder line = new StringBuilder(EventTitle.of(event))
                .append(" from ")
                .append(time(EventTimes.begin(event)))
                .append(event.getEnd() == null ? ", not over" : " to " + time(event.getEnd()));
        if (event.getFullness() != null) {
            line.append(String.format(Locale.ROOT, ": %.1f %% full", 100 * event.getFullness()));
        }
        boolean isContention = event.getKind() == EventKind.CONTENTION;
        if (event.getWorstSlowdown() != null) {
            line.append(isContention ? ": it made " : ": ")
                    .append(
                            event.getWorstOperation() != null
                                    ? OperationLabel.of(event.getWorstOperation()) + " "
                                    : isContention ? "others " : "")
                    .append(String.format(Locale.ROOT, "up to %.1f times slower", event.getWorstSlowdown()));
        }
        String load = VerdictSentences.load(event);
        String type = isContention && event.getType() != EventType.HOTSPOT
                ? event.getType().name().toLowerCase(Locale.ROOT) + " "
                : "";
        line.append(load.isEmpty() ? "" : "; " + type + "load: " + load);
        return line.append('.').toString();
    }

    /** Who made the load of an event; empty if nobody is known. */
    static String suspects(ContentionEvent event) {
        if (event.getSuspects().isEmpty()) {
            return event.getUnattributedShare() == null
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            "%.0f %% of the load is put down to no job.",
                            100 * event.getUnattributedShare());
        }
        Suspect first = event.getSuspects().get(0);
        String unit = event.getType() == EventType.METADATA ? "operations" : "B";
        StringBuilder line = new StringBuilder("Most of the load: job ").append(first.getJobId());
        if (first.getApplication() != null || first.getUser() != null) {
            line.append(" (")
                    .append(first.getApplication() == null ? "" : first.getApplication())
                    .append(first.getApplication() != null && first.getUser() != null ? ", " : "")
                    .append(first.getUser() == null ? "" : "user " + first.getUser())
                    .append(')');
        }
        line.append(", ").append(quantity(first.getAmount(), unit));
        if (first.getShare() != null) {
            line.append(String.format(Locale.ROOT, ", %.0f %% of it", 100 * first.getShare()));
        }
        return line.append('.').toString();
    }

    static String probes(ProbeTally probes) {
        return probes.slowest()
                .map(slowest -> String.format(
                        Locale.ROOT,
                        "Probes then: at most %.2f times slower than expected (%s, %d timings).",
                        slowest.slowdown(),
                        OperationLabel.of(slowest.of()),
                        slowest.timings()))
                .orElse("No probe timings with a baseline are held of that time.");
    }

    static String slowHost(ProbeTally.Slowed host) {
        return String.format(
                Locale.ROOT,
                "Probing host %s is %.1f times slower than expected, and slower than the others (%d timings).",
                host.of(),
                host.slowdown(),
                host.timings());
    }

    static String reach(JobWeather weather) {
        return String.format(
                Locale.ROOT,
                "Server data: quality %s, %s samples missing, %d servers.",
                weather.getQuality(),
                missing(weather.getMissingFraction()),
                weather.getServers());
    }

    private static String missing(Double fraction) {
        return fraction == null ? "unknown part of the" : String.format(Locale.ROOT, "%.1f %% of the", 100 * fraction);
    }

    static String reach(ServerRates rates) {
        if (rates.getData() == null) {
            return "No data server reported in the minute from " + time(rates.getFrom()) + ".";
        }
        long silent = rates.getData().getSilentServers().size();
        return String.format(
                Locale.ROOT,
                "Data servers in the minute from %s: %d expected, %d silent, %s samples missing.",
                time(rates.getFrom()),
                rates.getData().getExpectedServers(),
                silent,
                missing(rates.getData().getMissingFraction()));
    }

    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String capitalised(String words) {
        return words.isEmpty() ? words : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
