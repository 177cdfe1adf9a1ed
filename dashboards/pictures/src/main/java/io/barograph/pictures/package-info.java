/**
 * Pictures of what the analysis found: UMAMI diagrams and job reports, drawn from result records without a screen
 * (Lockwood et al., UMAMI: A Recipe for Generating Meaningful Metrics through Holistic I/O Performance Analysis, PDSW
 * 2017, figures 2 to 6).
 */
package io.barograph.pictures;
