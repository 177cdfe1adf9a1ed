/** The analysis job: one graph that composes the workflows stream to stream. */
package io.barograph.jobs.analysis;
