package io.barograph.alerting;

import io.barograph.alerting.AlertNotification.Change;
import io.barograph.alerting.AlertNotification.Digest;
import io.barograph.alerting.AlertNotification.Item;
import io.barograph.alerting.AlertNotification.Line;
import io.barograph.alerting.AlertNotification.Reason;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a digest of what was held back from one channel. */
final class DigestWriter {
    private static final int MAX_LINES = 10;
    private static final int MAX_ITEMS = 20;

    private static final Comparator<Line> WORST_FIRST = Comparator.comparing(Line::severity)
            .reversed()
            .thenComparing(Comparator.comparingLong(Line::open).reversed())
            .thenComparing(Comparator.comparingLong(Line::alerts).reversed())
            .thenComparing(Line::rule)
            .thenComparing(Line::fileSystem);

    private static final Comparator<AlertView> WORST_ALERT_FIRST = Comparator.comparing(AlertView::severity)
            .reversed()
            .thenComparing(AlertView::over)
            .thenComparingLong(AlertView::since)
            .thenComparing(AlertView::key);

    private DigestWriter() {}

    static Digest write(ChannelLedger ledger, List<AlertView> held) {
        Map<List<String>, Line> lines = new HashMap<>();
        long open = 0;
        for (AlertView view : held) {
            long one = view.over() || view.isMoment() ? 0 : 1;
            open += one;
            lines.merge(
                    List.of(view.rule(), view.fileSystem()),
                    new Line(view.rule(), view.fileSystem(), view.severity(), 1, one),
                    (a, b) -> new Line(
                            a.rule(),
                            a.fileSystem(),
                            a.severity().worse(b.severity()),
                            a.alerts() + b.alerts(),
                            a.open() + b.open()));
        }
        List<Line> worst =
                lines.values().stream().sorted(WORST_FIRST).limit(MAX_LINES).toList();
        return new Digest(
                worst,
                held.size() + ledger.overflow(),
                open,
                count(ledger, Reason.CATCH_UP),
                count(ledger, Reason.LIMIT) + ledger.overflow(),
                count(ledger, Reason.REPEATED),
                ledger.held().keySet().stream().limit(Digest.MAX_KEYS).toList());
    }

    static List<Item> worst(List<AlertView> held) {
        return held.stream()
                .sorted(WORST_ALERT_FIRST)
                .limit(MAX_ITEMS)
                .map(view -> new Item(view, view.over() ? Change.BEGUN_AND_OVER : Change.BEGUN))
                .toList();
    }

    private static long count(ChannelLedger ledger, Reason reason) {
        return ledger.held().values().stream().filter(reason::equals).count();
    }
}
