package io.barograph.contention.degradation;

import io.barograph.contention.event.ContentionPolicy;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether operations are harmed: one of them so many times slower, several times running; until none has been for a
 * while. What is not measured changes nothing.
 *
 * <p>Size: some 40 bytes for each operation.
 */
final class HarmWatch {
    private static final long NONE = Long.MIN_VALUE;

    private final TreeMap<String, Run> runs = new TreeMap<>();
    private boolean harmed;
    private boolean hasJustBegun;
    private long since = NONE;
    private long calmSince = NONE;
    private double worst = Double.NaN;
    private double least = Double.NaN;
    private String worstOperation = "";

    /** Values at or above the limit that follow each other. */
    private record Run(int length, long since) {}

    /**
     * @param untrained operations of which hardly a calm minute is known: they must have been slow for as long as what
     *     is unexplained to be believed
     * @param unbroken how long an operation must have been slow without a break to be believed, milliseconds
     * @param evident slowdown of which one value is enough; infinite if there is none
     */
    void step(
            long time,
            Map<String, Double> slowdowns,
            Set<String> untrained,
            ContentionPolicy policy,
            long unbroken,
            double evident) {
        hasJustBegun = false;
        worst = Double.NaN;
        least = Double.NaN;
        long first = Long.MAX_VALUE;
        for (Map.Entry<String, Double> entry : slowdowns.entrySet()) {
            double slowdown = entry.getValue();
            if (!(slowdown >= least)) {
                least = slowdown;
            }
            if (!(slowdown <= worst)) {
                worst = slowdown;
                worstOperation = entry.getKey();
            }
            if (slowdown >= policy.harm()) {
                Run run = runs.getOrDefault(entry.getKey(), new Run(0, time));
                runs.put(entry.getKey(), new Run(run.length + 1, run.since));
                long needed = untrained.contains(entry.getKey())
                        ? Math.max(
                                unbroken,
                                policy.unexplainedAfter().toMillis()
                                        - policy.window().toMillis() / 2)
                        : unbroken;
                boolean isLong = run.length + 1 >= policy.harmSteps() || slowdown >= evident;
                if (isLong && time - run.since >= needed) {
                    first = Math.min(first, run.since);
                }
            } else {
                runs.remove(entry.getKey());
            }
        }
        if (!harmed && first != Long.MAX_VALUE) {
            harmed = true;
            hasJustBegun = true;
            since = first;
            calmSince = NONE;
        } else if (harmed && worst < policy.calm()) {
            calmSince = calmSince == NONE ? time : calmSince;
            harmed = time - calmSince < policy.calmFor().toMillis();
        } else if (harmed && !slowdowns.isEmpty()) {
            calmSince = NONE;
        }
    }

    boolean isHarmed() {
        return harmed;
    }

    /** @return true if the newest step was the first one that showed harm */
    boolean hasJustBegun() {
        return hasJustBegun;
    }

    /** @return true if it is not harmed and no operation is on the way there */
    boolean isQuiet() {
        return !harmed && runs.isEmpty();
    }

    /** @return while it is harmed: the first slow value of those that reported it */
    long since() {
        return since;
    }

    /** @return true if harm may be over */
    boolean isCalm() {
        return calmSince != NONE;
    }

    long calmSince() {
        return calmSince;
    }

    /** @return the largest slowdown of the newest step; NaN if there was none */
    double worst() {
        return worst;
    }

    /** @return the smallest slowdown of the newest step; NaN if there was none */
    double least() {
        return least;
    }

    /** @return the slowest operation of the newest step that had any; empty if none had */
    String worstOperation() {
        return worstOperation;
    }

    /** @return number of operations that are slow in the newest step */
    int slowOperations() {
        return runs.size();
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeBoolean(harmed);
        out.writeLong(since);
        out.writeLong(calmSince);
        out.writeDouble(worst);
        out.writeDouble(least);
        out.writeUTF(worstOperation);
        out.writeInt(runs.size());
        for (Map.Entry<String, Run> entry : runs.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeInt(entry.getValue().length);
            out.writeLong(entry.getValue().since);
        }
    }

    static HarmWatch readFrom(DataInput in) throws IOException {
        HarmWatch watch = new HarmWatch();
        watch.harmed = in.readBoolean();
        watch.since = in.readLong();
        watch.calmSince = in.readLong();
        watch.worst = in.readDouble();
        watch.least = in.readDouble();
        watch.worstOperation = in.readUTF();
        BinaryCollections.readMap(watch.runs, in, DataInput::readUTF, run -> new Run(run.readInt(), run.readLong()));
        return watch;
    }
}
