/** The command {@code collect}: one source by flags, or all sources of a configuration. */
package io.barograph.cli.collect;
