/** Reading topics from the command line, and writing their records as JSON lines. */
package io.barograph.cli.export;
