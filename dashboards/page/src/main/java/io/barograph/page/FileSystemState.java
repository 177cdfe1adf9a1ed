package io.barograph.page;

import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.OperationLabel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a file system is, in one word and with its reasons. WELL needs fresh evidence: rates of the servers, where the site
 * has them, and timings of probes. Without it the word is UNKNOWN, whatever was known before.
 *
 * @param reasons why, for people; empty if all is well and measured
 */
record FileSystemState(Word word, List<String> reasons) {
    /** An operation that takes this many times as long as usual is slow. */
    static final double SLOW = 2;

    private static final double NOTICEABLE = 1.5;
    private static final double MANY_MISSING = 0.1;
    private static final double NEARLY_FULL = 0.9;

    /** The words, best first but for the last. */
    enum Word {
        WELL("well"),
        ATTENTION("needs attention"),
        SLOW("slow"),
        UNKNOWN("unknown");

        final String text;

        Word(String text) {
            this.text = text;
        }
    }

    /**
     * @param eventGap why not all events are known; empty if they are
     * @param measured whether servers of the file system report their load at this site; where none does, the probes
     *     alone decide
     */
    static FileSystemState of(
            FileSystemSnapshot fileSystem, List<ContentionEvent> open, Optional<String> eventGap, boolean measured) {
        List<String> unknown = new ArrayList<>();
        boolean probed = fileSystem.slowest() != null;
        if (fileSystem.rates() == null) {
            unknown.add(measured ? "no rates of its servers in the last two minutes" : "its load is not measured");
        }
        List<String> slow = slow(fileSystem, open);
        List<String> attention = attention(fileSystem, open);
        if (!slow.isEmpty() && (probed || fileSystem.rates() != null)) {
            return new FileSystemState(Word.SLOW, joined(List.of(slow, attention, unknown)));
        }
        if (!probed) {
            unknown.add("no timings of probes in the last two minutes");
        }
        eventGap.ifPresent(gap -> unknown.add("events are not known"));
        boolean decided = probed && eventGap.isEmpty() && (fileSystem.rates() != null || !measured);
        if (!decided) {
            return new FileSystemState(Word.UNKNOWN, joined(List.of(unknown, slow, attention)));
        }
        return new FileSystemState(
                attention.isEmpty() ? Word.WELL : Word.ATTENTION, joined(List.of(attention, unknown)));
    }

    private static List<String> joined(List<List<String>> reasons) {
        return reasons.stream().flatMap(List::stream).toList();
    }

    private static List<String> slow(FileSystemSnapshot fileSystem, List<ContentionEvent> open) {
        List<String> reasons = new ArrayList<>();
        for (ContentionEvent event : open) {
            if (EventPageLinks.isHarm(event)) {
                reasons.add(EventTitle.of(event));
            }
        }
        if (fileSystem.slowest() != null && fileSystem.slowest().slowdown() >= SLOW) {
            reasons.add(slowness(fileSystem.slowest()));
        }
        return reasons;
    }

    private static List<String> attention(FileSystemSnapshot fileSystem, List<ContentionEvent> open) {
        List<String> reasons = new ArrayList<>();
        if (fileSystem.rates() != null) {
            addMissing(fileSystem.rates(), reasons);
        }
        FileSystemSnapshot.Slowest slowest = fileSystem.slowest();
        if (slowest != null && slowest.slowdown() >= NOTICEABLE && slowest.slowdown() < SLOW) {
            reasons.add(slowness(slowest));
        }
        Stream.of(fileSystem.fullestOst(), fileSystem.fullestMdt())
                .filter(fullest -> fullest != null && fullest.fraction() >= NEARLY_FULL)
                .forEach(fullest ->
                        reasons.add(fullest.target() + " is " + LivePageFormat.percent(fullest.fraction()) + " full"));
        for (ContentionEvent event : open) {
            if (event.getKind() == EventKind.CAPACITY || event.getKind() == EventKind.SUSTAINED) {
                reasons.add(EventTitle.of(event));
            }
        }
        return reasons.stream().distinct().toList();
    }

    private static void addMissing(FileSystemSnapshot.Rates rates, List<String> reasons) {
        if (rates.silent() > 0) {
            reasons.add(rates.silent() == 1 ? "a server is silent" : rates.silent() + " servers are silent");
        }
        if (rates.missingFraction() == null) {
            reasons.add("how many samples are missing is not known");
        } else if (rates.missingFraction() > MANY_MISSING) {
            reasons.add(LivePageFormat.percent(rates.missingFraction()) + " of the samples are missing");
        }
    }

    private static String slowness(FileSystemSnapshot.Slowest slowest) {
        return String.format(
                Locale.ROOT,
                "%s takes %.1f times as long as usual",
                OperationLabel.of(slowest.operation()),
                slowest.slowdown());
    }
}
