package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.MetadataKind;
import io.barograph.lab.simulator.plan.MetadataMix;
import java.util.Map;

/** Turns the progress of a flow into counters. */
sealed interface FlowAccounting {
    /**
     * Books the progress from one amount to another; whole operations only, so booking in one step or in many gives the
     * same.
     *
     * @param account the job's account on the server, where it is booked as well
     */
    void book(long from, long to, boolean done, SimulatedCounters server, SimulatedCounters account);

    /** Bytes to or from an OST; the amount is bytes. */
    record Bytes(DemandKind direction, int requestBytes) implements FlowAccounting {
        @Override
        public void book(long from, long to, boolean done, SimulatedCounters server, SimulatedCounters account) {
            long requests = to / requestBytes - from / requestBytes;
            if (done && to % requestBytes != 0) {
                requests++;
            }
            if (direction == DemandKind.READ) {
                server.addRead(to - from, requests);
                account.addRead(to - from, requests);
            } else {
                server.addWrite(to - from, requests);
                account.addWrite(to - from, requests);
            }
        }
    }

    /** Operations on an MDT; the amount is work. */
    record Operations(MetadataMix mix, long cycleWork) implements FlowAccounting {
        Operations(MetadataMix mix) {
            this(mix, mix.work());
        }

        @Override
        public void book(long from, long to, boolean done, SimulatedCounters server, SimulatedCounters account) {
            for (Map.Entry<MetadataKind, Integer> entry : mix.perCycle().entrySet()) {
                long operations = after(to, entry.getValue()) - after(from, entry.getValue());
                server.addOperations(entry.getKey(), operations);
                account.addOperations(entry.getKey(), operations);
            }
        }

        private long after(long work, int perCycle) {
            return work / cycleWork * perCycle + work % cycleWork * perCycle / cycleWork;
        }
    }
}
