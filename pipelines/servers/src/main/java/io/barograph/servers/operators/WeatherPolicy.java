package io.barograph.servers.operators;

import io.barograph.servers.character.PowerSpectrum;
import io.barograph.servers.character.Spectrogram;
import java.io.Serializable;
import java.time.Duration;

/**
 * How long the weather can be corrected, and the settings of the workload character.
 *
 * @param kept a sample that is at most this much behind event time corrects the intervals it belongs to
 * @param forgetSilentServers a server that has been silent for this long is no longer expected; the first sample after
 *     that begins anew
 * @param spectrumUpperEdge upper edge of the power spectrum, bytes per server and interval; what is larger goes to the
 *     overflow bin
 * @param spectrogramHop distance of two windows
 */
public record WeatherPolicy(
        Duration kept,
        Duration forgetSilentServers,
        double spectrumUpperEdge,
        Duration spectrogramWindow,
        Duration spectrogramHop)
        implements Serializable {
    /** 15 min of corrections, a day of silence, 2.5 GB, windows of 1 h every 15 min. */
    public static final WeatherPolicy DEFAULT = new WeatherPolicy(
            Duration.ofMinutes(15),
            Duration.ofDays(1),
            PowerSpectrum.DEFAULT_UPPER_EDGE,
            Spectrogram.DEFAULT_WINDOW,
            Spectrogram.DEFAULT_HOP);

    /** Checks that the spans are in order. */
    public WeatherPolicy {
        if (kept.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException("corrections need at least a minute of history, not " + kept);
        }
        if (forgetSilentServers.compareTo(kept) < 0) {
            throw new IllegalArgumentException("a server cannot be forgotten after " + forgetSilentServers
                    + ", before the end of its history of " + kept);
        }
        if (!(spectrumUpperEdge > 0)) {
            throw new IllegalArgumentException("the upper edge of the spectrum must be positive: " + spectrumUpperEdge);
        }
    }
}
