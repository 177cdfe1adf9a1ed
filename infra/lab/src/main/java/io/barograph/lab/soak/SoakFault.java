package io.barograph.lab.soak;

import java.util.Locale;

/** What a soak run breaks. */
enum SoakFault {
    /** The broker is killed, and started again after some time. */
    BROKER_KILLED,
    /** The broker is stopped in order, and started again after some time. */
    BROKER_STOPPED,
    /** InfluxDB is killed, and started again after some time. */
    INFLUXDB_KILLED,
    /** A task manager is lost with all that it was doing; another one takes its place. */
    TASK_MANAGER_LOST,
    /** The collectors' process is killed, and started again after some time. */
    COLLECTOR_KILLED;

    /** @return name on the command line and in the report, for instance {@code broker-killed} */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
