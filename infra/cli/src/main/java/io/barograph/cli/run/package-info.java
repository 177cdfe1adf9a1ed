/** The command {@code run}: a whole installation on one machine. */
package io.barograph.cli.run;
