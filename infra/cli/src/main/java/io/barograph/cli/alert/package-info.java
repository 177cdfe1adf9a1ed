/** The command {@code alert}: what was told, quiet for a while, and what people found. */
package io.barograph.cli.alert;
