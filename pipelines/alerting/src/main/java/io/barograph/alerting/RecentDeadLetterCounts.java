package io.barograph.alerting;

import io.barograph.alerting.AlertSignal.Status;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** How many inputs of each source were refused in the last five minutes, by the wall clock of their arrival. */
final class RecentDeadLetterCounts {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final int MINUTES = 5;
    private static final int MAX_SOURCES = 1000;

    private static final class Count {
        private final long[] byMinute = new long[MINUTES];
        private long newest;
        private String reason = "";

        private void advance(long minute) {
            long steps = Math.min(MINUTES, minute - newest);
            for (long i = 1; i <= steps; i++) {
                byMinute[Math.floorMod(newest + i, MINUTES)] = 0;
            }
            newest = Math.max(newest, minute);
        }

        private long sum() {
            return LongStream.of(byMinute).sum();
        }

        private void writeTo(DataOutput out) throws IOException {
            for (long count : byMinute) {
                out.writeLong(count);
            }
            out.writeLong(newest);
            out.writeUTF(reason);
        }

        private static Count readFrom(DataInput in) throws IOException {
            Count count = new Count();
            for (int minute = 0; minute < MINUTES; minute++) {
                count.byMinute[minute] = in.readLong();
            }
            count.newest = in.readLong();
            count.reason = in.readUTF();
            return count;
        }
    }

    private final Map<String, Count> counts = new LinkedHashMap<>();

    void add(String source, String reason, long now) {
        String name = TextLimits.bounded(source);
        if (!counts.containsKey(name) && counts.size() >= MAX_SOURCES) {
            return;
        }
        Count count = counts.computeIfAbsent(name, unused -> new Count());
        count.advance(now / MINUTE);
        count.byMinute[Math.floorMod(count.newest, MINUTES)]++;
        count.reason = TextLimits.cut(reason, 200);
    }

    /** One observation for each source. A source without refused inputs is reported once more and then forgotten. */
    List<AlertSignal> observe(long now) {
        List<AlertSignal> observations = new ArrayList<>();
        for (Iterator<Map.Entry<String, Count>> each = counts.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Count> entry = each.next();
            Count count = entry.getValue();
            count.advance(now / MINUTE);
            long sum = count.sum();
            observations.add(observation(entry.getKey(), sum, count.reason, now));
            if (sum == 0) {
                each.remove();
            }
        }
        return observations;
    }

    private static AlertSignal observation(String source, long sum, String reason, long now) {
        AlertDescription story = new AlertDescription(
                "Inputs are refused: " + source,
                List.of(new MessageFact("Refused", sum + " in the last " + MINUTES + " min")),
                List.of("Last reason: " + reason, "The dead-letter topic holds them with their reasons."),
                "",
                "barograph-health");
        return new AlertSignal(
                AlertSource.DEAD_LETTERS, source, "", "", "", now, 0, Status.MEASURED, now, 0, sum, story);
    }

    void writeTo(DataOutput out) throws IOException {
        BinaryCollections.writeMap(counts, out, BinaryCollections.TEXT, Count::writeTo);
    }

    static RecentDeadLetterCounts readFrom(DataInput in) throws IOException {
        RecentDeadLetterCounts read = new RecentDeadLetterCounts();
        BinaryCollections.readMap(read.counts, in, DataInput::readUTF, Count::readFrom);
        return read;
    }
}
