package io.barograph.influxdb;

import java.io.IOException;

/** InfluxDB refuses every request, for instance because of wrong credentials. The message names the remedy. */
public final class InfluxDbException extends IOException {
    private static final long serialVersionUID = 1L;

    public InfluxDbException(String message) {
        super(message);
    }
}
