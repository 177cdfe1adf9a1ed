/** The command {@code init}: makes what a site needs before its first run. */
package io.barograph.cli.init;
