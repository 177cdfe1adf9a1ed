/** What all commands share: the frame of the command line, failures with a remedy, the folder they work in. */
package io.barograph.cli.command;
