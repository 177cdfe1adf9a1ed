package io.barograph.lab.simulator.plan;

import io.barograph.lab.simulator.plan.ApplicationModel.Input;
import io.barograph.lab.simulator.plan.ApplicationModel.Step;
import io.barograph.lab.simulator.plan.ApplicationModel.Striping;
import io.barograph.lab.simulator.plan.JobPlan.Darshan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Plans jobs by chance. */
public final class JobMix {
    /** Transfers are planned for this share of what the clients could move: some time is lost to competition. */
    public static final double UNHINDERED_SHARE = 0.75;

    /** Share of a large file system's OSTs that a transfer uses, in the mean over all applications, about. */
    public static final double MEAN_COVERAGE = 0.55;

    public static final int LARGE_REQUEST_BYTES = 1 << 20;
    private static final int SMALL_REQUEST_BYTES = 1 << 16;

    private static final List<String> USERS = List.of("amara", "bjorn", "chen", "divya", "elena", "farid", "glenn");

    /** Id of the first job that comes by chance. */
    public static final int FIRST_JOB_ID = 1_000_001;

    /** Id of the first job that the configuration calls for. */
    public static final int FIRST_SCRIPTED_JOB_ID = 9_000_001;

    private static final int PROCESSES_PER_NODE = 32;

    /** Share of the jobs whose log names the OSTs. */
    private static final double NAMED_SHARE = 0.6;

    /** Share of the transfers of applications that make small requests. */
    private static final double SMALL_REQUEST_SHARE = 0.2;

    /** How much two jobs of one application and size differ in what their clients can move. */
    private static final double SPREAD = 0.05;

    private static final int MAX_FEW_OSTS = 8;
    private static final int MAX_CHECKPOINTS = 6;
    private static final double SHORT_SECONDS = 6;
    private static final double MIN_WALLTIME = 1.5;
    private static final double MAX_WALLTIME = 4;

    private final SiteConfiguration configuration;
    private final JobLoad load;
    private final SplittableRandom random;
    private final List<ApplicationModel> applications;
    private final Map<String, Habit> habits = new HashMap<>();
    private int nextJobId;

    /** What the jobs of one application and size have in common. */
    private record Habit(double demand, int requestBytes) {}

    public JobMix(SiteConfiguration configuration, SplittableRandom random, int firstJobId) {
        this.nextJobId = firstJobId;
        this.configuration = configuration;
        this.load = configuration.jobs();
        this.random = random;
        this.applications = new ArrayList<>(ApplicationModel.DATA);
        if (configuration.fileSystems().stream().allMatch(model -> model.mdts() > 0)) {
            applications.addAll(ApplicationModel.METADATA);
        }
    }

    /** @return an instrumented job on any file system */
    public JobPlan job() {
        return jobOn(random.nextInt(configuration.fileSystems().size()));
    }

    /** @return an instrumented job on the file system at that position of the configuration */
    public JobPlan jobOn(int index) {
        double seconds = random.nextDouble(seconds(load.shortestJob()), seconds(load.longestJob()));
        ApplicationModel application = applications.get(random.nextInt(applications.size()));
        Darshan darshan = random.nextDouble() < NAMED_SHARE ? Darshan.LOG_WITH_OSTS : Darshan.LOG;
        return plan(application, index, seconds, darshan);
    }

    /** @return an instrumented job of a few seconds */
    public JobPlan shortJobOn(int index) {
        return plan(ApplicationModel.DATA.get(0), index, SHORT_SECONDS, Darshan.LOG);
    }

    /** @return a job without Darshan log that moves bytes in one direction all the time */
    public JobPlan neighbourOn(int index) {
        Step direction = random.nextBoolean() ? Step.READ : Step.WRITE;
        Striping striping = random.nextBoolean() ? Striping.ALL_OSTS : Striping.FEW_OSTS;
        ApplicationModel application = ApplicationModel.sharedFile("uninstrumented", striping, direction);
        double seconds = random.nextDouble(seconds(load.shortestNeighbour()), seconds(load.longestNeighbour()));
        return plan(application, index, seconds, Darshan.NO_LOG);
    }

    /** @return a job that does nothing but hammer servers for the time of the fault */
    public JobPlan hammer(SimulatedFault fault, List<Integer> servers) {
        JobPhase phase = new JobPhase.Hammer(
                fault.fileSystem(), fault.load(), servers, fault.factor(), MicroTime.micros(fault.lasting()));
        int processes = PROCESSES_PER_NODE << 6;
        return new JobPlan(
                nextJobId(),
                USERS.get(random.nextInt(USERS.size())),
                "hammer_" + fault.load().name().toLowerCase(Locale.ROOT),
                processes,
                processes / PROCESSES_PER_NODE,
                true,
                Darshan.LOG,
                0,
                0,
                List.of(phase));
    }

    private String nextJobId() {
        return Integer.toString(nextJobId++);
    }

    private JobPlan plan(ApplicationModel application, int index, double seconds, Darshan darshan) {
        FileSystemModel own = configuration.fileSystems().get(index);
        FileSystemModel other = configuration
                .fileSystems()
                .get((index + 1) % configuration.fileSystems().size());
        FileSystemModel read = application.input() == Input.OTHER_FILE_SYSTEM ? other : own;
        List<Integer> ownOsts = osts(application.striping(), own);
        List<Integer> readOsts = read.equals(own) ? ownOsts : osts(application.striping(), read);
        int processes = PROCESSES_PER_NODE << random.nextInt(6);
        Habit habit = habits.computeIfAbsent(application.executable() + "/" + processes, unknown -> newHabit());
        double demand = Math.min(load.greatestDemand(), habit.demand() * random.nextDouble(1 - SPREAD, 1 + SPREAD));
        long files = application.filePerProcess() ? processes : 1;
        Times times = times(application, seconds);
        Steps steps = new Steps(demand, habit.requestBytes(), files);
        for (Step step : application.steps()) {
            switch (step) {
                case COMPUTE -> steps.phases.add(new JobPhase.Compute(Math.round(times.compute() * 1e6)));
                case READ -> steps.transfer(read, DemandKind.READ, readOsts, times.inputOutput());
                case WRITE -> steps.transfer(own, DemandKind.WRITE, ownOsts, times.inputOutput());
                case METADATA -> steps.smallFiles(own, times.inputOutput());
                case CHECKPOINTS -> checkpoints(steps, own, ownOsts, seconds, times.inputOutput());
            }
        }
        boolean instrumented = darshan != Darshan.NO_LOG;
        double walltime = seconds * random.nextDouble(MIN_WALLTIME, MAX_WALLTIME);
        double failure = random.nextDouble() < load.failingJobs() ? seconds * random.nextDouble(0.1, 0.9) : 0;
        return new JobPlan(
                nextJobId(),
                USERS.get(random.nextInt(USERS.size())),
                application.executable(),
                processes,
                processes / PROCESSES_PER_NODE,
                application.filePerProcess(),
                darshan,
                instrumented && load.walltimes() ? Math.round(walltime * 1e6) : 0,
                instrumented ? Math.round(failure * 1e6) : 0,
                steps.phases);
    }

    /** The application's habits do not change while the site runs. */
    private Habit newHabit() {
        double demand = random.nextDouble(load.leastDemand(), load.greatestDemand());
        return new Habit(demand, random.nextDouble() < SMALL_REQUEST_SHARE ? SMALL_REQUEST_BYTES : LARGE_REQUEST_BYTES);
    }

    private record Times(double compute, double inputOutput) {}

    /** Lengths of one step of each sort, seconds. */
    private Times times(ApplicationModel application, double seconds) {
        long compute = count(application, Step.COMPUTE);
        long checkpoints = count(application, Step.CHECKPOINTS);
        long inputOutput = application.steps().size() - compute - checkpoints;
        double computing = compute + checkpoints == 0 ? 0 : seconds * load.computeShare();
        return new Times(
                compute == 0 ? 0 : computing / compute, (seconds - computing) / (inputOutput + 3 * checkpoints));
    }

    private static long count(ApplicationModel application, Step wanted) {
        return application.steps().stream().filter(wanted::equals).count();
    }

    private void checkpoints(Steps steps, FileSystemModel model, List<Integer> osts, double seconds, double writing) {
        int count = random.nextInt(3, MAX_CHECKPOINTS + 1);
        for (int i = 1; i <= count; i++) {
            steps.phases.add(new JobPhase.WaitUntil(Math.round(seconds * i / (count + 1) * 1e6)));
            steps.transfer(model, DemandKind.WRITE, osts, 3 * writing / count);
        }
    }

    private List<Integer> osts(Striping striping, FileSystemModel fileSystem) {
        int wanted = striping == Striping.ALL_OSTS
                ? fileSystem.osts()
                : random.nextInt(1, Math.max(2, Math.min(MAX_FEW_OSTS, fileSystem.osts() / 2) + 1));
        if (wanted == fileSystem.osts()) {
            return IntStream.range(0, wanted).boxed().toList();
        }
        TreeSet<Integer> osts = new TreeSet<>();
        while (osts.size() < wanted) {
            osts.add(random.nextInt(fileSystem.osts()));
        }
        return List.copyOf(osts);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private final class Steps {
        private final List<JobPhase> phases = new ArrayList<>();
        private final double demand;
        private final int requestBytes;
        private final long files;

        Steps(double demand, int requestBytes, long files) {
            this.demand = demand;
            this.requestBytes = requestBytes;
            this.files = files;
        }

        /** Files are opened, or created, before a transfer and closed after it. */
        void transfer(FileSystemModel model, DemandKind direction, List<Integer> osts, double seconds) {
            double bytesPerSecond = demand * model.ostBytesPerSecond() * osts.size();
            operations(model, direction == DemandKind.READ ? MetadataMix.OPEN : MetadataMix.CREATE, files);
            phases.add(new JobPhase.Transfer(
                    model.name(),
                    direction,
                    osts,
                    Math.max(osts.size(), Math.round(bytesPerSecond * seconds * UNHINDERED_SHARE)),
                    Math.round(bytesPerSecond),
                    requestBytes));
            operations(model, MetadataMix.CLOSE, files);
        }

        void smallFiles(FileSystemModel model, double seconds) {
            double cycles = workPerSecond(model) * seconds * UNHINDERED_SHARE / MetadataMix.SMALL_FILES.work();
            operations(model, MetadataMix.SMALL_FILES, Math.max(1, Math.round(cycles)));
        }

        private void operations(FileSystemModel model, MetadataMix mix, long cycles) {
            if (model.mdts() > 0) {
                phases.add(new JobPhase.Metadata(
                        model.name(), random.nextInt(model.mdts()), mix, cycles, Math.round(workPerSecond(model))));
            }
        }

        private double workPerSecond(FileSystemModel model) {
            return demand * model.mdtOperationsPerSecond() * MetadataKind.WORK_OF_ONE_OPERATION;
        }
    }
}
