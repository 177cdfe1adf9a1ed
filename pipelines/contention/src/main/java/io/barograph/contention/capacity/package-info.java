/** Lack of space on a target. */
package io.barograph.contention.capacity;
