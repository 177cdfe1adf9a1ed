/**
 * The coverage workflow. Server samples build cumulative curves, one per data server and one per file system; runs are
 * scattered to the curves that they need, asked there at the event time of their decision, and gathered again.
 */
package io.barograph.runs.operators;
