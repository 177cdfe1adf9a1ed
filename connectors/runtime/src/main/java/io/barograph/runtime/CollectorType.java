package io.barograph.runtime;

import java.time.Duration;
import java.util.List;

/**
 * A kind of source: its name on the command line and in the configuration, its options, and how to make a collector.
 *
 * @param <O> record of its options; each component carries {@link io.barograph.configuration.Setting}
 */
public interface CollectorType<O extends Record> {
    /** @return name, as in {@code ./barograph collect lustre-jobstats} */
    String name();

    /** @return one line on what it reads and publishes */
    String summary();

    /** @return arguments that a user may copy, each without {@code ./barograph collect} */
    List<String> examples();

    Class<O> options();

    /** @return time from the beginning of one poll to that of the next; zero if the polls themselves wait for data */
    Duration interval(O options);

    /** @return a collector that has not touched its source yet */
    SourceCollector create(O options, CollectorContext context);
}
