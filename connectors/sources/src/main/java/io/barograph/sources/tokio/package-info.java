/** Reads what TOKIO recorded: server samples in HDF5 of today and of old (H5LMT), and tables of job summaries. */
package io.barograph.sources.tokio;
