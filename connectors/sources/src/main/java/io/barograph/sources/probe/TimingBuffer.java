package io.barograph.sources.probe;

import io.barograph.schemas.ProbeTiming;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Timings and notes on their way from the threads of the directories to the thread that publishes. Bounded: while nobody
 * publishes, the oldest timings are dropped and counted.
 */
final class TimingBuffer {
    private static final int MAX_TIMINGS = 100_000;
    private static final int MAX_NOTES = 1_000;

    /** What was taken, in the order in which it came; the notes are lines for the person who started the probe. */
    record Batch(List<ProbeTiming> timings, List<String> notes) {}

    private final Deque<ProbeTiming> timings = new ArrayDeque<>();
    private final Deque<String> notes = new ArrayDeque<>();
    private long dropped;
    private boolean woken;

    synchronized void timing(ProbeTiming timing) {
        if (timings.size() == MAX_TIMINGS) {
            timings.removeFirst();
            dropped++;
        }
        timings.addLast(timing);
        notifyAll();
    }

    synchronized void note(String line) {
        if (notes.size() == MAX_NOTES) {
            notes.removeFirst();
        }
        notes.addLast(line);
        notifyAll();
    }

    /** Ends a wait, because a directory has ended or is refused. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** Waits for timings, notes, or a directory's end. */
    synchronized Batch take(Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        while (timings.isEmpty() && notes.isEmpty() && !woken) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        woken = false;
        return drain();
    }

    /** @return what is there now */
    synchronized Batch drain() {
        if (dropped > 0) {
            notes.addLast(dropped + " timings were dropped, because nobody took them; the broker may be away");
            dropped = 0;
        }
        Batch batch = new Batch(new ArrayList<>(timings), new ArrayList<>(notes));
        timings.clear();
        notes.clear();
        return batch;
    }
}
