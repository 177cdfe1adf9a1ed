package io.barograph.runtime.runner;

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
    private final Object monitor;
    private boolean done;
    private boolean neverTaken;
    private Exception failure;

    InFlightRecord(long position, long next, long nextNumber, boolean isRepeated, Object monitor) {
        this.position = position;
        this.next = next;
        this.nextNumber = nextNumber;
        this.isRepeated = isRepeated;
        this.monitor = monitor;
    }

    /** To send the same record once more. */
    InFlightRecord repeated() {
        return new InFlightRecord(position, next, nextNumber, true, monitor);
    }

    /** Called by the sending thread itself if the producer does not take the record. */
    @Override
    public void onCompletion(RecordMetadata metadata, Exception exception) {
        synchronized (monitor) {
            done = true;
            failure = exception;
            neverTaken = exception != null && Thread.currentThread() == sender;
            monitor.notifyAll();
        }
    }

    boolean isDone() {
        synchronized (monitor) {
            return done;
        }
    }

    /** @return true if the producer did not take the record, so that it is certainly in no topic */
    boolean isNeverTaken() {
        synchronized (monitor) {
            return neverTaken;
        }
    }

    /** @return why it failed; null if it did not */
    Exception failure() {
        synchronized (monitor) {
            return failure;
        }
    }
}
