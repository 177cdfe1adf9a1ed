/** What the archive holds. */
package io.barograph.cli.archive;
