package io.barograph.contention.cost;

import java.util.List;

/**
 * Who made the load of an event.
 *
 * @param top jobs with the largest amounts, these first, ties in the order of ids
 * @param jobs number of jobs with an amount above zero
 * @param unattributed what the servers did beyond that; never spread over jobs. 0 where the jobs' amounts exceed it;
 *     NaN if the servers' amount is not known
 * @param excess what the jobs' amounts say beyond what the servers did: client caches, partial minutes, lost samples.
 *     Either this or {@code unattributed} is 0; NaN if the servers' amount is not known
 * @param unattributedShare unattributed / all that the servers did; NaN if that is not known or nothing, or if no
 *     source says anything of jobs
 */
public record LoadSuspects(
        List<LoadSuspect> top,
        int jobs,
        double attributed,
        double unattributed,
        double excess,
        double unattributedShare) {}
