/**
 * The live workflow: polls of job statistics become shares of jobs by the minute, top talkers, and what job statistics say
 * of a run that is decided.
 */
package io.barograph.jobstats.operators;
