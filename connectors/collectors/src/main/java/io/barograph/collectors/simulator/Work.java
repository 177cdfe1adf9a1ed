package io.barograph.collectors.simulator;

import java.util.Map;

/** Turns the progress of a flow into counters. */
sealed interface Work {
    /**
     * Books the progress from one amount to another; whole operations only, so booking in one step or in many gives the
     * same.
     *
     * @param from amount done before
     * @param to amount done now
     * @param done true if there is no more to come
     * @param counters where it is booked
     */
    void book(long from, long to, boolean done, Counters counters);

    /**
     * Bytes to or from an OST; the amount is bytes.
     *
     * @param direction read or write
     * @param requestBytes bytes of one request
     */
    record Bytes(Load direction, int requestBytes) implements Work {
        @Override
        public void book(long from, long to, boolean done, Counters counters) {
            long requests = to / requestBytes - from / requestBytes;
            if (done && to % requestBytes != 0) {
                requests++;
            }
            if (direction == Load.READ) {
                counters.addRead(to - from, requests);
            } else {
                counters.addWrite(to - from, requests);
            }
        }
    }

    /**
     * Operations on an MDT; the amount is work.
     *
     * @param mix what a cycle is made of
     * @param cycleWork work of a cycle
     */
    record Operations(MetadataMix mix, long cycleWork) implements Work {
        Operations(MetadataMix mix) {
            this(mix, mix.work());
        }

        @Override
        public void book(long from, long to, boolean done, Counters counters) {
            for (Map.Entry<MetadataKind, Integer> entry : mix.perCycle().entrySet()) {
                counters.addOperations(entry.getKey(), after(to, entry.getValue()) - after(from, entry.getValue()));
            }
        }

        private long after(long work, int perCycle) {
            return work / cycleWork * perCycle + work % cycleWork * perCycle / cycleWork;
        }
    }
}
