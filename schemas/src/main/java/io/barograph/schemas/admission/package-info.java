/**
 * What a record of an input topic may hold: the bounds stand in its schema, and those that join several fields here. A
 * record outside of them is refused with a reason before any operator sees it, the same live and in a replay.
 */
package io.barograph.schemas.admission;
