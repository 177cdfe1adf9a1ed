package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.JobPlan.Darshan;
import io.barograph.lab.simulator.plan.JobSource;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/** A site to which jobs come as planned. */
final class ScriptedSite {
    private final SiteConfiguration configuration;
    private final List<JobSource.Arrival> arrivals = new ArrayList<>();

    ScriptedSite(SiteConfiguration configuration) {
        this.configuration = configuration;
    }

    /** A job that runs those phases and leaves a log. */
    ScriptedSite start(double second, String jobId, JobPhase... phases) {
        return start(second, plan(jobId, 0, phases));
    }

    ScriptedSite start(double second, JobPlan plan) {
        arrivals.add(new JobSource.Arrival(MicroTime.micros(Recording.START) + Math.round(second * 1e6), plan));
        return this;
    }

    static JobPlan plan(String jobId, long walltimeMicros, JobPhase... phases) {
        return new JobPlan(jobId, "amara", "app", 32, 4, false, Darshan.LOG, walltimeMicros, 0, List.of(phases));
    }

    SimulatedSite site(long seed) {
        arrivals.sort(Comparator.comparingLong(JobSource.Arrival::micros));
        Iterator<JobSource.Arrival> each = arrivals.iterator();
        return new SimulatedSite(
                configuration,
                new SplittableRandom(seed),
                Recording.START,
                (ignored, random, startMicros) ->
                        () -> each.hasNext() ? each.next() : new JobSource.Arrival(Long.MAX_VALUE, null));
    }

    Recording run(long seconds) {
        Recording recording = new Recording();
        SimulatedSite site = site(1);
        site.advanceTo(Recording.START.plusSeconds(seconds), recording.observer);
        site.finish(recording.observer);
        return recording;
    }
}
