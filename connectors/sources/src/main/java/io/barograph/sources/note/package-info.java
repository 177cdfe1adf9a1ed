/** What operators declare of a file system: purges, failovers, rebuilds, maintenance, upgrades, changes of the system. */
package io.barograph.sources.note;
