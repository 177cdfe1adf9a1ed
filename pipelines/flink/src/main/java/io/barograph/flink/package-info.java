/** What the main methods of all jobs share: their arguments and their environment. */
package io.barograph.flink;
