/**
 * Contention events: peaks of load (Uselton et al., CUG 2010, section 7) and long load, the levels that harm and slowness
 * are recognised by, who made the load, who lost how much by it, and which earlier events it was like.
 *
 * <p>Labels close their interval: the traffic of (t - interval, t] carries the label t. What is not known is NaN or absent
 * and never taken for zero; each class says what it does with it.
 */
package io.barograph.contention;
