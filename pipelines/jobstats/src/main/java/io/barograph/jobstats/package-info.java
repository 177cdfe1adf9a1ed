/**
 * What jobs move while they run, from the job statistics of the servers: increments of counters that reset, minutes, and
 * shares of the servers' traffic.
 */
package io.barograph.jobstats;
