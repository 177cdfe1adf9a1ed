/** Load of a file system and its climate: rates, transients, sustained load, what is harmless. */
package io.barograph.contention.load;
