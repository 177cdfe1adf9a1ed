/** Notes of operators from the command line. */
package io.barograph.cli.note;
