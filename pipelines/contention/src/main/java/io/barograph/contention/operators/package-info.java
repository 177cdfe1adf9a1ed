/** Contention, degradation and lack of space of file systems, from load and slowness together (docs/contention.md). */
package io.barograph.contention.operators;
