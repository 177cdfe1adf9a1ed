/** A record that makes an operator fail is found, so that it can be skipped: which it is, and who notes it. */
package io.barograph.flink.quarantine;
