/** Correlations of two quantities: running and mergeable by moments, and by ranks. */
package io.barograph.verdicts.correlation;
