package io.barograph.collectors.simulator;

import io.barograph.collectors.simulator.Agenda.Turn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One OST or MDT: its counters, and the flows that share its capacity. Nothing is computed between two changes of its
 * flows; whoever looks at the counters advances it to the present first.
 *
 * <p>A hammering flow of factor k, and a degradation by k, make every fair flow k times slower than its fair share: its
 * clients wait for each answer, behind the hammering job's requests or for slower disks. Together they multiply.
 */
final class SimulatedServer {
    private final String name;
    private final String host;
    private final int index;
    private final long capacityPerSecond;
    private final Agenda agenda;
    private final Counters atStart;
    private final Counters moved = new Counters();
    private final List<Flow> flows = new ArrayList<>();
    private final List<Flow> hammering = new ArrayList<>();
    private final List<Double> degradations = new ArrayList<>();
    private final Map<RunningJob, JobEntry> jobEntries = new LinkedHashMap<>();
    private long[] demands = new long[0];
    private double slowness = 1;
    private long advancedToMicros;
    private long schedule;
    private long scheduledMicros = Long.MAX_VALUE;
    private Counters restartedAt = new Counters();
    private boolean restarted;
    private boolean keepsJobStatistics;
    private Volume atLastTick = Volume.NONE;

    /** One job's line in the server's job statistics. */
    static final class JobEntry {
        final Counters account;
        Counters countedFrom;
        Counters published;
        long sinceMicros;
        long changedMicros;

        JobEntry(Counters account, long sinceMicros) {
            this.account = account;
            this.sinceMicros = sinceMicros;
            this.changedMicros = sinceMicros;
            this.countedFrom = account.copy();
            this.published = new Counters();
        }
    }

    /**
     * @param name name of the target
     * @param host host that serves it
     * @param index its index among the targets of its kind
     * @param capacityPerSecond what it can do per second
     * @param agenda the site's agenda
     * @param atStart what its counters stand at when the site begins
     */
    SimulatedServer(String name, String host, int index, long capacityPerSecond, Agenda agenda, Counters atStart) {
        this.name = name;
        this.host = host;
        this.index = index;
        this.capacityPerSecond = capacityPerSecond;
        this.agenda = agenda;
        this.atStart = atStart;
        this.advancedToMicros = agenda.nowMicros();
    }

    String name() {
        return name;
    }

    String host() {
        return host;
    }

    int index() {
        return index;
    }

    long capacityPerSecond() {
        return capacityPerSecond;
    }

    /** @return the flows that share fairly, those that ask for least first */
    List<Flow> flows() {
        return flows;
    }

    List<Flow> hammering() {
        return hammering;
    }

    /** @return how many times slower than their fair share the fair flows are */
    double slowness() {
        return slowness;
    }

    void add(Flow flow) {
        advance();
        if (flow.isHammering()) {
            hammering.add(flow);
        } else {
            flows.add(placeFor(flow.maximumPerSecond()), flow);
        }
        share();
    }

    void remove(Flow flow) {
        advance();
        (flow.isHammering() ? hammering : flows).remove(flow);
        share();
    }

    void degrade(double factor) {
        advance();
        degradations.add(factor);
        share();
    }

    void recover(double factor) {
        advance();
        degradations.remove(factor);
        share();
    }

    /** Moves the counters to the present. */
    void advance() {
        long micros = agenda.nowMicros() - advancedToMicros;
        advancedToMicros = agenda.nowMicros();
        if (micros > 0) {
            for (Flow flow : flows) {
                flow.advance(micros, moved);
            }
            for (Flow flow : hammering) {
                flow.advance(micros, moved);
            }
        }
    }

    /** @return what it has moved since the site began, as of the last {@link #advance} */
    Counters moved() {
        return moved;
    }

    /** @return what its counters show: they start at zero when the server starts */
    Counters shown() {
        Counters shown = moved.minus(restartedAt);
        if (!restarted) {
            shown.add(atStart);
        }
        return shown;
    }

    /** Starts its counters and its job statistics anew. */
    void restart() {
        advance();
        restartedAt = moved.copy();
        restarted = true;
        jobEntries.clear();
        flows.forEach(flow -> expect(flow.job(), flow.account()));
        hammering.forEach(flow -> expect(flow.job(), flow.account()));
    }

    Volume movedAtLastTick() {
        return atLastTick;
    }

    void markTick() {
        atLastTick = moved.volume();
    }

    /**
     * @return how many times longer than on an idle server a request takes that comes now: 1 / (1 - utilisation) while
     *     the newcomer takes nothing from others, and his fair share of a busy server
     */
    double responseFactor() {
        return slowness * capacityPerSecond / FairShare.ofNewcomer(capacityPerSecond, demands);
    }

    /** Switches the job statistics on; somebody must drop entries then. */
    void keepJobStatistics() {
        keepsJobStatistics = true;
    }

    /** @return the jobs' lines in the job statistics */
    Map<RunningJob, JobEntry> jobEntries() {
        return jobEntries;
    }

    /** A job begins to load the server. */
    void expect(RunningJob job, Counters account) {
        if (keepsJobStatistics) {
            jobEntries.computeIfAbsent(job, unknown -> new JobEntry(account, agenda.nowMicros()));
        }
    }

    private int placeFor(long maximumPerSecond) {
        int place = flows.size();
        while (place > 0 && flows.get(place - 1).maximumPerSecond() > maximumPerSecond) {
            place--;
        }
        return place;
    }

    private void share() {
        slowness = 1;
        for (double factor : degradations) {
            slowness *= factor;
        }
        for (Flow flow : hammering) {
            slowness *= flow.factor();
        }
        demands = new long[flows.size()];
        for (int i = 0; i < demands.length; i++) {
            demands[i] = flows.get(i).maximumPerSecond();
        }
        long[] shares = FairShare.of(capacityPerSecond, demands);
        long end = Long.MAX_VALUE;
        for (int i = 0; i < shares.length; i++) {
            Flow flow = flows.get(i);
            flow.setPerSecond(slowness == 1 ? shares[i] : (long) (shares[i] / slowness));
            end = Math.min(end, flow.isDone() ? 0 : flow.microsToEnd());
        }
        for (Flow flow : hammering) {
            double others = slowness / flow.factor();
            flow.setPerSecond((long) (capacityPerSecond * (1 - 1 / flow.factor()) / others));
        }
        scheduleEnd(end == Long.MAX_VALUE ? end : agenda.nowMicros() + end);
    }

    private void scheduleEnd(long micros) {
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
        advance();
        List<Flow> done = new ArrayList<>();
        for (Iterator<Flow> each = flows.iterator(); each.hasNext(); ) {
            Flow flow = each.next();
            if (flow.isDone()) {
                each.remove();
                done.add(flow);
            }
        }
        share();
        done.forEach(flow -> flow.job().flowEnded(this));
    }
}
