/** Operators of verdicts: each run in the climate of its motif, and climates that shift. */
package io.barograph.verdicts.operators;
