/**
 * Workload character of a file system (Uselton et al., CUG 2010): in what portions servers move bytes, how long the load
 * remembers itself, which periods it has, and how long a busy file system stays busy.
 *
 * <p>A missing value is NaN and stays missing; each class says what it does with it and to what effect.
 */
package io.barograph.servers.character;
