package io.barograph.runtime.runner;

import io.barograph.runtime.DeadLetterFactory;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where one collector puts its records: a spool on disk, from which a thread sends them to the broker. Counts what passes.
 *
 * <p>{@link #flush} returns when the records are safe on disk, whether or not the broker is there. While the spool is
 * full, new records are dropped and counted.
 */
final class SpoolingPublisher implements RecordPublisher, SpoolSender.Fates {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolingPublisher.class);
    private static final long STOP_MILLIS = 10_000;

    /** As many as two reports of health, so that a refusal is in one of them. */
    private static final Duration CLOCK_SHOWN = Duration.ofMinutes(1);

    /** Records further ahead than 30 s are refused; clocks that are kept right differ by far less. */
    private static final double MAX_CLOCK_OFFSET_SECONDS = 5;

    private final String name;
    private final Clock clock;
    private final Path folder;
    private final Spool spool;
    private final BrokerConnection broker;
    private final Consumer<String> notes;
    private final SpoolSender sender;
    private final Thread thread;
    private final CollectorCounters counters = new CollectorCounters();
    private final Map<Class<?>, AvroCodec<?>> codecs = new HashMap<>();
    private String clockRefusal;
    private long clockRefusedAt;

    /**
     * @param spoolBytes most bytes on disk
     * @param notes called when records have waited for the broker for some seconds, and when they arrive again
     */
    SpoolingPublisher(
            String name, Path folder, long spoolBytes, BrokerConnection broker, Clock clock, Consumer<String> notes)
            throws IOException {
        this.name = name;
        this.clock = clock;
        this.folder = folder;
        this.broker = broker;
        this.notes = notes;
        this.spool = new Spool(folder, spoolBytes);
        spool.findings().forEach(this::warn);
        this.sender = new SpoolSender(name, spool, broker, this, notes);
        this.thread = new Thread(sender, "send " + name);
        thread.setDaemon(true);
        thread.start();
    }

    CollectorCounters counters() {
        return counters;
    }

    long waitingBytes() {
        return spool.waitingBytes();
    }

    /** @return why records do not reach the broker; empty if they do */
    Optional<String> problem() {
        return sender.problem();
    }

    @Override
    public synchronized <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
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
                counters.dropped(topic.name(), 1);
                return false;
            }
            if (!(record instanceof DeadLetter)) {
                counters.published(topic.name(), timestamp);
                if (record instanceof ServerPoll poll) {
                    counters.sampled(poll.getFileSystem(), clock.instant());
                }
            }
            return true;
        } catch (IOException e) {
            throw new PublishException("cannot write to " + folder + " (" + e.getMessage() + ")", e);
        }
    }

    @Override
    public void refuseAgain(DeadLetter letter) {
        counters.refused(letter.getReason());
    }

    @Override
    public void refused(SpooledRecord record, Exception failure) {
        String reason =
                SpoolSender.isClock(failure) ? clockReason(record) : "refused by the broker: " + failure.getMessage();
        if (record.topic().equals(Topic.DEAD_LETTERS.name())) {
            counters.dropped(record.topic(), 1);
            warn("a dead letter is lost, because the broker does not take it (" + reason + ")");
        } else {
            publish(
                    Topic.DEAD_LETTERS,
                    DeadLetterFactory.of(
                            Topic.named(record.topic()),
                            "collector " + name,
                            "record for " + record.topic() + " with time " + record.timestamp() + " ms",
                            reason,
                            clock.instant(),
                            record.value()));
        }
    }

    private String clockReason(SpooledRecord record) {
        OptionalDouble offset = broker.clock().offsetSeconds();
        double ahead = (record.timestamp() - clock.millis()) / 1e3 + offset.orElse(0);
        String reason = offset.isPresent()
                ? String.format("CLOCK: the sample is %.0f s ahead of the broker", ahead)
                : "CLOCK: the sample is further ahead of the broker than the topic allows";
        boolean isFirst;
        synchronized (this) {
            isFirst = !isRefusedLately();
            clockRefusal = reason;
            clockRefusedAt = System.nanoTime();
        }
        if (isFirst) {
            warn(reason + "; such records are set aside as dead letters" + remedy());
        }
        return reason;
    }

    /** @return what is wrong with the clocks; empty if nothing is known to be */
    synchronized Optional<String> clockProblem() {
        if (isRefusedLately()) {
            return Optional.of(clockRefusal + remedy());
        }
        return isOff() ? Optional.of("CLOCK" + remedy()) : Optional.empty();
    }

    private boolean isRefusedLately() {
        return clockRefusal != null && System.nanoTime() - clockRefusedAt < CLOCK_SHOWN.toNanos();
    }

    private boolean isOff() {
        return Math.abs(broker.clock().offsetSeconds().orElse(0)) > MAX_CLOCK_OFFSET_SECONDS;
    }

    private String remedy() {
        OptionalDouble offset = broker.clock().offsetSeconds();
        if (offset.isEmpty()) {
            return "; compare the clock of this host and of the servers that it reads with the broker's";
        }
        String measured = String.format(
                "%.1f s %s the broker's",
                Math.abs(offset.getAsDouble()), offset.getAsDouble() > 0 ? "ahead of" : "behind");
        return isOff()
                ? "; this host's clock is " + measured + ": set it right (chronyc tracking)"
                : "; this host's clock is right (" + measured + "): check the clocks of the servers that it reads";
    }

    @Override
    public void lost(long records, String description) {
        if (records == 0) {
            LOG.warn("collector {}: {}; no record lay there", name, description);
            return;
        }
        String reason = records + (records == 1 ? " record" : " records") + " of the spool lost: " + description;
        counters.dropped("damaged in the spool", records);
        warn(reason);
        publish(
                Topic.DEAD_LETTERS,
                DeadLetterFactory.of(
                        Topic.DEAD_LETTERS, "collector " + name, folder.toString(), reason, clock.instant(), null));
    }

    private void warn(String what) {
        LOG.warn("collector {}: {}", name, what);
        notes.accept(what);
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
            spool.storeConfirmed(true);
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
