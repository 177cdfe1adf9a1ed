package io.barograph.alerting.operators;

import io.barograph.alerting.AlertBook;
import io.barograph.chat.ChatChannel;
import io.barograph.chat.ChatDelivery;
import io.barograph.flink.quarantine.FailureAttribution;
import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.quarantine.FailureReportingOperator;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.Alert;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps the book of all alerts and sends what channels do not know yet; one subtask. Looks at the book twice a second by
 * the task's wall clock, never waits for a channel, and takes in what became of each message before the next goes to the
 * same channel.
 *
 * <p>After a restart it reads back from topic alerts what was sent since its checkpoint (without a checkpoint: in the last
 * week), before the first input. So a task that is killed repeats at most the message that each channel had under way, and
 * loses none: what the book and the topic do not say was sent is due again.
 *
 * <p>State: one {@link AlertBookState}, of the size of an {@link AlertBook}.
 */
final class AlertingOperator extends AbstractStreamOperator<Void>
        implements OneInputStreamOperator<AlertInput, Void>, FailureReportingOperator {
    private static final long POLL_INTERVAL_MILLIS = 500;

    private final AlertingConfiguration configuration;
    private FailureLog failures = SkippedRecords.NONE;
    private transient ListState<AlertBookState> saved;
    private transient AlertBook book;
    private transient Map<Integer, Long> sentUntil;
    private transient MessageSender courier;
    private transient Counter sent;
    private transient volatile long openAlerts; // metrics are asked for by another thread
    private transient volatile long untrackedAlerts;
    private transient volatile long refusedSilences;
    private transient Counter givenUp;

    AlertingOperator(AlertingConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        saved = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("book", AlertBookState.TYPE));
        long now = getProcessingTimeService().getCurrentProcessingTime();
        book = new AlertBook(configuration.policy());
        Map<Integer, Long> from = null;
        for (AlertBookState state : saved.get()) {
            book = AlertBook.readFrom(
                    configuration.policy(), new DataInputStream(new ByteArrayInputStream(state.book())));
            from = state.sentUntil();
        }
        AlertLog log = new AlertLog(configuration.kafka());
        courier = new MessageSender(log, configuration, getProcessingTimeService()::getCurrentProcessingTime);
        AlertLog.History history = log.readBack(from, now);
        for (Alert alert : history.alerts()) {
            AlertRecords.sent(alert).ifPresent(notice -> book.recall(notice, alert.getDelivered(), now));
        }
        book.resume(now);
        sentUntil = new TreeMap<>(history.until());
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the looks end with the task
    public void open() throws Exception {
        super.open();
        for (ChannelSettings channel : configuration.channels()) {
            courier.add(channel.name(), new ChatDelivery(ChatChannel.open(channel.settings()), channel.giveUpAfter()));
        }
        sent = getMetricGroup().counter("sentMessages");
        givenUp = getMetricGroup().counter("givenUpMessages");
        getMetricGroup().gauge("openAlerts", () -> openAlerts);
        getMetricGroup().gauge("untrackedAlerts", () -> untrackedAlerts);
        getMetricGroup().gauge("refusedSilences", () -> refusedSilences);
        getProcessingTimeService().scheduleWithFixedDelay(unused -> look(), 0, POLL_INTERVAL_MILLIS);
    }

    @Override
    public void noteIn(FailureLog noted) {
        failures = noted;
    }

    @Override
    public void processElement(StreamRecord<AlertInput> element) throws Exception {
        try {
            element.getValue().enter(book, getProcessingTimeService().getCurrentProcessingTime());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            throw FailureAttribution.attribute(
                    e,
                    () -> RecordIdentity.ofElement(element.getValue()),
                    getOperatorConfig().getOperatorName(),
                    failures);
        }
    }

    private void look() throws IOException {
        takeReports();
        long now = getProcessingTimeService().getCurrentProcessingTime();
        book.tick(now);
        for (String channel : configuration.policy().channels()) {
            book.next(channel, now).ifPresent(courier::send);
        }
        openAlerts = book.open();
        untrackedAlerts = book.untracked();
        if (book.refusedSilences() > refusedSilences) {
            LOG.warn(
                    "{} silences are left out: {} hold already",
                    book.refusedSilences() - refusedSilences,
                    AlertBook.MAX_SILENCES);
        }
        refusedSilences = book.refusedSilences();
    }

    private void takeReports() throws IOException {
        for (MessageSender.Report report : courier.reports()) {
            if (report.failure() != null) {
                throw new IOException(
                        "what was sent could not be written to topic alerts at "
                                + configuration.kafka().bootstrapServers() + ": "
                                + report.failure().getMessage(),
                        report.failure());
            }
            boolean delivered = report.delivery().isDelivered();
            book.concluded(
                    report.notice(), delivered, getProcessingTimeService().getCurrentProcessingTime());
            if (report.entry() != null) {
                report.entry()
                        .placed()
                        .forEach((partition, offset) -> sentUntil.merge(partition, offset + 1, Math::max));
            }
            (delivered ? sent : givenUp).inc();
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        takeReports();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        book.writeTo(new DataOutputStream(bytes));
        Map<Integer, Long> readFrom = new TreeMap<>(sentUntil);
        courier.unreported().forEach((partition, offset) -> readFrom.merge(partition, offset, Math::min));
        saved.update(List.of(new AlertBookState(bytes.toByteArray(), readFrom)));
    }

    @Override
    public void close() throws Exception {
        if (courier != null) {
            courier.close();
        }
        super.close();
    }

    /**
     * All alerts in a checkpoint.
     *
     * @param book an {@link io.barograph.alerting.AlertBook} in its binary form
     * @param sentUntil by partition of topic alerts: the offset from which on records are not part of the book
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record AlertBookState(byte[] book, Map<Integer, Long> sentUntil) {
        static final BinaryType<AlertBookState> TYPE = DelegatingFormat.recordTypeOf(AlertBookState.class, 1);
    }
}
