/** Motifs: which runs are alike enough to be compared with each other. */
package io.barograph.schemas.motif;
