/** Metrics of a run that sources and jobs compute alike: contributing factors, fullness, placement. */
package io.barograph.schemas.metrics;
