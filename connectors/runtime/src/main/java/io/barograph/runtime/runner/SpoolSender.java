package io.barograph.runtime.runner;

import io.barograph.schemas.RetryBackoff;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the records of one spool to the broker in their order, and confirms to the spool what the broker has stored.
 *
 * <p>At most 10 000 records and 4 MiB are under way; what lies behind them stays on disk. A record that the producer has
 * taken is never sent a second time unless the broker refused it, so within the life of the process each record arrives
 * once. A record that the broker refuses for what it is (too large, a time that the topic does not allow) is handed to
 * the fates; the records that shared its batch are sent again, and may then come after later ones. Records that the spool
 * has lost are counted.
 *
 * <p>An exception or error of any kind is reported, and sending goes on.
 */
final class SpoolSender implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolSender.class);
    private static final int MAX_UNDER_WAY = 10_000;
    private static final long MAX_BYTES_UNDER_WAY = 4L * 1024 * 1024;
    private static final long WAIT_MILLIS = 100;
    private static final long STORE_NANOS = 100_000_000;
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** What becomes of records that do not arrive. */
    interface Fates {
        void refused(SpooledRecord record, Exception failure);

        /** @param records how many the spool has lost; may be 0, if no record lay in the damaged bytes */
        void lost(long records, String description);
    }

    private final String name;
    private final Spool spool;
    private final BrokerConnection broker;
    private final Fates fates;
    private final Consumer<String> notes;
    private final SpoolLosses losses;
    private final Deque<SpoolLosses.Loss> unreportedLosses = new ArrayDeque<>();
    private final Deque<InFlightRecord> underWay = new ArrayDeque<>();
    private final RetryBackoff backoff =
            new RetryBackoff(Duration.ofMillis(100), Duration.ofSeconds(5), RandomGenerator.getDefault());
    private long sent;
    private long lastStored = System.nanoTime();
    private long lastArrival = System.nanoTime();
    private final AtomicLong arrived = new AtomicLong();
    private volatile boolean stopped;
    private volatile long problemSince;
    private volatile String problem;
    private boolean said;

    /**
     * @param fates receives records that the broker refuses or the spool has lost
     * @param notes called when records have waited for some seconds, and when they arrive again
     */
    SpoolSender(String name, Spool spool, BrokerConnection broker, Fates fates, Consumer<String> notes) {
        this.name = name;
        this.spool = spool;
        this.broker = broker;
        this.fates = fates;
        this.losses = new SpoolLosses(spool.confirmedNumber());
        this.notes = notes;
        this.sent = spool.confirmed();
    }

    /** @return why nothing arrives at present; empty if records arrive */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** @return true if records have not arrived for that long, with a known problem */
    boolean isStuckFor(Duration duration) {
        return problem != null && System.nanoTime() - problemSince > duration.toNanos();
    }

    /** @return a number that grows with each record that has arrived */
    long arrived() {
        return arrived.get();
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                sendSome();
                reportLosses();
                settle();
                reportSilence();
                storeConfirmed();
            } catch (InterruptedException e) {
                LOG.debug("the sender of collector {} is to end", name, e);
                stopped = true;
            } catch (IOException | RuntimeException | Error e) {
                survive(e);
            }
        }
    }

    /** Without this thread nothing would be sent any more, and nobody would notice. */
    private void survive(Throwable failure) {
        try {
            report("the spool cannot be read or sent: " + failure);
            LOG.debug("collector {}", name, failure);
        } catch (RuntimeException | Error e) {
            problem = "sending fails, and so does the report of it"; // a constant: memory may be out
        }
        pause();
    }

    private void sendSome() throws IOException, InterruptedException {
        long until = System.nanoTime() + WAIT_MILLIS * 1_000_000;
        while (!stopped && hasRoom() && System.nanoTime() < until) {
            Optional<SpoolSegment.Entry> entry = spool.await(sent, underWay.isEmpty() ? WAIT_MILLIS : 5);
            if (entry.isEmpty()) {
                return;
            }
            if (!send(entry.get())) {
                return;
            }
        }
        if (!hasRoom()) {
            underWay.peekFirst().await(WAIT_MILLIS);
        }
    }

    private boolean hasRoom() {
        return underWay.isEmpty()
                || (underWay.size() < MAX_UNDER_WAY && sent - underWay.peekFirst().position < MAX_BYTES_UNDER_WAY);
    }

    /** @return false if the producer did not take it */
    private boolean send(SpoolSegment.Entry entry) {
        losses.see(entry).ifPresent(unreportedLosses::add); // nothing, if it was seen before
        if (entry.record().isEmpty()) {
            skip(entry);
            return true;
        }
        InFlightRecord flight = new InFlightRecord(sent, entry.next(), entry.number() + 1, false);
        handOver(entry.record().get(), flight);
        if (flight.isNeverTaken()) {
            if (isPermanent(flight.failure())) {
                fates.refused(entry.record().get(), flight.failure());
                skip(entry);
                return true;
            }
            refused(flight.failure());
            pause();
            return false;
        }
        underWay.add(flight);
        sent = flight.next;
        return true;
    }

    private void handOver(SpooledRecord record, InFlightRecord flight) {
        try {
            broker.send(record, flight);
        } catch (KafkaException e) {
            flight.onCompletion(null, e);
        }
    }

    /** Passes over what needs not be sent: the header of a segment, damaged bytes, a record that cannot be sent. */
    private void skip(SpoolSegment.Entry entry) {
        InFlightRecord settled = new InFlightRecord(sent, entry.next(), losses.expected(), false);
        settled.onCompletion(null, null);
        underWay.add(settled);
        sent = entry.next();
    }

    /** Before anything behind it is confirmed; a loss that cannot be reported now is reported later. */
    private void reportLosses() {
        while (!unreportedLosses.isEmpty()) {
            fates.lost(
                    unreportedLosses.peekFirst().records(),
                    unreportedLosses.peekFirst().description());
            unreportedLosses.removeFirst();
        }
    }

    /** Confirms what has arrived, up to the first record that has not. */
    private void settle() throws IOException, InterruptedException {
        InFlightRecord last = null;
        try {
            while (!underWay.isEmpty() && underWay.peekFirst().isDone()) {
                InFlightRecord first = underWay.peekFirst();
                if (first.failure() != null && !first.isRepeated && !first.isNeverTaken()) {
                    if (!sendFailedAgain()) {
                        return;
                    }
                    continue;
                }
                if (first.failure() == null) {
                    succeeded();
                } else if (!sendAlone(first)) {
                    return;
                }
                last = underWay.removeFirst();
            }
        } finally {
            if (last != null) {
                spool.confirm(last.next, last.nextNumber);
            }
        }
    }

    /**
     * Refuses the records that made their batch fail, and sends the others of all failed batches again, together.
     *
     * @return false if the process is to end before the outcome is known
     */
    private boolean sendFailedAgain() throws IOException, InterruptedException {
        if (!awaitAll()) {
            return false;
        }
        List<InFlightRecord> next = new ArrayList<>();
        for (InFlightRecord flight : underWay) {
            next.add(flight.failure() == null ? flight : again(flight));
        }
        underWay.clear();
        underWay.addAll(next);
        return true;
    }

    private InFlightRecord again(InFlightRecord failed) throws IOException {
        InFlightRecord again = failed.repeated();
        Optional<SpooledRecord> record = spool.read(failed.position).record();
        if (record.isEmpty() || isReported(record.get(), failed.failure())) {
            if (record.isPresent()) {
                fates.refused(record.get(), failed.failure());
            } else {
                fates.lost(1, "a record was damaged while it was being sent");
            }
            again.onCompletion(null, null);
        } else {
            handOver(record.get(), again);
        }
        return again;
    }

    /** Whether the broker means this very record, and not another one of its batch. */
    private static boolean isReported(SpooledRecord record, Exception failure) {
        return isClock(failure) && failure.getMessage().contains("Timestamp " + record.timestamp() + " ");
    }

    /** @return whether the broker refused the time of a record */
    static boolean isClock(Exception failure) {
        return failure.getMessage() != null
                && (failure instanceof InvalidTimestampException
                        || (failure instanceof InvalidRecordException
                                && failure.getMessage().startsWith("Timestamp ")));
    }

    private void succeeded() {
        arrived.incrementAndGet();
        lastArrival = System.nanoTime();
        if (problem != null) {
            LOG.info("collector {}: records reach the broker again", name);
            problem = null;
            if (said) {
                notes.accept("records reach the broker again");
                said = false;
            }
        }
        backoff.reset();
    }

    private void storeConfirmed() throws IOException {
        long now = System.nanoTime();
        if (now - lastStored > STORE_NANOS) {
            spool.storeConfirmed(false);
            lastStored = now;
        }
    }

    private void reportSilence() {
        if (underWay.isEmpty()) {
            lastArrival = System.nanoTime();
        } else if (System.nanoTime() - lastArrival > SILENCE.toNanos()) {
            report("no answer for " + SILENCE.toSeconds() + " s; check that the broker runs and can be reached, and"
                    + " whether it wants TLS or a password (kafka.propertiesFile)");
        }
    }

    /** @return false if the process is to end before the outcome is known */
    private boolean sendAlone(InFlightRecord failed) throws IOException, InterruptedException {
        if (!awaitAll()) {
            return false;
        }
        Optional<SpooledRecord> record = spool.read(failed.position).record();
        if (record.isEmpty()) {
            fates.lost(1, "a record was damaged while it was being sent");
            return true;
        }
        while (!stopped) {
            InFlightRecord again = failed.repeated();
            handOver(record.get(), again);
            if (!awaitDone(again)) {
                return false;
            }
            if (again.failure() == null) {
                succeeded();
                return true;
            }
            if (isPermanent(again.failure())) {
                fates.refused(record.get(), again.failure());
                return true;
            }
            refused(again.failure());
            pause();
        }
        return false;
    }

    private boolean awaitAll() throws InterruptedException {
        for (InFlightRecord flight : underWay) {
            if (!awaitDone(flight)) {
                return false;
            }
        }
        return true;
    }

    private boolean awaitDone(InFlightRecord flight) throws InterruptedException {
        while (!flight.isDone() && !stopped) {
            flight.await(WAIT_MILLIS);
        }
        return flight.isDone() && !stopped;
    }

    /** Whether the broker refuses the record for what it is, today and tomorrow. */
    private static boolean isPermanent(Exception failure) {
        return failure instanceof RecordTooLargeException
                || failure instanceof RecordBatchTooLargeException
                || failure instanceof InvalidTimestampException
                || failure instanceof InvalidRecordException
                || failure instanceof CorruptRecordException;
    }

    private void refused(Exception failure) {
        report(broker.explain(failure));
        broker.renewAfter(failure);
    }

    private void report(String reason) {
        if (problem == null && !stopped) {
            LOG.warn("collector {}: records wait on disk for the broker ({})", name, reason);
        }
        if (problem == null) {
            problemSince = System.nanoTime();
        }
        problem = reason;
        if (!said && isStuckFor(SILENCE)) {
            said = true;
            notes.accept("records wait on disk for the broker " + broker.address() + " (" + reason + ")");
        }
    }

    private void pause() {
        try {
            Thread.sleep(backoff.next().toMillis());
        } catch (InterruptedException e) {
            LOG.debug("the sender of collector {} is to end", name, e);
            stopped = true;
        }
    }
}
