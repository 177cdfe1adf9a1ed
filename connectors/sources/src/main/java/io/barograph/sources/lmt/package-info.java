/**
 * Collects from the database of the Lustre Monitoring Tool (LMT), schema 1.1: recorded as an SQLite file, or live on a
 * MySQL or MariaDB server.
 */
package io.barograph.sources.lmt;
