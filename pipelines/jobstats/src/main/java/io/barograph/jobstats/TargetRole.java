package io.barograph.jobstats;

/** What a server with job statistics does, and what of it counts. */
public enum TargetRole {
    /** An OST: bytes count. */
    OST {
        @Override
        public long amountOf(JobTraffic traffic) {
            return traffic.bytes();
        }
    },
    /** An MDT: metadata operations count. */
    MDT {
        @Override
        public long amountOf(JobTraffic traffic) {
            return traffic.metadataOperations();
        }
    };

    /** @return bytes on OSTs, metadata operations on MDTs */
    public abstract long amountOf(JobTraffic traffic);
}
