/**
 * The climate of a motif - the values of its earlier runs - and what it says of one run: verdict, diagnosis, shift.
 * Lockwood et al., UMAMI (PDSW 2017), sections 3 and 4.
 */
package io.barograph.verdicts.climate;
