/**
 * Volumes: what the data servers of a file system moved in a window of time, from their cumulative counters. The code
 * works on small blocks of state that the caller stores where it likes ({@link
 * io.barograph.servers.counters.BlockStore}), and every result is a function of the samples alone, whatever the order they
 * arrived in.
 */
package io.barograph.servers.history;
