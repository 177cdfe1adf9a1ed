/**
 * How long operations of probes and benchmarks take beside how long they usually take: Kunkel and Betke, Tracking
 * User-Perceived I/O Slowdown via Probing (HPC-IODC 2019), and Table 2 of Uselton et al., CUG 2010.
 */
package io.barograph.slowdown;
