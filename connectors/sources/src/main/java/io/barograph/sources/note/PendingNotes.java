package io.barograph.sources.note;

import io.barograph.schemas.SiteEvent;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Notes on their way from the requests to the publisher. */
final class PendingNotes {
    private static final int CAPACITY = 100;

    private final BlockingQueue<Note> queue = new ArrayBlockingQueue<>(CAPACITY);

    /** A note whose author waits for the outcome. */
    record Note(SiteEvent event, CompletableFuture<Boolean> outcome) {
        void stored() {
            outcome.complete(true);
        }

        void failedUnlessStored() {
            outcome.complete(false);
        }
    }

    /** @return the note, to wait for its outcome; null if too many wait already */
    Note offer(SiteEvent event) {
        Note note = new Note(event, new CompletableFuture<>());
        return queue.offer(note) ? note : null;
    }

    /** Takes a note back that its author no longer waits for. */
    void withdraw(Note note) {
        queue.remove(note);
    }

    /** @return the next note; null if none comes in time */
    Note poll(long time, TimeUnit unit) throws InterruptedException {
        return queue.poll(time, unit);
    }

    /** Tells all who wait that their notes are not stored. */
    void close() {
        for (Note note = queue.poll(); note != null; note = queue.poll()) {
            note.failedUnlessStored();
        }
    }
}
