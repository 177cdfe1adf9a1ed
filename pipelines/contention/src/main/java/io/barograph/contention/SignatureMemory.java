package io.barograph.contention;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The signatures of the latest events of one type on one file system, and who was the first suspect, to link events that
 * look alike: "like 12 earlier ones, 11 of them app X". An event whose signature or suspect changes is put again.
 *
 * <p>State: {@value #MAX_EVENTS} events with the latest onsets, about 100 bytes each.
 */
public final class SignatureMemory {
    public static final int MAX_EVENTS = 500;

    public static final int MAX_ONSETS = 10;

    private final NavigableMap<Long, Remembered> events = new TreeMap<>();

    private record Remembered(EventSignature signature, String application) {}

    /**
     * @param onset onset of an event, milliseconds since the epoch
     * @param application of its first suspect; null if not known
     */
    public void put(long onset, EventSignature signature, String application) {
        events.put(onset, new Remembered(signature, application));
        if (events.size() > MAX_EVENTS) {
            events.pollFirstEntry();
        }
    }

    /**
     * @param onset onset of an event, milliseconds since the epoch
     * @return events with an earlier onset that look like it
     */
    public SimilarEvents like(long onset, EventSignature signature) {
        int number = 0;
        List<Long> onsets = new ArrayList<>();
        NavigableMap<String, Integer> applications = new TreeMap<>();
        for (Map.Entry<Long, Remembered> earlier :
                events.headMap(onset, false).descendingMap().entrySet()) {
            if (earlier.getValue().signature().isLike(signature)) {
                number++;
                if (onsets.size() < MAX_ONSETS) {
                    onsets.add(earlier.getKey());
                }
                if (earlier.getValue().application() != null) {
                    applications.merge(earlier.getValue().application(), 1, Integer::sum);
                }
            }
        }
        String application = null;
        int most = 0;
        for (Map.Entry<String, Integer> counted : applications.entrySet()) {
            if (counted.getValue() > most) {
                application = counted.getKey();
                most = counted.getValue();
            }
        }
        return new SimilarEvents(number, application, most, List.copyOf(onsets));
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(events.size());
        for (Map.Entry<Long, Remembered> event : events.entrySet()) {
            EventSignature signature = event.getValue().signature();
            out.writeLong(event.getKey());
            out.writeDouble(signature.seconds());
            out.writeDouble(signature.amount());
            out.writeDouble(signature.peakPerSecond());
            out.writeDouble(signature.readPart());
            out.writeDouble(signature.periodSeconds());
            out.writeBoolean(event.getValue().application() != null);
            if (event.getValue().application() != null) {
                out.writeUTF(event.getValue().application());
            }
        }
    }

    public static SignatureMemory readFrom(DataInput in) throws IOException {
        SignatureMemory memory = new SignatureMemory();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            long onset = in.readLong();
            EventSignature signature = new EventSignature(
                    in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble());
            memory.events.put(onset, new Remembered(signature, in.readBoolean() ? in.readUTF() : null));
        }
        return memory;
    }
}
