/** Lustre job statistics: {@code job_stats} of OSTs and MDTs, with the target's own counters of the same poll. */
package io.barograph.sources.jobstats;
