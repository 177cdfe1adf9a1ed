/**
 * Runs collectors: a thread for each, polls at fixed times, pauses after failures, a spool on disk between each
 * collector and the broker, health.
 */
package io.barograph.runtime.runner;
