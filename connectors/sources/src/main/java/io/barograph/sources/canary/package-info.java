/**
 * Runs benchmarks of the site on a schedule and reads the results of past runs: IOR, mdtest and IO500. As UMAMI's daily
 * workloads and Franklin's thrice-daily IOR did, identical runs show how a file system changes; they never enter a
 * slowdown baseline.
 */
package io.barograph.sources.canary;
