package io.barograph.runtime.runner;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A source whose polls are code of the test. */
final class ScriptedType implements CollectorType<ScriptedType.Options> {
    record Options() {}

    /** One poll. */
    interface Poll {
        boolean take(int number, RecordPublisher output, CollectorContext context) throws InterruptedException;
    }

    private final Duration interval;
    private final Poll poll;
    final AtomicInteger polls = new AtomicInteger();

    ScriptedType(Duration interval, Poll poll) {
        this.interval = interval;
        this.poll = poll;
    }

    ConfiguredCollector<Options> named(String name) {
        return new ConfiguredCollector<>(name, this, new Options(), "test");
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public String summary() {
        return "What the test wants.";
    }

    @Override
    public List<String> examples() {
        return List.of();
    }

    @Override
    public Class<Options> options() {
        return Options.class;
    }

    @Override
    public Duration interval(Options options) {
        return interval;
    }

    @Override
    public SourceCollector create(Options options, CollectorContext context) {
        return new SourceCollector() {
            @Override
            public boolean poll(RecordPublisher output) throws InterruptedException {
                return poll.take(polls.incrementAndGet(), output, context);
            }

            @Override
            public String check() {
                return "fine";
            }

            @Override
            public void close() {}
        };
    }
}
