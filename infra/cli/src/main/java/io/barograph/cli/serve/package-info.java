/** The command {@code serve}: the live page over the results of an installation. */
package io.barograph.cli.serve;
