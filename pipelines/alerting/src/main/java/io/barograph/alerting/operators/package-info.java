/**
 * Results become alerts, and alerts messages. {@link io.barograph.alerting.operators.AlertingOperator} is the only part that
 * knows the wall clock. A replay does not contain this job, so it alerts nobody.
 */
package io.barograph.alerting.operators;
