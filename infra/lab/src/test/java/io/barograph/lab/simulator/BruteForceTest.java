package io.barograph.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Compares a tiny site with one that is computed without any cleverness: in steps of a millisecond, each with its own
 * rates, in floating point.
 */
class BruteForceTest {
    private static final double STEP = 0.001;
    private static final int OSTS = 3;
    private static final long BANDWIDTH = 1_000_000;

    private record Transfer(double start, List<Integer> osts, double bytes, double demand) {}

    private record Slow(SimulatedFault.Kind kind, int ost, double from, double to, double factor) {}

    private static final class BruteForce {
        final double[] end;
        final double[] all;
        final double[] own;

        BruteForce(List<Transfer> jobs, Slow slow, double seconds) {
            double[][] left = new double[jobs.size()][];
            double[] movedOnAll = new double[jobs.size()];
            end = new double[jobs.size()];
            all = new double[jobs.size()];
            own = new double[jobs.size()];
            for (int job = 0; job < jobs.size(); job++) {
                Transfer transfer = jobs.get(job);
                left[job] = new double[OSTS];
                for (int ost : transfer.osts()) {
                    left[job][ost] = transfer.bytes() / transfer.osts().size();
                }
            }
            for (long tick = 0; tick * STEP < seconds; tick++) {
                double now = tick * STEP;
                double moved = 0;
                boolean[] underWay = new boolean[jobs.size()];
                for (int job = 0; job < jobs.size(); job++) {
                    underWay[job] = jobs.get(job).start() <= now && end[job] == 0;
                }
                for (int ost = 0; ost < OSTS; ost++) {
                    moved += step(jobs, left, ost, now, slow);
                }
                for (int job = 0; job < jobs.size(); job++) {
                    if (underWay[job]) {
                        movedOnAll[job] += moved;
                        double rest = 0;
                        for (double each : left[job]) {
                            rest += each;
                        }
                        if (rest <= 1e-9) {
                            end[job] = now + STEP;
                            all[job] = movedOnAll[job];
                            own[job] = jobs.get(job).bytes();
                        }
                    }
                }
            }
        }

        private static double step(List<Transfer> jobs, double[][] left, int ost, double now, Slow slow) {
            List<Integer> active = new ArrayList<>();
            for (int job = 0; job < jobs.size(); job++) {
                if (jobs.get(job).start() <= now && left[job][ost] > 0) {
                    active.add(job);
                }
            }
            boolean isSlow = ost == slow.ost() && slow.from() <= now && now < slow.to();
            double slowness = isSlow ? slow.factor() : 1;
            // Water rises in small portions to whoever still wants some.
            double level = 0;
            double low = 0;
            double high = BANDWIDTH;
            for (int i = 0; i < 60; i++) {
                level = (low + high) / 2;
                double sum = 0;
                for (int job : active) {
                    sum += Math.min(
                            level, jobs.get(job).demand() / jobs.get(job).osts().size());
                }
                if (sum > BANDWIDTH) {
                    high = level;
                } else {
                    low = level;
                }
            }
            double moved = 0;
            for (int job : active) {
                double rate = Math.min(
                                level,
                                jobs.get(job).demand() / jobs.get(job).osts().size())
                        / slowness;
                double bytes = Math.min(left[job][ost], rate * STEP);
                left[job][ost] -= bytes;
                moved += bytes;
            }
            if (isSlow && slow.kind() == SimulatedFault.Kind.HOTSPOT) {
                moved += BANDWIDTH * (1 - 1 / slowness) * STEP;
            }
            return moved;
        }
    }

    @Property(tries = 20)
    void shouldAgreeWithTimeSteps(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Slow slow = new Slow(
                random.nextBoolean() ? SimulatedFault.Kind.HOTSPOT : SimulatedFault.Kind.DEGRADED,
                random.nextInt(OSTS),
                random.nextInt(1, 8),
                random.nextInt(10, 20),
                random.nextInt(2, 6));
        SimulatedFault fault = new SimulatedFault(
                slow.kind(),
                "home",
                DemandKind.READ,
                Duration.ofMillis(Math.round(slow.from() * 1000)),
                Duration.ofMillis(Math.round((slow.to() - slow.from()) * 1000)),
                slow.factor(),
                List.of(slow.ost()));
        ScriptedSite site = new ScriptedSite(
                SiteConfiguration.calm(new FileSystemModel("home", "/home", OSTS, 2, BANDWIDTH, 1_000_000, 0, 0))
                        .withObservation(MonitoringSettings.SAMPLES_AND_LOGS)
                        .withFaults(List.of(fault)));
        List<Transfer> jobs = new ArrayList<>();
        for (int job = 0; job < 6; job++) {
            List<Integer> osts = random.nextBoolean() ? List.of(0, 1, 2) : List.of(random.nextInt(OSTS));
            // Starts lie in the middle of a millisecond, so that no step is at odds about them.
            double start = random.nextInt(1, 12_000) * STEP + STEP / 2;
            long bytes = random.nextLong(500_000, 3_000_000) / OSTS * OSTS;
            long demand = random.nextLong(BANDWIDTH / 4, BANDWIDTH) * osts.size();
            jobs.add(new Transfer(start + STEP / 2, osts, bytes, demand));
            site.start(
                    start + STEP / 2,
                    Integer.toString(job),
                    new JobPhase.Transfer("home", DemandKind.WRITE, osts, bytes, demand, 4096));
        }
        Recording recording = site.run(120);
        BruteForce brute = new BruteForce(jobs, slow, 120);

        assertThat(recording.truths).hasSize(slow.kind() == SimulatedFault.Kind.HOTSPOT ? 7 : 6);
        for (JobTruth truth : recording.truths) {
            if (!truth.executable().equals("app")) {
                continue;
            }
            int job = Integer.parseInt(truth.jobId());
            double seconds = Duration.between(Recording.START, truth.endTime()).toNanos() / 1e9;
            assertThat(seconds).as("end of job %d", job).isCloseTo(brute.end[job], within(0.02));
            assertThat(truth.job().bytes()).isEqualTo((long) brute.own[job]);
            assertThat(truth.exactCoverageFactor())
                    .as("coverage factor of job %d", job)
                    .isCloseTo(brute.own[job] / brute.all[job], within(0.005));
        }
    }
}
