/** What the page shows, read from InfluxDB and the result topics. */
package io.barograph.page.results;
