package io.barograph.collectors.runtime;

import io.barograph.collectors.canary.CanaryCollectorType;
import io.barograph.collectors.capacity.CapacityCollectorType;
import io.barograph.collectors.core.CollectorType;
import io.barograph.collectors.darshan.DarshanCollectorType;
import io.barograph.collectors.gpfs.GpfsCollectorType;
import io.barograph.collectors.jobstats.JobStatsCollectorType;
import io.barograph.collectors.lmt.LmtCollectorType;
import io.barograph.collectors.lustre.CerebroCollectorType;
import io.barograph.collectors.lustre.LustreCollectorType;
import io.barograph.collectors.note.NoteCollectorType;
import io.barograph.collectors.probe.ProbeCollectorType;
import io.barograph.collectors.simulator.SimulatorCollectorType;
import io.barograph.collectors.slurm.SlurmCollectorType;
import io.barograph.collectors.tokio.TokioWeatherCollectorType;
import io.barograph.schemas.NearestName;
import java.util.List;
import java.util.Optional;

/** All kinds of sources. A new one is a line in the list. */
public final class CollectorTypes {
    /** All types, in the order of their names. */
    public static final List<CollectorType<?>> ALL = List.of(
            new CanaryCollectorType(),
            new CapacityCollectorType(),
            new CerebroCollectorType(),
            new DarshanCollectorType(),
            new GpfsCollectorType(),
            new LmtCollectorType(),
            new LustreCollectorType(),
            new JobStatsCollectorType(),
            new NoteCollectorType(),
            new ProbeCollectorType(),
            new SimulatorCollectorType(),
            new SlurmCollectorType(),
            new TokioWeatherCollectorType());

    private CollectorTypes() {}

    /**
     * @param name name of a type
     * @return the type
     */
    public static Optional<CollectorType<?>> named(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    static String unknown(String name) {
        List<String> names = ALL.stream().map(CollectorType::name).toList();
        return "\"" + name + "\" is no kind of source; did you mean \""
                + NearestName.of(name, names).orElse("") + "\"? (known: " + String.join(", ", names) + ")";
    }
}
