package io.barograph.jobs.replay;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * Records of several places in the order of event time, ties by topic, partition and offset. A place is opened when the
 * order has come to it and closed at its end, so that few are open at a time. A record that came late, behind younger ones
 * of its partition, comes here as soon as these have come.
 *
 * <p>Memory: what the open places buffer.
 */
final class MergedRecords implements ReplayRecords {
    private final PriorityQueue<Place> closed = new PriorityQueue<>(Comparator.comparingLong(Place::from));
    private final PriorityQueue<Head> heads =
            new PriorityQueue<>(Comparator.comparing(Head::record, ReplayedRecord.ORDER));

    private record Head(ReplayedRecord record, ReplayRecords rest) {}

    private record Place(long from, Opening opening) {}

    private interface Opening {
        ReplayRecords open() throws IOException;
    }

    private MergedRecords(Stream<Place> places) {
        places.forEach(closed::add);
    }

    static MergedRecords ofInputs(Collection<? extends ReplayInput> inputs) {
        return new MergedRecords(inputs.stream().map(input -> new Place(input.from(), input::open)));
    }

    static MergedRecords of(Collection<? extends ReplayRecords> open) {
        return new MergedRecords(open.stream().map(records -> new Place(Long.MIN_VALUE, () -> records)));
    }

    @Override
    public ReplayedRecord next() throws IOException {
        while (!closed.isEmpty()
                && (heads.isEmpty()
                        || closed.element().from() <= heads.element().record().time())) {
            advance(closed.remove().opening().open());
        }
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        advance(head.rest());
        return head.record();
    }

    private void advance(ReplayRecords records) throws IOException {
        ReplayedRecord record;
        try {
            record = records.next();
        } catch (IOException | RuntimeException e) {
            records.close();
            throw e;
        }
        if (record == null) {
            records.close();
        } else {
            heads.add(new Head(record, records));
        }
    }

    @Override
    public void close() throws IOException {
        closed.clear();
        for (Head head : heads) {
            head.rest().close();
        }
        heads.clear();
    }
}
