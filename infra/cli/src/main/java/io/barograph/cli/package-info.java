/** The program behind the launcher: its commands in one list. */
package io.barograph.cli;
