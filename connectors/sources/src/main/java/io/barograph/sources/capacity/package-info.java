/** Capacity: space and inodes per target, and which server serves it, from {@code lfs df}, {@code lctl dl -t}, mmdf. */
package io.barograph.sources.capacity;
