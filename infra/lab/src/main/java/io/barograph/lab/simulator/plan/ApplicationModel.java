package io.barograph.lab.simulator.plan;

import java.util.List;

/**
 * A kind of job: what its phases are, not how long.
 *
 * @param striping how many OSTs its files lie on
 * @param filePerProcess true if each process has its own file, false if all share one
 */
record ApplicationModel(String executable, List<Step> steps, Striping striping, boolean filePerProcess, Input input) {
    enum Step {
        READ,
        COMPUTE,
        WRITE,
        /** Small files are made, looked at and removed. */
        METADATA,
        /** Takes the rest of the run: computes and writes by the clock. */
        CHECKPOINTS
    }

    /** On how many OSTs of a file system files lie. */
    enum Striping {
        ALL_OSTS,
        FEW_OSTS
    }

    enum Input {
        SAME_FILE_SYSTEM,
        OTHER_FILE_SYSTEM
    }

    /** The benchmarks of the UMAMI paper, and codes with the habits of a simulation and of an analysis. */
    static final List<ApplicationModel> DATA = List.of(
            sharedFile("ior", Striping.ALL_OSTS, Step.WRITE, Step.COMPUTE, Step.READ),
            sharedFile("vpicio_uni", Striping.ALL_OSTS, Step.COMPUTE, Step.WRITE, Step.COMPUTE, Step.WRITE),
            filePerProcess("hacc_io_write", Striping.ALL_OSTS, Step.COMPUTE, Step.WRITE),
            filePerProcess("hacc_io_read", Striping.ALL_OSTS, Step.READ, Step.COMPUTE),
            sharedFile("dbscan_read", Striping.FEW_OSTS, Step.READ, Step.COMPUTE, Step.READ),
            new ApplicationModel(
                    "wrf.exe",
                    List.of(Step.READ, Step.COMPUTE, Step.WRITE, Step.COMPUTE, Step.WRITE),
                    Striping.FEW_OSTS,
                    false,
                    Input.OTHER_FILE_SYSTEM),
            filePerProcess("namd2", Striping.FEW_OSTS, Step.READ, Step.COMPUTE, Step.WRITE, Step.COMPUTE, Step.WRITE));

    /** Codes that are found only where metadata load is simulated. */
    static final List<ApplicationModel> METADATA = List.of(
            filePerProcess("mdtest", Striping.FEW_OSTS, Step.METADATA, Step.COMPUTE, Step.METADATA),
            filePerProcess("python3", Striping.FEW_OSTS, Step.METADATA, Step.READ, Step.COMPUTE, Step.WRITE),
            sharedFile("castro3d", Striping.ALL_OSTS, Step.READ, Step.CHECKPOINTS));

    static ApplicationModel sharedFile(String executable, Striping striping, Step... steps) {
        return new ApplicationModel(executable, List.of(steps), striping, false, Input.SAME_FILE_SYSTEM);
    }

    private static ApplicationModel filePerProcess(String executable, Striping striping, Step... steps) {
        return new ApplicationModel(executable, List.of(steps), striping, true, Input.SAME_FILE_SYSTEM);
    }
}
