package io.barograph.flink.quarantine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.function.ThrowingConsumer;

/**
 * What made a keyed operator fail and is of no single record: an element that is made of many, a result that an operator
 * that is chained to it fails on, or a timer. It is named by its operator and key and by its bytes or its instant, which are
 * the same when the job restarts from its checkpoint, and left out from then on.
 *
 * <p>A record that made the operator fail is left out by its decoder when it is read again. If it had been read before the
 * checkpoint it is not: what is made of it comes out of the state of other operators. That is left out here.
 */
final class ElementQuarantine {
    private static final int HASH_BYTES = 12;
    private static final String RESULTS = ", results";

    private final AbstractStreamOperator<?> operator;
    private final String name;
    private final FailureLog log;
    private final boolean skips;
    private final boolean skipsResults;
    private final Set<RecordIdentity> skippedHere;
    private final Set<RecordIdentity> leftOut = new HashSet<>();
    private final SkippedRecords skipped;
    private final Counter quarantined;
    private Supplier<RecordIdentity> failedOn;

    ElementQuarantine(AbstractStreamOperator<?> operator, FailureLog log) {
        this.operator = operator;
        this.name = operator.getOperatorConfig().getOperatorName();
        this.log = log;
        this.skipped = log.skipped();
        this.skips = skipped.concern(RecordIdentity.topicWithin(name));
        this.skipsResults = skipped.concern(RecordIdentity.topicWithin(name + RESULTS));
        this.skippedHere = skipped.recordsOf(name);
        this.quarantined = operator.getMetricGroup().counter("quarantinedElements");
    }

    <T> void process(
            StreamRecord<T> element,
            TypeSerializer<T> serializer,
            ThrowingConsumer<StreamRecord<T>, Exception> operation)
            throws Exception {
        if (skips || !skippedHere.isEmpty()) {
            T rest = withoutSkipped(element.getValue(), serializer);
            if (rest == null) {
                return;
            }
            element.replace(rest);
        }
        try {
            operation.accept(element);
        } catch (Exception | StackOverflowError | AssertionError e) {
            throw failure(e, element.getValue(), serializer);
        }
    }

    @SuppressWarnings("unchecked") // a batch is one of its own type
    private <T> T withoutSkipped(T element, TypeSerializer<T> serializer) {
        return element instanceof ElementBatch<?> batch
                ? ((ElementBatch<T>) batch).without(single -> isLeftOut(single, serializer))
                : isLeftOut(element, serializer) ? null : element;
    }

    private <T> boolean isLeftOut(T element, TypeSerializer<T> serializer) {
        if (skips && isSkipped(identity(element, serializer))) {
            return true;
        }
        RecordIdentity record = skippedHere.isEmpty() ? null : RecordIdentity.ofElement(element);
        if (record == null || !skippedHere.contains(record)) {
            return false;
        }
        quarantined.inc();
        if (leftOut.add(record)) {
            log.leftOut(record);
        }
        return true;
    }

    @SuppressWarnings("unchecked") // a batch is one of its own type
    private <T> Exception failure(Throwable thrown, T element, TypeSerializer<T> serializer) {
        Supplier<RecordIdentity> identity = () -> {
            RecordIdentity record = RecordIdentity.ofElement(element);
            if (record != null) {
                return record;
            }
            T single = element instanceof ElementBatch<?> batch ? (T) batch.current() : element;
            return failedOn == null ? identity(single, serializer) : failedOn.get();
        };
        return FailureAttribution.attribute(thrown, identity, name, log);
    }

    <K> void fire(
            InternalTimer<K, VoidNamespace> timer,
            ThrowingConsumer<InternalTimer<K, VoidNamespace>, Exception> operation)
            throws Exception {
        if (skips && isSkipped(identity(timer))) {
            return;
        }
        try {
            operation.accept(timer);
        } catch (Exception | StackOverflowError | AssertionError e) {
            throw FailureAttribution.attribute(e, failedOn == null ? () -> identity(timer) : failedOn, name, log);
        }
    }

    boolean skipsResults() {
        return skipsResults;
    }

    <T> boolean isSkippedResult(T result, TypeSerializer<T> serializer) {
        return isSkipped(identity(name + RESULTS, result, serializer));
    }

    <T> void failOn(T result, TypeSerializer<T> serializer) {
        failedOn = () -> identity(name + RESULTS, result, serializer);
    }

    private boolean isSkipped(RecordIdentity identity) {
        boolean found = skipped.reason(identity) != null;
        if (found) {
            quarantined.inc();
        }
        return found;
    }

    private RecordIdentity identity(InternalTimer<?, ?> timer) {
        return RecordIdentity.within(name, timer.getKey() + ", timer of " + Instant.ofEpochMilli(timer.getTimestamp()));
    }

    private <T> RecordIdentity identity(T element, TypeSerializer<T> serializer) {
        return identity(name, element, serializer);
    }

    private <T> RecordIdentity identity(String within, T element, TypeSerializer<T> serializer) {
        try {
            DataOutputSerializer bytes = new DataOutputSerializer(256);
            serializer.serialize(element, bytes);
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            hash.update(ByteBuffer.wrap(bytes.getSharedBuffer(), 0, bytes.length()));
            return RecordIdentity.within(
                    within,
                    operator.getCurrentKey() + ", element " + HexFormat.of().formatHex(hash.digest(), 0, HASH_BYTES));
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException("an element of operator \"" + name + "\" has no bytes", e);
        }
    }
}
