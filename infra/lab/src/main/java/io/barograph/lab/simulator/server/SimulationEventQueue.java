package io.barograph.lab.simulator.server;

import java.util.PriorityQueue;

/** What is going to happen when. */
public final class SimulationEventQueue {
    /** In which order things happen that happen at the same instant. */
    public enum Turn {
        /** Flows, phases and jobs end. */
        END,
        /** Servers change. */
        CHANGE,
        /** Jobs start; so the last sample "before the start" is older than one at the very start. */
        START,
        /** The instant of a poll, at which the truth of whole intervals is taken. */
        TICK,
        /** A server is asked. */
        POLL,
        /** A probe begins an operation. */
        PROBE
    }

    private record Entry(long micros, Turn turn, long number, Runnable action) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            if (micros != other.micros) {
                return Long.compare(micros, other.micros);
            }
            return turn == other.turn ? Long.compare(number, other.number) : turn.compareTo(other.turn);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long nowMicros;
    private long number;

    public SimulationEventQueue(long nowMicros) {
        this.nowMicros = nowMicros;
    }

    public long nowMicros() {
        return nowMicros;
    }

    public long nextMicros() {
        return entries.isEmpty() ? Long.MAX_VALUE : entries.element().micros();
    }

    public void at(long micros, Turn turn, Runnable action) {
        entries.add(new Entry(Math.max(micros, nowMicros), turn, number++, action));
    }

    /** Lets the next entry happen at its instant. */
    public void runNext() {
        Entry entry = entries.remove();
        nowMicros = entry.micros();
        entry.action().run();
    }

    /** Lets time pass in which nothing happens. */
    public void waitUntil(long micros) {
        nowMicros = micros;
    }
}
