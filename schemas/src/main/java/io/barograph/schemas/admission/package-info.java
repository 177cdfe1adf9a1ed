/**
 * What a record of an input topic may hold: one class for each record type with all its bounds. A record outside of them is
 * refused with a reason before any operator sees it, the same live and in a replay.
 */
package io.barograph.schemas.admission;
