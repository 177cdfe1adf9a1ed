package io.barograph.collectors.runtime;

import io.barograph.collectors.core.DeadLetters;
import io.barograph.collectors.core.PublishException;
import io.barograph.collectors.core.Publisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Where one collector puts its records: a spool on disk, from which a thread sends them to the broker. Counts what passes.
 *
 * <p>{@link #flush} returns when the records are safe on disk, whether or not the broker is there. While the spool is
 * full, new records are dropped and counted.
 */
final class Outlet implements Publisher {
    private static final long STOP_MILLIS = 10_000;

    private final String name;
    private final Clock clock;
    private final Path folder;
    private final Spool spool;
    private final SpoolSender sender;
    private final Thread thread;
    private final Counters counters = new Counters();
    private final Map<Class<?>, AvroCodec<?>> codecs = new HashMap<>();

    /**
     * @param name name of the collector
     * @param folder folder of its spool
     * @param spoolBytes most bytes on disk
     * @param broker where records go
     * @param clock gives dead letters their time
     * @param notes told when records have waited for the broker for some seconds, and when they arrive again
     * @throws IOException if the folder cannot be used
     */
    Outlet(String name, Path folder, long spoolBytes, BrokerConnection broker, Clock clock, Consumer<String> notes)
            throws IOException {
        this.name = name;
        this.clock = clock;
        this.folder = folder;
        this.spool = new Spool(folder, spoolBytes);
        this.sender = new SpoolSender(name, spool, broker, this::refusedByBroker, notes);
        this.thread = new Thread(sender, "send " + name);
        thread.setDaemon(true);
        thread.start();
    }

    Counters counters() {
        return counters;
    }

    /** @return bytes that wait on disk */
    long waitingBytes() {
        return spool.waitingBytes();
    }

    /** @return why records do not reach the broker; empty if they do */
    Optional<String> problem() {
        return sender.problem();
    }

    @Override
    public synchronized <T extends SpecificRecord> void publish(Topic<T> topic, T record) {
        if (record instanceof DeadLetter letter) {
            counters.refused(letter.getReason());
        }
        @SuppressWarnings("unchecked") // the map holds the codec of the class that is its key
        AvroCodec<T> codec = (AvroCodec<T>) codecs.computeIfAbsent(topic.type(), type -> AvroCodec.of(topic.type()));
        long timestamp = topic.timestamp().applyAsLong(record);
        SpooledRecord spooled =
                new SpooledRecord(topic.name(), timestamp, topic.keyBytes(record), codec.encode(record));
        try {
            if (!spool.append(spooled)) {
                counters.dropped(topic.name());
            } else if (!(record instanceof DeadLetter)) {
                counters.published(topic.name(), timestamp);
            }
        } catch (IOException e) {
            throw new PublishException("cannot write to " + folder + " (" + e.getMessage() + ")", e);
        }
    }

    @Override
    public void refuseAgain(DeadLetter letter) {
        counters.refused(letter.getReason());
    }

    private void refusedByBroker(SpooledRecord record, String reason) {
        if (record == null) {
            counters.dropped(reason);
        } else if (record.topic().equals(Topic.DEAD_LETTERS.name())) {
            counters.dropped(record.topic());
        } else {
            publish(
                    Topic.DEAD_LETTERS,
                    DeadLetters.of(
                            Topic.named(record.topic()),
                            "collector " + name,
                            "record for " + record.topic() + " with time " + record.timestamp() + " ms",
                            "refused by the broker: " + reason,
                            clock.instant(),
                            record.value()));
        }
    }

    @Override
    public void flush() {
        try {
            spool.sync();
        } catch (IOException e) {
            throw new PublishException("cannot write to " + folder + " (" + e.getMessage() + ")", e);
        }
    }

    /** Sends nothing more; to be called before {@link #close} where several outlets are closed. */
    void stopSending() {
        sender.stop();
    }

    /**
     * Waits until the broker has all records, unless it is known to be away.
     *
     * @param patience longest time without any record arriving
     * @return false if some are left in the spool
     */
    boolean drain(Duration patience) throws InterruptedException {
        long arrived = sender.arrived();
        long deadline = System.nanoTime() + patience.toNanos();
        while (spool.waitingBytes() > 0) {
            if (sender.arrived() != arrived) {
                arrived = sender.arrived();
                deadline = System.nanoTime() + patience.toNanos();
            }
            if (System.nanoTime() > deadline || sender.isStuckFor(patience)) {
                return false;
            }
            Thread.sleep(5);
        }
        return true;
    }

    /** Leaves in the spool what has not arrived. */
    @Override
    public void close() {
        sender.stop();
        boolean interrupted = false;
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            spool.sync();
            spool.storeConfirmed();
            spool.close();
        } catch (IOException e) {
            throw new PublishException("cannot close the spool in " + folder + " (" + e.getMessage() + ")", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
