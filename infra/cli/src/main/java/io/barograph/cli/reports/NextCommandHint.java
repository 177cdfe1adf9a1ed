package io.barograph.cli.reports;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventType;
import io.barograph.schemas.ShellWord;
import io.barograph.verdicts.why.SlownessExplanation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Collectors;

/** What to run after an answer. */
record NextCommandHint(ResultOptions results) {
    /** After an answer on a run. */
    String after(Anomaly verdict, SlownessExplanation explanation) {
        String job = verdict.getJobId();
        String picture = barograph("umami --job " + quoted(job)
                + (verdict.getStartTime() == null
                        ? ""
                        : " --start " + verdict.getStartTime().truncatedTo(ChronoUnit.SECONDS))
                + " --climate around -o " + quoted(fileName(job) + ".html"));
        return switch (explanation.answer()) {
            case LOAD, METADATA ->
                explanation
                        .event()
                        .map(event -> barograph("why --fs " + quoted(verdict.getFileSystem()) + " --at "
                                + met(event, verdict).truncatedTo(ChronoUnit.SECONDS)))
                        .orElse(picture);
            case APPLICATION -> {
                String name = verdict.getApplication() == null ? verdict.getExecutable() : verdict.getApplication();
                yield barograph("report --application " + quoted(name) + " -o " + quoted(fileName(name) + ".html"));
            }
            case UNKNOWN -> doctor().orElse(picture);
            case DEGRADED_HARDWARE, SPACE, CLIENT -> ofFileSystem(explanation).orElse(picture);
        };
    }

    /** An instant at which the run met the event. */
    private static Instant met(ContentionEvent event, Anomaly verdict) {
        Instant begin = event.getStart() == null ? event.getOnset() : event.getStart();
        Instant start = verdict.getStartTime();
        return start != null && start.isAfter(begin) ? start : event.getOnset();
    }

    /** After an answer on an instant. */
    String after(MomentWhyQuestion moment, SlownessExplanation explanation) {
        String site = barograph("report --site -o site.html");
        return switch (explanation.answer()) {
            case LOAD, METADATA ->
                explanation
                        .event()
                        .filter(event -> !event.getSuspects().isEmpty())
                        .map(event -> event.getSuspects().get(0).getJobId())
                        .filter(moment::isJudged)
                        .map(job -> barograph("umami --job " + quoted(job) + " -o " + quoted(fileName(job) + ".html")))
                        .orElse(site);
            case UNKNOWN -> doctor().orElse(site);
            case DEGRADED_HARDWARE, SPACE, CLIENT, APPLICATION ->
                ofFileSystem(explanation).orElse(site);
        };
    }

    private static Optional<String> ofFileSystem(SlownessExplanation explanation) {
        return switch (explanation.answer()) {
            case DEGRADED_HARDWARE ->
                Optional.of(
                        explanation
                                        .event()
                                        .filter(event -> event.getType() == EventType.METADATA)
                                        .isPresent()
                                ? "lfs check mdts"
                                : "lfs check osts");
            case SPACE ->
                Optional.of(
                        explanation
                                        .event()
                                        .filter(event -> event.getType() == EventType.INODES)
                                        .isPresent()
                                ? "lfs df -i"
                                : "lfs df");
            case CLIENT -> explanation.host().map(host -> "ssh " + quoted(host) + " dmesg --level err,warn");
            default -> Optional.empty();
        };
    }

    private String barograph(String command) {
        return "./barograph " + command
                + results.asTyped().stream().map(word -> " " + quoted(word)).collect(Collectors.joining());
    }

    private Optional<String> doctor() {
        return results.configuration().map(file -> "./barograph doctor --config " + quoted(file.toString()));
    }

    /** For a shell. */
    static String quoted(String word) {
        return ShellWord.quoted(WhyCommand.printable(word));
    }

    private static String fileName(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("^[.-]+", "");
        return plain.isEmpty() ? "report" : plain;
    }
}
