/**
 * Records that go on together: what lies between two watermarks, gathered by key, is one record on the network and one
 * access to state.
 */
package io.barograph.flink.batches;
