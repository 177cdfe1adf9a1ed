/** The commands that draw: UMAMI diagrams and reports. */
package io.barograph.cli.reports;
