package io.barograph.runtime.runner;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A source whose polls are code of the test. */
final class ScriptedType extends CollectorType<ScriptedType.Options> {
    record Options() {}

    /** One poll. */
    interface Poll {
        boolean take(int number, RecordPublisher output, CollectorContext context) throws InterruptedException;
    }

    final AtomicInteger polls;

    ScriptedType(Duration interval, Poll poll) {
        this(interval, poll, new AtomicInteger());
    }

    private ScriptedType(Duration interval, Poll poll, AtomicInteger polls) {
        super(
                "scripted",
                "What the test wants.",
                Options.class,
                options -> interval,
                (options, context) -> collector(poll, polls, context));
        this.polls = polls;
    }

    ConfiguredCollector<Options> named(String name) {
        return new ConfiguredCollector<>(name, this, new Options(), "test");
    }

    private static SourceCollector collector(Poll poll, AtomicInteger polls, CollectorContext context) {
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
