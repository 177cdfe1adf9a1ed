/**
 * When a run did I/O: the sweep line over its file accesses, its I/O phases, and its IO covering set (Wang et al., A
 * Zoom-in Analysis of I/O Logs to Detect Root Causes of I/O Performance Bottlenecks, CCGrid, section II-B and fig. 1).
 */
package io.barograph.schemas.activity;
