package io.barograph.lab.simulator.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The flows that share a server fairly, those that ask for least first. Demands and ends are kept in arrays beside the
 * flows: while the server has room for all, a change concerns no flow but its own, and finding its place and the next
 * end takes one look through an array.
 */
final class FairFlows {
    private final List<PhaseFlow> flows = new ArrayList<>();
    private long[] demands = new long[8];
    private long[] ends = new long[8];
    private long[] shares = new long[8];
    private long demanded;

    List<PhaseFlow> list() {
        return flows;
    }

    long demanded() {
        return demanded;
    }

    /** @return when the first of them ends, microseconds since the epoch; the largest number if none does */
    long firstEndMicros() {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < flows.size(); i++) {
            first = Math.min(first, ends[i]);
        }
        return first;
    }

    /** @return what one more would get who asks for all he can get */
    double ofNewcomer(long capacity) {
        return FairShare.ofNewcomer(capacity, demands, flows.size());
    }

    /** Takes in a flow behind those that ask for as much or less. */
    int add(PhaseFlow flow) {
        int size = flows.size();
        if (size == demands.length) {
            demands = Arrays.copyOf(demands, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            shares = new long[2 * size];
        }
        long demand = flow.maximumPerSecond();
        int place = size;
        while (place > 0 && demands[place - 1] > demand) {
            place--;
        }
        flows.add(place, flow);
        System.arraycopy(demands, place, demands, place + 1, size - place);
        System.arraycopy(ends, place, ends, place + 1, size - place);
        demands[place] = demand;
        ends[place] = Long.MAX_VALUE;
        demanded += demand;
        return place;
    }

    void remove(PhaseFlow flow) {
        int place = flows.indexOf(flow);
        if (place >= 0) {
            removeAt(place);
        }
    }

    private void removeAt(int place) {
        demanded -= demands[place];
        flows.remove(place);
        int behind = flows.size() - place;
        System.arraycopy(demands, place + 1, demands, place, behind);
        System.arraycopy(ends, place + 1, ends, place, behind);
    }

    /** Takes out the flows that end at that instant. */
    List<PhaseFlow> removeEnded(long nowMicros) {
        List<PhaseFlow> ended = new ArrayList<>();
        for (int i = 0; i < flows.size(); ) {
            if (ends[i] <= nowMicros) {
                ended.add(flows.get(i));
                removeAt(i);
            } else {
                i++;
            }
        }
        return ended;
    }

    /** Gives the flow at that place what it asks for, made slower. */
    void satisfy(int place, double slowness, long nowMicros, SimulatedCounters server) {
        setRate(place, demands[place], slowness, nowMicros, server);
    }

    /** Shares the capacity anew. A flow that keeps its rate is left alone. */
    void share(long capacity, double slowness, long nowMicros, SimulatedCounters server) {
        FairShare.of(capacity, demands, flows.size(), shares);
        for (int i = 0; i < flows.size(); i++) {
            setRate(i, shares[i], slowness, nowMicros, server);
        }
    }

    private void setRate(int place, long share, double slowness, long nowMicros, SimulatedCounters server) {
        long perSecond = slowness == 1 ? share : (long) (share / slowness);
        ends[place] = flows.get(place).changeRate(perSecond, nowMicros, server);
    }
}
