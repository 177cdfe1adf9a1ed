/** The archive: input topics as Avro object-container files, by topic, file system and hour. */
package io.barograph.jobs.archive;
