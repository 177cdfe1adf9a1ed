/** Benchmarks: how fast parts of Barograph are on this machine. */
package io.barograph.lab.bench;
