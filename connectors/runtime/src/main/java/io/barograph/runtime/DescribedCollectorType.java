package io.barograph.runtime;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A kind of source that says in its constructor what it is. */
public abstract class DescribedCollectorType<O extends Record> implements CollectorType<O> {
    private final String name;
    private final String summary;
    private final Class<O> options;
    private final Function<O, Duration> interval;
    private final BiFunction<O, CollectorContext, SourceCollector> factory;
    private final List<String> examples;

    /** Each parameter is what the method of its name returns; the factory is {@link #create}. */
    protected DescribedCollectorType(
            String name,
            String summary,
            Class<O> options,
            Function<O, Duration> interval,
            BiFunction<O, CollectorContext, SourceCollector> factory,
            String... examples) {
        this.name = name;
        this.summary = summary;
        this.options = options;
        this.interval = interval;
        this.factory = factory;
        this.examples = List.of(examples);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final List<String> examples() {
        return examples;
    }

    @Override
    public final Class<O> options() {
        return options;
    }

    @Override
    public final Duration interval(O settings) {
        return interval.apply(settings);
    }

    @Override
    public final SourceCollector create(O settings, CollectorContext context) {
        return factory.apply(settings, context);
    }
}
