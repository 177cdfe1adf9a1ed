package io.barograph.alerting;

import java.util.List;

/**
 * What is written down of one alert in one message, to be read back after a restart.
 *
 * @param change what it said of the alert; null for a digest
 * @param thread what ties the messages about one thing together
 * @param opening severity in the message that began the thread
 * @param at wall clock of the end of the delivery
 * @param delivered false if the channel did not take it
 * @param view the alert; null for a digest
 * @param digested keys of the alerts in a digest
 */
public record SentAlert(
        String message,
        String channel,
        AlertNotification.Change change,
        String thread,
        Severity opening,
        long at,
        boolean delivered,
        AlertView view,
        List<String> digested) {
    boolean isDigest() {
        return view == null;
    }
}
