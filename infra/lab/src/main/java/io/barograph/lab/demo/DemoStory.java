package io.barograph.lab.demo;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The plot of the demonstration, in simulated time. After a past in which climates and baselines form, a job takes over
 * the OSTs of one file system; later an OST of the other one is slow without load. The seed decides the jobs, by how much
 * things get slower, and which OST it is.
 */
final class DemoStory {
    /** Nothing goes wrong for that long before the story begins. */
    static final Duration PAST = Duration.ofHours(2);

    /** From its begin until the last event is closed, its first victims' runs are judged, and what is said of both is read. */
    static final Duration LENGTH = Duration.ofMinutes(24);

    private static final int SCRATCH_OSTS = 8;
    private static final int PROJECTS_OSTS = 8;
    private static final String SCRATCH = "sim-scratch";
    private static final String PROJECTS = "sim-projects";

    /** Little load: at twice as much the jobs that the contention delayed can overload a single OST after it. */
    private static final double UTILISATION = 0.05;

    private static final Duration CALM = Duration.ofMinutes(2);
    private static final Duration CONTENTION = Duration.ofMinutes(4);
    private static final Duration PAUSE = Duration.ofMinutes(4);
    private static final Duration DEGRADATION = Duration.ofMinutes(9);

    private DemoStory() {}

    static SiteConfiguration site(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Duration contention = PAST.plus(CALM);
        Duration degradation = contention.plus(CONTENTION).plus(PAUSE);
        return SiteConfiguration.calm(
                        FileSystemModel.of(SCRATCH, SCRATCH_OSTS, 1), FileSystemModel.of(PROJECTS, PROJECTS_OSTS, 1))
                .withJobs(JobLoad.of(
                        Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofMinutes(6), UTILISATION, 2))
                .withoutContenders()
                .withFaults(List.of(
                        SimulatedFault.contention(
                                SCRATCH, DemandKind.WRITE, contention, CONTENTION, random.nextDouble(3, 6)),
                        new SimulatedFault(
                                SimulatedFault.Kind.DEGRADED,
                                PROJECTS,
                                DemandKind.WRITE,
                                degradation,
                                DEGRADATION,
                                random.nextDouble(4, 6),
                                List.of(random.nextInt(PROJECTS_OSTS)))));
    }
}
