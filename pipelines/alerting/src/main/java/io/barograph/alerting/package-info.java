/**
 * When people receive alerts, and when not. Pure: time comes in as argument. Times are milliseconds
 * since the epoch; event time where it says so, else the wall clock of the caller.
 */
package io.barograph.alerting;
