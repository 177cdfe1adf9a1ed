package io.barograph.runtime;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A kind of source: its name on the command line and in the configuration, its options, and how to make a collector.
 *
 * @param <O> record of its options; each component carries {@link io.barograph.configuration.Setting}
 */
public class CollectorType<O extends Record> {
    private final String name;
    private final String summary;
    private final Class<O> options;
    private final Function<O, Duration> interval;
    private final BiFunction<O, CollectorContext, SourceCollector> factory;
    private final List<String> examples;

    /** Each parameter is what the method of its name returns; the factory is {@link #create}. */
    public CollectorType(
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

    /** @return name, as in {@code ./barograph collect lustre-jobstats} */
    public final String name() {
        return name;
    }

    /** @return one line on what it reads and publishes */
    public final String summary() {
        return summary;
    }

    /** @return arguments that a user may copy, each without {@code ./barograph collect} */
    public final List<String> examples() {
        return examples;
    }

    public final Class<O> options() {
        return options;
    }

    /** @return time from the beginning of one poll to that of the next; zero if the polls themselves wait for data */
    public final Duration interval(O settings) {
        return interval.apply(settings);
    }

    /** @return a collector that has not touched its source yet */
    public final SourceCollector create(O settings, CollectorContext context) {
        return factory.apply(settings, context);
    }
}
