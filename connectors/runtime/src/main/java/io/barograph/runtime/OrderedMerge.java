package io.barograph.runtime;

import io.barograph.schemas.ServerSample;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** Merges iterators that are each in {@link SampleRecording#ORDER}; equal samples come in the order of the iterators. */
public final class OrderedMerge implements Iterator<ServerSample> {
    private record Head(ServerSample sample, int index, Iterator<ServerSample> rest) {}

    private final PriorityQueue<Head> heads = new PriorityQueue<>(
            Comparator.comparing(Head::sample, SampleRecording.ORDER).thenComparingInt(Head::index));

    public OrderedMerge(List<Iterator<ServerSample>> sources) {
        for (int index = 0; index < sources.size(); index++) {
            push(index, sources.get(index));
        }
    }

    @Override
    public boolean hasNext() {
        return !heads.isEmpty();
    }

    @Override
    public ServerSample next() {
        Head head = heads.poll();
        if (head == null) {
            throw new NoSuchElementException();
        }
        push(head.index(), head.rest());
        return head.sample();
    }

    private void push(int index, Iterator<ServerSample> source) {
        if (source.hasNext()) {
            heads.add(new Head(source.next(), index, source));
        }
    }
}
