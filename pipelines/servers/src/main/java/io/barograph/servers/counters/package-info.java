/** What the counters of servers can say: the samples of a server, their increments, restarts, and faults of their source. */
package io.barograph.servers.counters;
