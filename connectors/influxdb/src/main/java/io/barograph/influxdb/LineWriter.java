package io.barograph.influxdb;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.sink.writer.AsyncSinkWriter;
import org.apache.flink.connector.base.sink.writer.Batch;
import org.apache.flink.connector.base.sink.writer.BatchCreator;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.connector.base.sink.writer.RequestBuffer;
import org.apache.flink.connector.base.sink.writer.RequestEntryWrapper;
import org.apache.flink.connector.base.sink.writer.ResultHandler;
import org.apache.flink.connector.base.sink.writer.config.AsyncSinkWriterConfiguration;
import org.apache.flink.connector.base.sink.writer.strategy.RequestInfo;
import org.apache.flink.util.function.ThrowingRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends batches of lines, and repeats a failed request until the server takes or refuses it. A batch stays in flight
 * meanwhile, so that nothing newer overtakes it; checkpoints do not wait for it but hold its unsettled lines before the
 * buffered ones. All methods and answers run in the task's thread.
 */
final class LineWriter extends AsyncSinkWriter<InfluxLine, InfluxLine> {
    private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);

    /** The base class's own time-out is to stay out of the way: requests have theirs, and are repeated here. */
    private static final Duration NEVER = Duration.ofDays(36_500);

    /** Characters of what a converter says; it may quote the element. */
    private static final int MAX_REASON = 1_000;

    private final InfluxDbConfig config;
    private final InfluxDbClient client;
    private final RejectedLineReporter reporter;
    private final SendQueue queue;
    private final MailboxExecutor mailbox;
    private final ProcessingTimeService clock;
    private final SinkMetrics metrics;
    private final RandomGenerator random = RandomGenerator.getDefault();
    private final Map<LineBatchDelivery, ResultHandler<InfluxLine>> inFlight = new LinkedHashMap<>();
    private boolean closed;

    private LineWriter(
            InfluxDbConfig config,
            InfluxDbClient client,
            RejectedLineReporter reporter,
            SendQueue queue,
            WriterInitContext context,
            Collection<BufferedRequestState<InfluxLine>> state) {
        super(
                (line, elementContext) -> line,
                context,
                asyncSinkConfiguration(config.limits(), queue),
                state,
                new LineBatchCreator(config.limits().maxBatchBytes()),
                queue);
        this.config = config;
        this.client = client;
        this.reporter = reporter;
        this.queue = queue;
        this.mailbox = context.getMailboxExecutor();
        this.clock = context.getProcessingTimeService();
        this.metrics = new SinkMetrics(context.metricGroup(), inFlight::size);
    }

    /**
     * @param state buffered lines of the checkpoint; empty at a first start
     * @throws IOException if credentials cannot be read or the reporter cannot be opened
     */
    static LineWriter open(
            InfluxDbConfig config,
            RejectedLineReporter reporter,
            WriterInitContext context,
            Collection<BufferedRequestState<InfluxLine>> state)
            throws IOException {
        InfluxDbClient client = new InfluxDbClient(config);
        reporter.open();
        return new LineWriter(config, client, reporter, new SendQueue(), context, state);
    }

    private static AsyncSinkWriterConfiguration asyncSinkConfiguration(WriteLimits limits, SendQueue queue) {
        return AsyncSinkWriterConfiguration.builder()
                .setMaxBatchSize(limits.maxBatchLines())
                .setMaxBatchSizeInBytes(limits.maxBatchBytes())
                .setMaxInFlightRequests(1)
                .setMaxBufferedRequests(limits.maxBufferedLines())
                .setMaxTimeInBufferMS(limits.maxTimeInBuffer().toMillis())
                .setMaxRecordSizeInBytes(limits.maxBatchBytes())
                .setRequestTimeoutMS(NEVER.toMillis())
                .setRateLimitingStrategy(queue)
                .build();
    }

    @Override
    public void write(InfluxLine line, Context context) throws IOException, InterruptedException {
        long most = config.limits().maxBatchBytes();
        if (line.sizeInBytes() > most) {
            reject(
                    line,
                    RejectionCause.TOO_LARGE,
                    "the line has " + line.sizeInBytes() + " bytes, a batch takes " + most);
        } else {
            super.write(line, context);
        }
    }

    @Override
    protected long getSizeInBytes(InfluxLine line) {
        return line.sizeInBytes();
    }

    @Override
    protected void submitRequestEntries(List<InfluxLine> lines, ResultHandler<InfluxLine> handler) {
        LineBatchDelivery delivery = new LineBatchDelivery(lines);
        inFlight.put(delivery, handler);
        send(delivery);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // both outcomes are handled in the task's thread
    private void send(LineBatchDelivery delivery) {
        byte[] body = client.encode(delivery.current());
        metrics.sent(body.length);
        client.write(body)
                .whenComplete((response, failure) -> inTaskThread(() -> {
                    if (closed) {
                        return;
                    }
                    if (failure != null) {
                        repeat(delivery, withoutWrapper(failure).toString(), Duration.ZERO);
                    } else {
                        answered(delivery, response);
                    }
                }));
    }

    private static Throwable withoutWrapper(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private void inTaskThread(ThrowingRunnable<Exception> action) {
        try {
            mailbox.execute(action, "answer of InfluxDB");
        } catch (RejectedExecutionException e) {
            LOG.debug("an answer of InfluxDB came after the task had ended");
        }
    }

    private void answered(LineBatchDelivery delivery, WriteResponse response) throws IOException {
        switch (response.outcome()) {
            case OK -> {
                if (delivery.failures() > 0) {
                    LOG.info("InfluxDB at {} takes lines again", config.url());
                }
                metrics.written(delivery.current().size());
                delivery.settle();
                proceed(delivery);
            }
            case REFUSED -> {
                divide(delivery, RejectionCause.of(response.message()), response);
                proceed(delivery);
            }
            case TOO_LARGE -> {
                divide(delivery, RejectionCause.TOO_LARGE, response);
                proceed(delivery);
            }
            case RETRY ->
                repeat(
                        delivery,
                        response.status() + " " + response.message(),
                        InfluxDbBackoff.retryAfter(
                                response.retryAfter(), Instant.ofEpochMilli(clock.getCurrentProcessingTime())));
            case MISCONFIGURED -> throw client.misconfigured(response.status(), response.message());
        }
    }

    private void divide(LineBatchDelivery delivery, RejectionCause cause, WriteResponse response) throws IOException {
        if (!delivery.split()) {
            InfluxLine line = delivery.current().get(0);
            delivery.settle();
            reject(line, cause, "InfluxDB answered " + response.status() + ": " + response.message());
        }
    }

    private void reject(InfluxLine line, RejectionCause cause, String reason) throws IOException {
        metrics.rejected(cause, reason);
        reporter.report(line.text(), line.timestampMillis(), reason);
    }

    /** Counts and reports an element of which no points could be made; the job goes on with the next. */
    void rejectUnconverted(String element, Long timestamp, Throwable problem) throws IOException {
        String said = problem.toString();
        String reason = "no points can be made of it: " + said.substring(0, Math.min(MAX_REASON, said.length()));
        LOG.debug("an element is not written to InfluxDB at {}", config.url(), problem);
        metrics.rejected(RejectionCause.UNCONVERTIBLE, reason);
        reporter.report(element, timestamp, reason);
    }

    private void proceed(LineBatchDelivery delivery) {
        if (delivery.isDone()) {
            inFlight.remove(delivery).complete();
        } else {
            send(delivery);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the timer is never cancelled
    private void repeat(LineBatchDelivery delivery, String reason, Duration retryAfter) {
        int failures = delivery.fail();
        Duration delay = config.limits().backoff().delay(failures, retryAfter, random);
        metrics.retried(reason);
        if (failures == 1) {
            LOG.warn("InfluxDB at {} does not take lines; repeating until it does: {}", config.url(), reason);
        } else {
            LOG.debug("InfluxDB at {}: failure {}, next attempt in {}: {}", config.url(), failures, delay, reason);
        }
        clock.registerTimer(clock.getCurrentProcessingTime() + delay.toMillis(), time -> send(delivery));
    }

    /** At a checkpoint (not the end of the input) requests in flight go on; their lines are in the state. */
    @Override
    public void flush(boolean endOfInput) throws InterruptedException {
        if (endOfInput) {
            queue.drain(true);
            super.flush(true);
            queue.drain(false);
        }
    }

    @Override
    public List<BufferedRequestState<InfluxLine>> snapshotState(long checkpointId) {
        List<RequestEntryWrapper<InfluxLine>> lines = new ArrayList<>();
        for (LineBatchDelivery delivery : inFlight.keySet()) {
            delivery.remaining().forEach(line -> lines.add(new RequestEntryWrapper<>(line, line.sizeInBytes())));
        }
        lines.addAll(queue.getBufferedState());
        return List.of(new BufferedRequestState<>(lines));
    }

    @Override
    public void close() {
        closed = true;
        super.close();
    }

    /**
     * Takes the oldest lines up to the limits of a batch, and never two of one identity: which of two such lines in one
     * request wins differs between InfluxDB versions, and is not even defined in 3.x.
     */
    record LineBatchCreator(long maxBytes) implements BatchCreator<InfluxLine> {
        @Override
        public Batch<InfluxLine> createNextBatch(RequestInfo request, RequestBuffer<InfluxLine> buffer) {
            List<InfluxLine> lines = new ArrayList<>(request.getBatchSize());
            Set<String> identities = new HashSet<>();
            long bytes = 0;
            for (RequestEntryWrapper<InfluxLine> next = buffer.peek();
                    next != null && lines.size() < request.getBatchSize();
                    next = buffer.peek()) {
                boolean fits = lines.isEmpty() || bytes + next.getSize() <= maxBytes;
                if (!fits || !identities.add(next.getRequestEntry().identity())) {
                    break;
                }
                lines.add(buffer.poll().getRequestEntry());
                bytes += next.getSize();
            }
            return new Batch<>(lines, bytes);
        }
    }
}
