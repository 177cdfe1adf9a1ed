/**
 * Explains what a run lost against its usual performance: shares of causes that add up, learned from earlier runs of the
 * file system.
 */
package io.barograph.verdicts.explanation;
