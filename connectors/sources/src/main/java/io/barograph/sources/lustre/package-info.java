/**
 * Collects from Lustre servers: the statistics under {@code /proc}, {@code /sys} and in {@code lctl get_param}, and the
 * metric strings that the Lustre Monitoring Tool (LMT) sends through Cerebro.
 *
 * <p>Parsers take text and give values; where the text comes from is a {@link
 * io.barograph.sources.lustre.ServerTextSource}. What is read where is decided by what is there, never by a version number:
 * a line that is absent means zero, a text that is absent means unknown (null).
 */
package io.barograph.sources.lustre;
