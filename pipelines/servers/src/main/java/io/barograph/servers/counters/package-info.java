/** What the counters of servers can say: increments, restarts, and faults of their source. */
package io.barograph.servers.counters;
