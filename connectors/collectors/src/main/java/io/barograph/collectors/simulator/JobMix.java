package io.barograph.collectors.simulator;

import io.barograph.collectors.simulator.Application.Input;
import io.barograph.collectors.simulator.Application.Step;
import io.barograph.collectors.simulator.Application.Striping;
import io.barograph.collectors.simulator.JobPlan.Darshan;
import io.barograph.collectors.simulator.SiteConfiguration.OstFileSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Plans jobs by chance. */
final class JobMix {
    private static final List<String> USERS = List.of("amara", "bjorn", "chen", "divya", "elena", "farid", "glenn");
    private static final int FIRST_JOB_ID = 1_000_001;
    private static final int PROCESSES_PER_NODE = 32;

    /** Share of the run time that a job with compute phases computes. */
    private static final double COMPUTE_SHARE = 0.5;

    /** Transfers are planned for this share of what the clients could move: some time is lost to competition. */
    private static final double UNHINDERED_SHARE = 0.75;

    /** Share of the jobs whose log names the OSTs. */
    private static final double NAMED_SHARE = 0.6;

    /** What a job's clients could move at least, as a share of the bandwidth of its OSTs. */
    private static final double LEAST_DEMAND = 0.2;

    private static final double SHORT_SECONDS = 6;
    private static final double SHORTEST_NEIGHBOUR_SECONDS = 10;
    private static final double LONGEST_NEIGHBOUR_SECONDS = 30;

    private final SiteConfiguration configuration;
    private final SplittableRandom random;
    private int jobs;

    JobMix(SiteConfiguration configuration, SplittableRandom random) {
        this.configuration = configuration;
        this.random = random;
    }

    /** @return an instrumented job on any file system */
    JobPlan job() {
        return jobOn(random.nextInt(configuration.fileSystems().size()));
    }

    /** @return an instrumented job on the file system at that position of the configuration */
    JobPlan jobOn(int index) {
        double seconds = random.nextDouble(seconds(configuration.shortestJob()), seconds(configuration.longestJob()));
        Application application = Application.ALL.get(random.nextInt(Application.ALL.size()));
        Darshan darshan = random.nextDouble() < NAMED_SHARE ? Darshan.LOG_WITH_OSTS : Darshan.LOG;
        return plan(application, index, seconds, darshan);
    }

    /** @return an instrumented job of a few seconds */
    JobPlan shortJobOn(int index) {
        return plan(Application.ALL.get(0), index, SHORT_SECONDS, Darshan.LOG);
    }

    /** @return a job without Darshan log that moves bytes in one direction all the time */
    JobPlan neighbourOn(int index) {
        Step direction = random.nextBoolean() ? Step.READ : Step.WRITE;
        Striping striping = random.nextBoolean() ? Striping.ALL_OSTS : Striping.FEW_OSTS;
        Application application =
                new Application("uninstrumented", List.of(direction), striping, false, Input.SAME_FILE_SYSTEM);
        double seconds = random.nextDouble(SHORTEST_NEIGHBOUR_SECONDS, LONGEST_NEIGHBOUR_SECONDS);
        return plan(application, index, seconds, Darshan.NO_LOG);
    }

    private JobPlan plan(Application application, int index, double seconds, Darshan darshan) {
        List<Step> steps = application.steps();
        long computeSteps = steps.stream().filter(Step.COMPUTE::equals).count();
        double computeSeconds = computeSteps == 0 ? 0 : seconds * COMPUTE_SHARE;
        double transferSeconds = (seconds - computeSeconds) / (steps.size() - computeSteps);
        OstFileSystem own = configuration.fileSystems().get(index);
        OstFileSystem other = configuration
                .fileSystems()
                .get((index + 1) % configuration.fileSystems().size());
        OstFileSystem read = application.input() == Input.OTHER_FILE_SYSTEM ? other : own;
        List<Integer> ownOsts = osts(application.striping(), own);
        List<Integer> readOsts = read.equals(own) ? ownOsts : osts(application.striping(), read);
        double share = random.nextDouble(LEAST_DEMAND, 1);
        List<Phase> phases = new ArrayList<>();
        for (Step step : steps) {
            phases.add(
                    switch (step) {
                        case COMPUTE -> new Phase.Compute(Math.round(computeSeconds / computeSteps * 1e6));
                        case READ -> transfer(read, Direction.READ, readOsts, share, transferSeconds);
                        case WRITE -> transfer(own, Direction.WRITE, ownOsts, share, transferSeconds);
                    });
        }
        int processes = PROCESSES_PER_NODE << random.nextInt(6);
        return new JobPlan(
                Integer.toString(FIRST_JOB_ID + jobs++),
                USERS.get(random.nextInt(USERS.size())),
                application.executable(),
                processes,
                processes / PROCESSES_PER_NODE,
                application.filePerProcess(),
                darshan,
                phases);
    }

    private static Phase.Transfer transfer(
            OstFileSystem fileSystem, Direction direction, List<Integer> osts, double share, double seconds) {
        double bytesPerSecond = share * fileSystem.ostBytesPerSecond() * osts.size();
        return new Phase.Transfer(
                fileSystem.name(),
                direction,
                osts,
                Math.round(bytesPerSecond * seconds * UNHINDERED_SHARE),
                Math.round(bytesPerSecond));
    }

    private List<Integer> osts(Striping striping, OstFileSystem fileSystem) {
        int wanted = striping == Striping.ALL_OSTS
                ? fileSystem.osts()
                : random.nextInt(1, Math.max(2, fileSystem.osts() / 2 + 1));
        TreeSet<Integer> osts = new TreeSet<>();
        while (osts.size() < wanted) {
            osts.add(random.nextInt(fileSystem.osts()));
        }
        return List.copyOf(osts);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
