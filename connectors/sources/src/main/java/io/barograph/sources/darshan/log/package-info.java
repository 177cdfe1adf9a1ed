/** A log through the library, in a process of its own: reading, summing by file system, and the protocol to the collector. */
package io.barograph.sources.darshan.log;
