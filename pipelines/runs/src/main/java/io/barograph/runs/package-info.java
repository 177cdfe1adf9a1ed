/** Coverage factors: how much of a file system's traffic was a run's own. */
package io.barograph.runs;
