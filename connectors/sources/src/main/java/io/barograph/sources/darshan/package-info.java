/**
 * Darshan logs to job summaries. The logs are read by the Darshan project's own library (libdarshan-util), in a process
 * of its own: the library ends the process it lives in when it meets some kinds of damage.
 */
package io.barograph.sources.darshan;
