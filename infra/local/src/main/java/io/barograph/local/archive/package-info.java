/** What the archive holds. */
package io.barograph.local.archive;
