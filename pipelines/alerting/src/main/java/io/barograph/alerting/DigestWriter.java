package io.barograph.alerting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a digest of what was held back from one channel. */
final class DigestWriter {
    private static final int MOST_LINES = 10;
    private static final int MOST_ITEMS = 20;

    private static final Comparator<Notice.Line> WORST_FIRST = Comparator.comparing(Notice.Line::severity)
            .reversed()
            .thenComparing(Comparator.comparingLong(Notice.Line::open).reversed())
            .thenComparing(Comparator.comparingLong(Notice.Line::alerts).reversed())
            .thenComparing(Notice.Line::rule)
            .thenComparing(Notice.Line::fileSystem);

    private static final Comparator<AlertView> WORST_ALERT_FIRST = Comparator.comparing(AlertView::severity)
            .reversed()
            .thenComparing(AlertView::over)
            .thenComparingLong(AlertView::since)
            .thenComparing(AlertView::key);

    private DigestWriter() {}

    static Notice.Digest write(ChannelLedger ledger, List<AlertView> held) {
        Map<List<String>, Notice.Line> lines = new TreeMap<>(
                Comparator.<List<String>, String>comparing(key -> key.get(0)).thenComparing(key -> key.get(1)));
        long open = 0;
        for (AlertView view : held) {
            long one = view.over() || view.isMoment() ? 0 : 1;
            open += one;
            lines.merge(
                    List.of(view.rule(), view.fileSystem()),
                    new Notice.Line(view.rule(), view.fileSystem(), view.severity(), 1, one),
                    (a, b) -> new Notice.Line(
                            a.rule(),
                            a.fileSystem(),
                            a.severity().worse(b.severity()),
                            a.alerts() + b.alerts(),
                            a.open() + b.open()));
        }
        List<Notice.Line> worst =
                lines.values().stream().sorted(WORST_FIRST).limit(MOST_LINES).toList();
        return new Notice.Digest(
                worst,
                held.size() + ledger.overflow(),
                open,
                count(ledger, Notice.Reason.CATCH_UP),
                count(ledger, Notice.Reason.LIMIT) + ledger.overflow(),
                count(ledger, Notice.Reason.REPEATED),
                ledger.held().keySet().stream().limit(Notice.Digest.MOST_KEYS).toList());
    }

    static List<Notice.Item> worst(List<AlertView> held) {
        List<Notice.Item> items = new ArrayList<>();
        held.stream()
                .sorted(WORST_ALERT_FIRST)
                .limit(MOST_ITEMS)
                .forEach(view -> items.add(
                        new Notice.Item(view, view.over() ? Notice.Change.BEGUN_AND_OVER : Notice.Change.BEGUN)));
        return items;
    }

    private static long count(ChannelLedger ledger, Notice.Reason reason) {
        return ledger.held().values().stream().filter(reason::equals).count();
    }
}
