package io.barograph.alerting;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a digest of what was held back from one channel. */
final class DigestWriter {
    private static final int MAX_LINES = 10;
    private static final int MAX_ITEMS = 20;

    private static final Comparator<AlertNotification.Line> WORST_FIRST = Comparator.comparing(
                    AlertNotification.Line::severity)
            .reversed()
            .thenComparing(
                    Comparator.comparingLong(AlertNotification.Line::open).reversed())
            .thenComparing(
                    Comparator.comparingLong(AlertNotification.Line::alerts).reversed())
            .thenComparing(AlertNotification.Line::rule)
            .thenComparing(AlertNotification.Line::fileSystem);

    private static final Comparator<AlertView> WORST_ALERT_FIRST = Comparator.comparing(AlertView::severity)
            .reversed()
            .thenComparing(AlertView::over)
            .thenComparingLong(AlertView::since)
            .thenComparing(AlertView::key);

    private DigestWriter() {}

    static AlertNotification.Digest write(ChannelLedger ledger, List<AlertView> held) {
        Map<List<String>, AlertNotification.Line> lines = new HashMap<>();
        long open = 0;
        for (AlertView view : held) {
            long one = view.over() || view.isMoment() ? 0 : 1;
            open += one;
            lines.merge(
                    List.of(view.rule(), view.fileSystem()),
                    new AlertNotification.Line(view.rule(), view.fileSystem(), view.severity(), 1, one),
                    (a, b) -> new AlertNotification.Line(
                            a.rule(),
                            a.fileSystem(),
                            a.severity().worse(b.severity()),
                            a.alerts() + b.alerts(),
                            a.open() + b.open()));
        }
        List<AlertNotification.Line> worst =
                lines.values().stream().sorted(WORST_FIRST).limit(MAX_LINES).toList();
        return new AlertNotification.Digest(
                worst,
                held.size() + ledger.overflow(),
                open,
                count(ledger, AlertNotification.Reason.CATCH_UP),
                count(ledger, AlertNotification.Reason.LIMIT) + ledger.overflow(),
                count(ledger, AlertNotification.Reason.REPEATED),
                ledger.held().keySet().stream()
                        .limit(AlertNotification.Digest.MAX_KEYS)
                        .toList());
    }

    static List<AlertNotification.Item> worst(List<AlertView> held) {
        return held.stream()
                .sorted(WORST_ALERT_FIRST)
                .limit(MAX_ITEMS)
                .map(view -> new AlertNotification.Item(
                        view, view.over() ? AlertNotification.Change.BEGUN_AND_OVER : AlertNotification.Change.BEGUN))
                .toList();
    }

    private static long count(ChannelLedger ledger, AlertNotification.Reason reason) {
        return ledger.held().values().stream().filter(reason::equals).count();
    }
}
