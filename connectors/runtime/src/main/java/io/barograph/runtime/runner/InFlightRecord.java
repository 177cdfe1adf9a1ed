package io.barograph.runtime.runner;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/** A record that has been handed to the producer. */
final class InFlightRecord implements Callback {
    final long position;
    final long next;
    /** -1 if it is not known. */
    final long nextNumber;

    final boolean isRepeated;
    private final Thread sender = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean neverTaken;
    private volatile Exception failure;

    InFlightRecord(long position, long next, long nextNumber, boolean isRepeated) {
        this.position = position;
        this.next = next;
        this.nextNumber = nextNumber;
        this.isRepeated = isRepeated;
    }

    /** To send the same record once more. */
    InFlightRecord repeated() {
        return new InFlightRecord(position, next, nextNumber, true);
    }

    /** Called by the sending thread itself if the producer does not take the record. */
    @Override
    public void onCompletion(RecordMetadata metadata, Exception exception) {
        failure = exception;
        neverTaken = exception != null && Thread.currentThread() == sender;
        done.countDown();
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    /** @return false if it was not done within that time */
    boolean await(long millis) throws InterruptedException {
        return done.await(millis, TimeUnit.MILLISECONDS);
    }

    /** @return true if the producer did not take the record, so that it is certainly in no topic */
    boolean isNeverTaken() {
        return neverTaken;
    }

    /** @return why it failed; null if it did not */
    Exception failure() {
        return failure;
    }
}
