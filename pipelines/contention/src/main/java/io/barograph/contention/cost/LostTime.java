package io.barograph.contention.cost;

import io.barograph.contention.event.EventSpan;
import io.barograph.schemas.activity.ActivitySpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Time that events cost a run:
 *
 * <pre>
 * lost node-hours = nodes x min(overlap, excess x I/O time in the event / I/O time in all events)
 * excess = max(0, I/O time - bytes / median performance of the climate)
 * </pre>
 *
 * <p>(the node-hours lost to contention that Uselton et al., CUG 2010, ask for in their conclusions). An estimate: all of
 * the excess is put down to the events. I/O time in an event is the time in it during which at least one file was read or
 * written. I/O time in all events is the sum over them, so that of two events at the same time each is charged its part,
 * and together they are never charged more than the excess.
 */
public final class LostTime {
    private static final double MICROS = 1e6;
    private static final double SECONDS_PER_HOUR = 3_600;

    private LostTime() {}

    /**
     * @param events all events that harmed its file system while it ran, each once, in any order
     * @return what it lost by each of them, in their order
     */
    public static List<EventLoss> of(VictimRun run, List<EventSpan> events) {
        List<ActivitySpan> io = joined(run);
        long[] ioMicros = events.stream()
                .mapToLong(event -> io.stream()
                        .mapToLong(span -> event.overlapMicros(span.beginMicros(), span.endMicros()))
                        .sum())
                .toArray();
        long all = 0;
        for (long micros : ioMicros) {
            all += micros;
        }
        double excess = run.excessSeconds();
        List<EventLoss> losses = new ArrayList<>();
        for (int i = 0; i < ioMicros.length; i++) {
            double overlap = events.get(i).overlapMicros(run.startMicros(), run.endMicros()) / MICROS;
            double charged = all == 0 ? excess * 0 : excess * ((double) ioMicros[i] / all);
            double lost = Math.min(overlap, charged);
            losses.add(
                    new EventLoss(overlap, ioMicros[i] / MICROS, excess, lost, run.nodes() * lost / SECONDS_PER_HOUR));
        }
        return losses;
    }

    /** The union of the I/O intervals, clipped to the run. */
    private static List<ActivitySpan> joined(VictimRun run) {
        if (run.io().isEmpty()) {
            return List.of(new ActivitySpan(run.startMicros(), run.endMicros(), 0));
        }
        List<ActivitySpan> joined = new ArrayList<>();
        run.io().stream()
                .sorted(Comparator.comparingLong(ActivitySpan::beginMicros))
                .forEach(span -> {
                    long begin = Math.max(run.startMicros(), span.beginMicros());
                    long end = Math.min(run.endMicros(), span.endMicros());
                    ActivitySpan last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
                    if (last != null && begin <= last.endMicros()) {
                        joined.set(
                                joined.size() - 1,
                                new ActivitySpan(last.beginMicros(), Math.max(last.endMicros(), end), 0));
                    } else if (end > begin) {
                        joined.add(new ActivitySpan(begin, end, 0));
                    }
                });
        return joined;
    }
}
