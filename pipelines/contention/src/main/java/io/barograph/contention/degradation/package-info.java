/** Slowness that load explains, and slowness that it does not: contention or a degraded server. */
package io.barograph.contention.degradation;
