/**
 * Times six operations on each configured directory, one after the other, every second, as in Kunkel and Betke,
 * <em>Tracking User-Perceived I/O Slowdown via Probing</em> (HPC-IODC 2019); also reads the recordings of their tool.
 *
 * <p>Each directory has two threads of its own: one keeps the time, the other one alone touches the directory and may
 * hang in it. Only the thread that calls {@code poll} uses the publisher.
 */
package io.barograph.sources.probe;
