/** The publish job: result topics to InfluxDB. */
package io.barograph.jobs.publish;
