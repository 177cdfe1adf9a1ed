package io.barograph.contention.cost;

import io.barograph.contention.event.EventSpan;
import io.barograph.schemas.activity.ActivitySpan;
import java.util.ArrayList;
import java.util.Arrays;
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
 *
 * <p>An event of metadata operations is no matter of bytes, and runs that it hits worst move none. It costs
 *
 * <pre>
 * lost node-hours = nodes x min(overlap, metadata time in the event x (1 - 1 / slowdown))
 * </pre>
 *
 * <p>where a run's metadata operations are spread evenly over the time in which it neither read nor wrote, and 1 - 1 /
 * slowdown is the mean over the event. This part of the excess is not charged to other events.
 */
public final class LostTime {
    private static final double MICROS = 1e6;
    private static final double SECONDS_PER_HOUR = 3_600;

    private LostTime() {}

    /**
     * An event that slows runs.
     *
     * @param waitFraction part of the time of a metadata operation that is due to the event, 1 - 1 / slowdown; NaN if the
     *     event is of reads and writes, or this is not known
     */
    public record Harm(EventSpan span, double waitFraction) {}

    /**
     * @param harms all events that harmed its file system while it ran, each once, in any order
     * @return what it lost by each of them, in their order
     */
    public static List<EventLoss> of(VictimRun run, List<Harm> harms) {
        List<ActivitySpan> io = joined(run);
        long[] ioMicros = new long[harms.size()];
        double[] lost = new double[harms.size()];
        long all = 0;
        for (int i = 0; i < lost.length; i++) {
            Harm harm = harms.get(i);
            ioMicros[i] = io.stream()
                    .mapToLong(each -> harm.span().overlapMicros(each.beginMicros(), each.endMicros()))
                    .sum();
            lost[i] = Math.min(overlapSeconds(run, harm), metadataWait(harm, run, io));
            all += Double.isNaN(lost[i]) ? ioMicros[i] : 0;
        }
        double excess = run.excessSeconds();
        // in ascending order, so that the order of events changes no bit
        double ofMetadata = Arrays.stream(lost)
                .filter(seconds -> !Double.isNaN(seconds))
                .sorted()
                .sum();
        double left = Math.max(0, excess - ofMetadata);
        List<EventLoss> losses = new ArrayList<>();
        for (int i = 0; i < lost.length; i++) {
            double overlap = overlapSeconds(run, harms.get(i));
            if (Double.isNaN(lost[i])) {
                lost[i] = Math.min(overlap, all == 0 ? left * 0 : left * ((double) ioMicros[i] / all));
            }
            losses.add(new EventLoss(
                    overlap, ioMicros[i] / MICROS, excess, lost[i], run.nodes() * lost[i] / SECONDS_PER_HOUR));
        }
        return losses;
    }

    private static double overlapSeconds(VictimRun run, Harm harm) {
        return harm.span().overlapMicros(run.startMicros(), run.endMicros()) / MICROS;
    }

    /**
     * Where operations take s times as long, they take the part s p / (1 + (s - 1) p) of the time if they take p of it
     * elsewhere: p follows from the run's metadata time.
     *
     * @return wait for metadata operations in the event, seconds; NaN if it is not known
     */
    private static double metadataWait(Harm harm, VictimRun run, List<ActivitySpan> io) {
        double all = run.endMicros() - run.startMicros();
        double inEvent = harm.span().overlapMicros(run.startMicros(), run.endMicros());
        if (!run.io().isEmpty()) {
            for (ActivitySpan each : io) {
                all -= each.endMicros() - each.beginMicros();
                inEvent -= harm.span().overlapMicros(each.beginMicros(), each.endMicros());
            }
        }
        double metadata = Math.min(run.metadataSeconds() * MICROS, all);
        if (metadata == 0 || inEvent == 0) {
            return metadata * harm.waitFraction() * 0;
        }
        double slowdown = 1 / (1 - harm.waitFraction());
        double linear = inEvent * slowdown + all - inEvent - metadata * (slowdown - 1);
        double part =
                2 * metadata / (linear + Math.sqrt(linear * linear + 4 * (all - inEvent) * (slowdown - 1) * metadata));
        double metadataInEvent = inEvent * slowdown * part / (1 + (slowdown - 1) * part);
        return metadataInEvent * harm.waitFraction() / MICROS;
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
