package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One OST or MDT: its counters, and the flows that share its capacity. Nothing is computed between two changes of its
 * flows; whoever looks at the counters advances it to the present first. While there is room for all that the flows ask
 * for, a flow that comes or goes changes the rate of no other.
 *
 * <p>A hammering flow of factor k, and a degradation by k, make every fair flow k times slower than its fair share: its
 * clients wait for each answer, behind the hammering job's requests or for slower disks. Together they multiply.
 */
public final class SimulatedServer {
    private final String name;
    private final String host;
    private final int index;
    private final long capacityPerSecond;
    private final SimulationEventQueue agenda;
    private final SimulatedCounters atStart;
    private final SimulatedCounters moved = new SimulatedCounters();
    private final FairFlows flows = new FairFlows();
    private final List<PhaseFlow> hammering = new ArrayList<>();
    private final List<Double> degradations = new ArrayList<>();
    private final Map<RunningJob, JobEntry> jobEntries = new LinkedHashMap<>();
    private double slowness = 1;
    private long advancedToMicros;
    private long schedule;
    private long scheduledMicros = Long.MAX_VALUE;
    private SimulatedCounters restartedAt = new SimulatedCounters();
    private boolean restarted;
    private boolean keepsJobStatistics;
    private ByteVolume atLastTick = ByteVolume.NONE;

    /** One job's line in the server's job statistics. */
    public static final class JobEntry {
        public final SimulatedCounters account;
        public SimulatedCounters countedFrom;
        public SimulatedCounters published;
        public long sinceMicros;
        public long changedMicros;

        public JobEntry(SimulatedCounters account, long sinceMicros) {
            this.account = account;
            this.sinceMicros = sinceMicros;
            this.changedMicros = sinceMicros;
            this.countedFrom = account.copy();
            this.published = new SimulatedCounters();
        }
    }

    /** @param capacityPerSecond what it can do per second */
    public SimulatedServer(
            String name,
            String host,
            int index,
            long capacityPerSecond,
            SimulationEventQueue agenda,
            SimulatedCounters atStart) {
        this.name = name;
        this.host = host;
        this.index = index;
        this.capacityPerSecond = capacityPerSecond;
        this.agenda = agenda;
        this.atStart = atStart;
        this.advancedToMicros = agenda.nowMicros();
    }

    public String name() {
        return name;
    }

    public String host() {
        return host;
    }

    public int index() {
        return index;
    }

    public long capacityPerSecond() {
        return capacityPerSecond;
    }

    /** @return the flows that share fairly, those that ask for least first */
    public List<PhaseFlow> flows() {
        return flows.list();
    }

    public List<PhaseFlow> hammering() {
        return hammering;
    }

    public void add(PhaseFlow flow) {
        long now = agenda.nowMicros();
        flow.begin(now);
        if (flow.isHammering()) {
            hammering.add(flow);
            shareAnew();
            return;
        }
        boolean hadRoom = hasRoom();
        int place = flows.add(flow);
        if (hadRoom && hasRoom()) {
            flows.satisfy(place, slowness, now, moved);
        } else {
            share();
        }
        scheduleEnd();
    }

    public void remove(PhaseFlow flow) {
        flow.advance(agenda.nowMicros(), moved);
        if (flow.isHammering()) {
            hammering.remove(flow);
            shareAnew();
            return;
        }
        boolean hadRoom = hasRoom();
        flows.remove(flow);
        if (!hadRoom) {
            share();
        }
        scheduleEnd();
    }

    private boolean hasRoom() {
        return flows.demanded() <= capacityPerSecond;
    }

    public void degrade(double factor) {
        degradations.add(factor);
        shareAnew();
    }

    public void recover(double factor) {
        degradations.remove(factor);
        shareAnew();
    }

    /** Moves the counters to the present. */
    public void advance() {
        long now = agenda.nowMicros();
        if (now > advancedToMicros) {
            advancedToMicros = now;
            for (PhaseFlow flow : flows.list()) {
                flow.advance(now, moved);
            }
            for (PhaseFlow flow : hammering) {
                flow.advance(now, moved);
            }
        }
    }

    /** @return what it has moved since the site began, as of the last {@link #advance} */
    public SimulatedCounters moved() {
        return moved;
    }

    /** @return bytes that an OST has moved since the site began, up to now, without advancing it */
    public ByteVolume movedUntilNow() {
        ByteVolume booked = moved.volume();
        return agenda.nowMicros() == advancedToMicros
                ? booked
                : booked.plus(ahead(flows.list())).plus(ahead(hammering));
    }

    private ByteVolume ahead(List<PhaseFlow> some) {
        long now = agenda.nowMicros();
        long read = 0;
        long written = 0;
        for (int i = 0; i < some.size(); i++) {
            PhaseFlow flow = some.get(i);
            if (flow.isReading()) {
                read += flow.ahead(now);
            } else {
                written += flow.ahead(now);
            }
        }
        return new ByteVolume(read, written);
    }

    /** @return what its counters show: they start at zero when the server starts */
    public SimulatedCounters shown() {
        SimulatedCounters shown = moved.minus(restartedAt);
        if (!restarted) {
            shown.add(atStart);
        }
        return shown;
    }

    /** Starts its counters and its job statistics anew. */
    public void restart() {
        advance();
        restartedAt = moved.copy();
        restarted = true;
        jobEntries.clear();
        flows.list().forEach(flow -> expect(flow.job(), flow.account()));
        hammering.forEach(flow -> expect(flow.job(), flow.account()));
    }

    public ByteVolume movedAtLastTick() {
        return atLastTick;
    }

    public void markTick() {
        atLastTick = moved.volume();
    }

    /**
     * @return how many times longer than on an idle server a request takes that comes now: 1 / (1 - utilisation) while
     *     the newcomer takes nothing from others, and his fair share of a busy server
     */
    public double responseFactor() {
        return slowness * capacityPerSecond / flows.ofNewcomer(capacityPerSecond);
    }

    /** Switches the job statistics on; somebody must drop entries then. */
    public void keepJobStatistics() {
        keepsJobStatistics = true;
    }

    /** @return the jobs' lines in the job statistics */
    public Map<RunningJob, JobEntry> jobEntries() {
        return jobEntries;
    }

    /** A job begins to load the server. */
    public void expect(RunningJob job, SimulatedCounters account) {
        if (keepsJobStatistics) {
            jobEntries.computeIfAbsent(job, unknown -> new JobEntry(account, agenda.nowMicros()));
        }
    }

    /** The fair flows change, or how much slower they are. */
    private void share() {
        flows.share(capacityPerSecond, slowness, agenda.nowMicros(), moved);
    }

    /** What makes the fair flows slower changes. */
    private void shareAnew() {
        slowness = 1;
        for (double factor : degradations) {
            slowness *= factor;
        }
        for (PhaseFlow flow : hammering) {
            slowness *= flow.factor();
        }
        share();
        for (PhaseFlow flow : hammering) {
            double others = slowness / flow.factor();
            long perSecond = (long) (capacityPerSecond * (1 - 1 / flow.factor()) / others);
            flow.changeRate(perSecond, agenda.nowMicros(), moved);
        }
        scheduleEnd();
    }

    private void scheduleEnd() {
        long micros = flows.firstEndMicros();
        if (micros == scheduledMicros) {
            return;
        }
        scheduledMicros = micros;
        schedule++;
        if (micros != Long.MAX_VALUE) {
            long mine = schedule;
            agenda.at(micros, Turn.END, () -> endFlows(mine));
        }
    }

    private void endFlows(long mine) {
        if (mine != schedule) {
            return;
        }
        scheduledMicros = Long.MAX_VALUE;
        boolean hadRoom = hasRoom();
        List<PhaseFlow> done = flows.removeEnded(agenda.nowMicros());
        done.forEach(flow -> flow.advance(agenda.nowMicros(), moved));
        if (!hadRoom) {
            share();
        }
        scheduleEnd();
        done.forEach(flow -> flow.job().flowEnded(this));
    }
}
