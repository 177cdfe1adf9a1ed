/** Commands of the lab: what simulates a site or measures Barograph. */
package io.barograph.lab;
