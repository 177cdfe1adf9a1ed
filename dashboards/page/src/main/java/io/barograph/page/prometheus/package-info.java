/** The page's numbers in the text format of Prometheus. */
package io.barograph.page.prometheus;
