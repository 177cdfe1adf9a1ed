/** Distributions in bounded memory. */
package io.barograph.analytics.sketch;
