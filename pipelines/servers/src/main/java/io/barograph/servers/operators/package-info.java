/**
 * The weather workflow. Samples of one server become increments and their corrections; the increments of all servers of
 * a file system become its rates, interval by interval and minute by minute; what the servers moved in each interval
 * becomes volumes by hour, day and month and the workload character of days and months.
 */
package io.barograph.servers.operators;
