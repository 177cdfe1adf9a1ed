/**
 * Why a run is slow, or fast, on the application's side: contributing factors and rules for root causes (Wang et al., A
 * Zoom-in Analysis of I/O Logs to Detect Root Causes of I/O Performance Bottlenecks, CCGrid 2019, tables I and II). The
 * factors are our reading of the authors' published tool, IOMiner; the thresholds of the rules are our own ({@link
 * io.barograph.verdicts.causes.CauseRules}).
 */
package io.barograph.verdicts.causes;
