/** Records of a log as the library lays them out: modules, counters, values, and what they must fulfil. */
package io.barograph.sources.darshan.record;
