/**
 * Slurm: starts, ends and states of batch jobs from {@code sacct}, from saved {@code sacct --parsable2} text, and from
 * the topics of Slurm's own plugin {@code jobcomp/kafka}.
 */
package io.barograph.sources.slurm;
