package io.barograph.lab.simulator;

import io.barograph.configuration.Setting;
import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Options of the simulator.
 *
 * @param from begin of the simulated period; null: now at the pace of real time, else {@code duration} or a day ago
 * @param duration length of the simulated period; null: without end
 * @param truth file that the truth is written to; null: it is not written
 */
public record SimulatorOptions(
        @Setting(value = "Names of the simulated file systems", defaultValue = "[sim-scratch]")
                List<String> fileSystems,
        @Setting(value = "Number of OSTs of each file system, eight to a host", defaultValue = "16") int ost,
        @Setting(value = "Number of MDTs of each file system; 0 for no metadata load", defaultValue = "1") int mdt,
        @Setting(
                        value = "All chance comes from it: the same seed, options and from give the same records",
                        defaultValue = "42")
                long seed,
        @Setting(
                        value = "How many times faster than real time the site runs until it reaches the present",
                        defaultValue = "1")
                double rateFactor,
        @Setting("Begin of the simulated period, in the past; without it the present, and with a rate factor above 1"
                        + " the duration, or a day, before it")
                Instant from,
        @Setting("Length of the simulated period; without it the simulation goes on") Duration duration,
        @Setting(value = "Interval between two samples of a server", defaultValue = "5s") Duration samplingInterval,
        @Setting(value = "Mean time between two arrivals of jobs on a file system", defaultValue = "30s")
                Duration jobInterval,
        @Setting(value = "Mean use of the servers' bandwidth, 0 to 1, about", defaultValue = "0.1") double utilisation,
        @Setting(value = "Number of hosts that probe each file system every second", defaultValue = "2") int probeHosts,
        @Setting(value = "Interval between two polls of job_stats; 0s for none", defaultValue = "30s")
                Duration jobStatsInterval,
        @Setting(
                        value = "What goes wrong on the way to the topics: NONE, MILD, or ROUGH (5 % of the samples"
                                + " lost, counter resets, clocks off by 2 s, late logs)",
                        defaultValue = "NONE")
                DisturbanceLevel disturbances,
        @Setting("What goes wrong with the site, and when") List<SimulatedFault> faults,
        @Setting("File for what really happened, one JSON object a line") Path truth) {
    private static final Duration MIN_JOB = Duration.ofMinutes(5);
    private static final Duration MAX_JOB = Duration.ofMinutes(30);

    /** Ready-made disturbances. */
    @SuppressWarnings("ImmutableEnumChecker") // they are a record of numbers
    public enum DisturbanceLevel {
        NONE(CollectionDisturbances.NONE),
        MILD(CollectionDisturbances.MILD),
        ROUGH(CollectionDisturbances.ROUGH);

        private final CollectionDisturbances disturbances;

        DisturbanceLevel(CollectionDisturbances disturbances) {
            this.disturbances = disturbances;
        }
    }

    public SimulatorOptions {
        fileSystems = List.copyOf(fileSystems);
        faults = List.copyOf(faults);
        if (fileSystems.isEmpty()) {
            throw new IllegalArgumentException("fileSystems must name at least one file system");
        }
        if (!(rateFactor > 0 && rateFactor <= 1e9)) {
            throw new IllegalArgumentException("rateFactor must be above 0 and at most 1e9, not " + rateFactor);
        }
        if (duration != null && duration.toMillis() <= 0) {
            throw new IllegalArgumentException("duration must be at least 1 ms, not " + duration);
        }
        if (!(utilisation > 0 && utilisation <= 0.9)) {
            throw new IllegalArgumentException("utilisation must be above 0 and at most 0.9, not " + utilisation);
        }
    }

    /** @param names names of the file systems as the catalogue has them */
    SiteConfiguration site(List<String> names) {
        SiteConfiguration site = new SiteConfiguration(
                names.stream().map(name -> FileSystemModel.of(name, ost, mdt)).toList(),
                JobLoad.of(jobInterval, MIN_JOB, MAX_JOB, utilisation, names.size()),
                new MonitoringSettings(samplingInterval, true, probeHosts, jobStatsInterval, disturbances.disturbances),
                faults,
                true);
        return truth == null ? site.withoutContenders() : site;
    }

    Instant begin(Instant now) {
        if (from != null) {
            return from;
        }
        if (rateFactor <= 1) {
            return now;
        }
        return now.minus(duration == null ? Duration.ofDays(1) : duration);
    }
}
