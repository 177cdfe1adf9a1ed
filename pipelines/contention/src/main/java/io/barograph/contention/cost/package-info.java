/** Who made an event, who lost by it, and what it cost. */
package io.barograph.contention.cost;
