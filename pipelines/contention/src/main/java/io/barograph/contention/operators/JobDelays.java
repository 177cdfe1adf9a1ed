package io.barograph.contention.operators;

import java.time.Duration;

/**
 * How long after its own time the contention takes in what is reported of jobs. By then it has come, whatever way it took, so
 * that an event has the same jobs at the same time in each run and in a replay. What comes later still counts from when it
 * comes.
 */
final class JobDelays {
    /** After the decision on a run: the polls of job statistics, by which decisions go as well, come once a minute. */
    static final Duration VERDICTS = Duration.ofMinutes(5);

    /** After a minute of live coverage was emitted. */
    static final Duration MINUTES = Duration.ofMinutes(2);

    /** After a log was collected. */
    static final Duration LOGS = Duration.ofMinutes(2);

    /** After what the scheduler reports: it is asked every minute or so. */
    static final Duration EVENTS = Duration.ofMinutes(2);

    private JobDelays() {}
}
