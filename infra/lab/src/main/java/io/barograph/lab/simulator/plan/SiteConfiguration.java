package io.barograph.lab.simulator.plan;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The site to be simulated.
 *
 * @param contenders true if the truth of a run says what each other job moved meanwhile; its cost grows with the square
 *     of the number of jobs that run at a time
 */
public record SiteConfiguration(
        List<FileSystemModel> fileSystems,
        JobLoad jobs,
        MonitoringSettings observation,
        List<SimulatedFault> faults,
        boolean contenders) {
    /** Checks that names and indices agree, and copies the lists. */
    public SiteConfiguration {
        fileSystems = List.copyOf(fileSystems);
        faults = List.copyOf(faults);
        if (fileSystems.isEmpty()) {
            throw new IllegalArgumentException("a site needs at least one file system");
        }
        for (SimulatedFault fault : faults) {
            FileSystemModel model = model(fileSystems, fault.fileSystem());
            int servers =
                    switch (fault.kind()) {
                        case SLOW_HOST -> observation.probeHosts();
                        case CAPACITY -> model.osts();
                        case CONTENTION, HOTSPOT, DEGRADED ->
                            fault.load() == DemandKind.METADATA ? model.mdts() : model.osts();
                    };
            if (servers == 0) {
                throw new IllegalArgumentException("fault " + fault.kind() + ": " + fault.fileSystem() + " has no "
                        + (fault.kind() == SimulatedFault.Kind.SLOW_HOST ? "probing hosts" : "MDTs"));
            }
            for (int index : fault.servers()) {
                if (index < 0 || index >= servers) {
                    throw new IllegalArgumentException("fault " + fault.kind() + ": servers must be from 0 to "
                            + (servers - 1) + " on " + fault.fileSystem() + ", not " + index);
                }
            }
        }
    }

    /**
     * A production site on a calm day: jobs of 5 to 30 minutes, a new one every 30 s, that use a tenth of the bandwidth;
     * everything is watched, nothing goes wrong.
     */
    public static SiteConfiguration calm(FileSystemModel... fileSystems) {
        return new SiteConfiguration(
                List.of(fileSystems),
                JobLoad.of(
                        Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofMinutes(30), 0.1, fileSystems.length),
                MonitoringSettings.EVERYTHING,
                List.of(),
                true);
    }

    /** @return the same site with those jobs */
    public SiteConfiguration withJobs(JobLoad changed) {
        return new SiteConfiguration(fileSystems, changed, observation, faults, contenders);
    }

    public SiteConfiguration withObservation(MonitoringSettings changed) {
        return new SiteConfiguration(fileSystems, jobs, changed, faults, contenders);
    }

    /** @return the same site with those disturbances */
    public SiteConfiguration withDisturbances(CollectionDisturbances changed) {
        return withObservation(observation.withDisturbances(changed));
    }

    /** @return the same site with those faults */
    public SiteConfiguration withFaults(List<SimulatedFault> changed) {
        return new SiteConfiguration(fileSystems, jobs, observation, changed, contenders);
    }

    /** @return the same site; the truth of its runs does not show what others moved meanwhile */
    public SiteConfiguration withoutContenders() {
        return new SiteConfiguration(fileSystems, jobs, observation, faults, false);
    }

    public FileSystemCatalogue catalogue() {
        return new FileSystemCatalogue(fileSystems.stream()
                .map(model -> new CatalogueFileSystem(
                        model.name(), Set.of(model.mountPoint()), observation.samplingInterval(), model.osts()))
                .toList());
    }

    private static FileSystemModel model(List<FileSystemModel> models, String name) {
        return models.stream()
                .filter(model -> model.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the simulated site has no file system " + name
                        + ", only "
                        + models.stream().map(FileSystemModel::name).toList()));
    }
}
