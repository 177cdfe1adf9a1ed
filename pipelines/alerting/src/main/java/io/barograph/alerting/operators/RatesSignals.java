package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.MessageFact;
import io.barograph.schemas.Capacity;
import io.barograph.schemas.FullnessOfTargets;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** The weather of each minute: fullness, forecasts, silent servers, and that a file system is heard of at all. */
final class RatesSignals implements FlatMapFunction<ServerRates, AlertInput> {
    private static final int MAX_NAMES = 5;

    @Override
    public void flatMap(ServerRates rates, Collector<AlertInput> out) {
        if (rates.getSpan() != Span.INTERVAL && rates.getSpan() != Span.MINUTE) {
            return;
        }
        out.collect(new AlertInput.Seen(heard(rates)));
        out.collect(new AlertInput.Progress(rates.getFileSystem(), true));
        if (rates.getSpan() == Span.MINUTE) {
            servers(rates, "data servers", rates.getData(), out);
            servers(rates, "metadata servers", rates.getMetadata(), out);
            capacity(rates, "OST", rates.getOstCapacity(), out);
            capacity(rates, "MDT", rates.getMdtCapacity(), out);
        }
    }

    private static AlertSignal heard(ServerRates rates) {
        return observation(
                rates,
                AlertSource.STALE_INPUT,
                "",
                "",
                Double.NaN,
                new AlertDescription(
                        "No results for " + rates.getFileSystem(),
                        List.of(new MessageFact("How bad", "unknown since then")),
                        List.of("The servers' counters, their collectors, or the analysis have stopped."),
                        "/",
                        AlertValueFormat.dashboard("barograph-health", rates.getFileSystem())));
    }

    private static void servers(ServerRates rates, String kind, RatesOfServers servers, Collector<AlertInput> out) {
        if (servers == null) {
            return;
        }
        List<String> silent = servers.getSilentServers();
        AlertDescription story = new AlertDescription(
                silent.size() + " " + kind + " of " + rates.getFileSystem() + " are silent",
                List.of(new MessageFact("How bad", silent.size() + " of " + servers.getExpectedServers() + " " + kind)),
                List.of(
                        names(silent),
                        "No sample in the last three intervals: the server, or what collects it, is down."),
                "/",
                AlertValueFormat.dashboard("barograph-file-system", rates.getFileSystem()));
        out.collect(
                new AlertInput.Seen(observation(rates, AlertSource.SILENT_SERVERS, kind, "", silent.size(), story)));
    }

    private static String names(List<String> servers) {
        int more = servers.size() - MAX_NAMES;
        return String.join(", ", servers.subList(0, Math.min(MAX_NAMES, servers.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static void capacity(ServerRates rates, String kind, Capacity capacity, Collector<AlertInput> out) {
        if (capacity != null) {
            fullness(rates, kind, "BYTES", capacity.getBytes(), out);
            fullness(rates, kind, "INODES", capacity.getInodes(), out);
        }
    }

    private static void fullness(
            ServerRates rates, String kind, String type, FullnessOfTargets fullness, Collector<AlertInput> out) {
        if (fullness == null) {
            return;
        }
        String where = fullness.getFullestTarget() + " of " + rates.getFileSystem();
        String page = AlertValueFormat.dashboard("barograph-file-system", rates.getFileSystem());
        AlertDescription full = new AlertDescription(
                where + " is " + AlertValueFormat.percent(fullness.getFullest()) + " full" + by(type),
                List.of(new MessageFact(
                        "How bad",
                        "mean of " + fullness.getTargets() + " " + kind + "s "
                                + AlertValueFormat.percent(fullness.getMean()))),
                List.of("The fullest is " + AlertValueFormat.percent(fullness.getImbalance()) + " above the median."),
                "/",
                "",
                page,
                fullness.getFullestTarget());
        out.collect(
                new AlertInput.Seen(observation(rates, AlertSource.FULLNESS, kind, type, fullness.getFullest(), full)));
        Double days = fullness.getDaysUntilFull();
        String first = fullness.getFirstFullTarget() == null ? kind : fullness.getFirstFullTarget();
        AlertDescription soon = new AlertDescription(
                first + " of " + rates.getFileSystem() + " will soon be full" + by(type),
                List.of(new MessageFact(
                        "How bad",
                        days == null
                                ? "it no longer fills up"
                                : AlertValueFormat.number(days) + " days until it is 90 % full")),
                List.of("At the trend of the last week; the fullest target is at "
                        + AlertValueFormat.percent(fullness.getFullest()) + "."),
                "/",
                "",
                page,
                first);
        out.collect(new AlertInput.Seen(observation(
                rates, AlertSource.FORECAST, kind, type, days == null ? Double.POSITIVE_INFINITY : days, soon)));
    }

    private static String by(String type) {
        return type.equals("INODES") ? " by inodes" : "";
    }

    private static AlertSignal observation(
            ServerRates rates, AlertSource source, String part, String type, double value, AlertDescription story) {
        long time = rates.getObservedTo().toEpochMilli();
        return new AlertSignal(
                source,
                rates.getFileSystem() + (part.isEmpty() ? "" : "/" + part) + (type.isEmpty() ? "" : "/" + type),
                rates.getFileSystem(),
                type,
                "",
                time,
                rates.getRevision(),
                Status.MEASURED,
                time,
                0,
                value,
                story);
    }
}
