/** GPFS: live counters of many nodes from mmpmon, and recorded mmperfmon reports. */
package io.barograph.sources.gpfs;
