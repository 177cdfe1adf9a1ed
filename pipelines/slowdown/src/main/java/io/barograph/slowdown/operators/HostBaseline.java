package io.barograph.slowdown.operators;

import io.barograph.slowdown.TimingHistogram;

/**
 * The baseline of one host, or of the file system: the days before today merged, and today so far.
 *
 * @param first first timing ever, milliseconds since the epoch
 * @param day today, days since the epoch (UTC)
 * @param calmMinutes calm minutes in it, ever; no more are counted than make it trained
 * @param earlier timings of the trailing days before today
 */
record HostBaseline(long first, long day, int calmMinutes, TimingHistogram earlier, TimingHistogram today) {}
