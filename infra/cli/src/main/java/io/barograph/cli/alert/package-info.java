/** The command {@code alert}: sent alerts, silences, and what people found. */
package io.barograph.cli.alert;
