package io.barograph.lab.simulator.plan;

import java.util.List;

/**
 * A kind of job: what its phases are, not how long.
 *
 * @param striping how many OSTs its files lie on
 * @param filePerProcess true if each process has its own file, false if all share one
 */
record ApplicationModel(String executable, List<Step> steps, Striping striping, boolean filePerProcess, Input input) {
    /** Kinds of phases. */
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

    /** Which file system is read. */
    enum Input {
        SAME_FILE_SYSTEM,
        OTHER_FILE_SYSTEM
    }

    /** The benchmarks of the UMAMI paper, and codes with the habits of a simulation and of an analysis. */
    static final List<ApplicationModel> DATA = List.of(
            new ApplicationModel(
                    "ior",
                    List.of(Step.WRITE, Step.COMPUTE, Step.READ),
                    Striping.ALL_OSTS,
                    false,
                    Input.SAME_FILE_SYSTEM),
            new ApplicationModel(
                    "vpicio_uni",
                    List.of(Step.COMPUTE, Step.WRITE, Step.COMPUTE, Step.WRITE),
                    Striping.ALL_OSTS,
                    false,
                    Input.SAME_FILE_SYSTEM),
            new ApplicationModel(
                    "hacc_io_write",
                    List.of(Step.COMPUTE, Step.WRITE),
                    Striping.ALL_OSTS,
                    true,
                    Input.SAME_FILE_SYSTEM),
            new ApplicationModel(
                    "hacc_io_read", List.of(Step.READ, Step.COMPUTE), Striping.ALL_OSTS, true, Input.SAME_FILE_SYSTEM),
            new ApplicationModel(
                    "dbscan_read",
                    List.of(Step.READ, Step.COMPUTE, Step.READ),
                    Striping.FEW_OSTS,
                    false,
                    Input.SAME_FILE_SYSTEM),
            new ApplicationModel(
                    "wrf.exe",
                    List.of(Step.READ, Step.COMPUTE, Step.WRITE, Step.COMPUTE, Step.WRITE),
                    Striping.FEW_OSTS,
                    false,
                    Input.OTHER_FILE_SYSTEM),
            new ApplicationModel(
                    "namd2",
                    List.of(Step.READ, Step.COMPUTE, Step.WRITE, Step.COMPUTE, Step.WRITE),
                    Striping.FEW_OSTS,
                    true,
                    Input.SAME_FILE_SYSTEM));

    /** Codes that are found only where metadata load is simulated. */
    static final List<ApplicationModel> METADATA = List.of(
            new ApplicationModel(
                    "mdtest",
                    List.of(Step.METADATA, Step.COMPUTE, Step.METADATA),
                    Striping.FEW_OSTS,
                    true,
                    Input.SAME_FILE_SYSTEM),
            new ApplicationModel(
                    "python3",
                    List.of(Step.METADATA, Step.READ, Step.COMPUTE, Step.WRITE),
                    Striping.FEW_OSTS,
                    true,
                    Input.SAME_FILE_SYSTEM),
            new ApplicationModel(
                    "castro3d",
                    List.of(Step.READ, Step.CHECKPOINTS),
                    Striping.ALL_OSTS,
                    false,
                    Input.SAME_FILE_SYSTEM));
}
