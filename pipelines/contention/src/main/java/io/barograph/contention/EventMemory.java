package io.barograph.contention;

import io.barograph.contention.cost.CostPeriod;
import io.barograph.contention.cost.CostTally;
import io.barograph.contention.cost.EventCost;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What earlier events of a file system looked like and cost.
 *
 * <p>Size: {@link CostTally}; for each kind and type {@link SignatureMemory}; a number for each cost that was reported.
 */
public final class EventMemory {
    private CostTally costs = new CostTally();
    private final TreeMap<String, Integer> costRevisions = new TreeMap<>();
    private final TreeMap<String, SignatureMemory> signatures = new TreeMap<>();

    public CostTally costs() {
        return costs;
    }

    /** @return how often it has been reported, with this */
    public int revisionOf(EventCost cost) {
        // Names that sort by time come first, so what is older than the tally can go.
        long oldest = CostPeriod.month(CostPeriod.month(cost.period().from()).from() - 1)
                .from();
        costRevisions
                .headMap(String.format(Locale.ROOT, "%016d", Math.max(0, oldest)))
                .clear();
        String key =
                String.format("%016d/%d/%s", cost.period().from(), cost.period().until(), cost.application());
        return costRevisions.merge(key, 1, Integer::sum);
    }

    /**
     * @param application of its first suspect; null if not known
     * @return earlier events that looked like it
     */
    public SimilarEvents remember(TrackedEvent event, EventSignature signature, String application) {
        SignatureMemory memory =
                signatures.computeIfAbsent(event.kind() + "/" + event.type(), unused -> new SignatureMemory());
        memory.put(event.onset(), signature, application);
        return memory.like(event.onset(), signature);
    }

    public void writeTo(DataOutput out) throws IOException {
        costs.writeTo(out);
        BinaryCollections.writeMap(costRevisions, out, BinaryCollections.TEXT, BinaryCollections.INT);
        BinaryCollections.writeMap(signatures, out, BinaryCollections.TEXT, SignatureMemory::writeTo);
    }

    /** @return what {@link #writeTo} wrote */
    public static EventMemory readFrom(DataInput in) throws IOException {
        EventMemory memory = new EventMemory();
        memory.costs = CostTally.readFrom(in);
        BinaryCollections.readMap(memory.costRevisions, in, DataInput::readUTF, DataInput::readInt);
        BinaryCollections.readMap(memory.signatures, in, DataInput::readUTF, SignatureMemory::readFrom);
        return memory;
    }
}
