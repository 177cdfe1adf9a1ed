/** Operators of slowdowns: how long operations of probes and benchmarks take beside how long they usually take. */
package io.barograph.slowdown.operators;
