/** Held records of all input topics as one bounded stream in the order of event time. */
package io.barograph.jobs.replay;
