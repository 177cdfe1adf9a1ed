package io.barograph.alerting.operators;

import io.barograph.alerting.AlertSource;
import io.barograph.alerting.Fact;
import io.barograph.alerting.Observation;
import io.barograph.alerting.Story;
import io.barograph.schemas.Capacity;
import io.barograph.schemas.FullnessOfTargets;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** The weather of each minute: fullness, forecasts, silent servers, and that a file system is heard of at all. */
final class RatesObservations implements FlatMapFunction<ServerRates, AlertInput> {
    private static final long serialVersionUID = 1L;
    private static final int MOST_NAMES = 5;

    @Override
    public void flatMap(ServerRates rates, Collector<AlertInput> out) {
        if (rates.getSpan() != Span.INTERVAL && rates.getSpan() != Span.MINUTE) {
            return;
        }
        out.collect(new AlertInput.Seen(heard(rates)));
        if (rates.getSpan() == Span.MINUTE) {
            servers(rates, "data servers", rates.getData(), out);
            servers(rates, "metadata servers", rates.getMetadata(), out);
            capacity(rates, "OST", rates.getOstCapacity(), out);
            capacity(rates, "MDT", rates.getMdtCapacity(), out);
        }
    }

    private static Observation heard(ServerRates rates) {
        return observation(
                rates,
                AlertSource.STALE_INPUT,
                "",
                "",
                Double.NaN,
                new Story(
                        "Nothing is heard of " + rates.getFileSystem(),
                        List.of(new Fact("How bad", "nobody knows how the file system does")),
                        List.of("The servers' counters, their collectors, or the analysis have stopped."),
                        "/",
                        "",
                        Wording.dashboard("barograph-health", rates.getFileSystem()),
                        ""));
    }

    private static void servers(ServerRates rates, String kind, RatesOfServers servers, Collector<AlertInput> out) {
        if (servers == null) {
            return;
        }
        List<String> silent = servers.getSilentServers();
        Story story = new Story(
                silent.size() + " " + kind + " of " + rates.getFileSystem() + " report nothing",
                List.of(new Fact("How bad", silent.size() + " of " + servers.getExpectedServers() + " " + kind)),
                List.of(
                        names(silent),
                        "No sample in the last three intervals: the server, or what collects it, is down."),
                "/",
                "",
                Wording.dashboard("barograph-file-system", rates.getFileSystem()),
                "");
        out.collect(
                new AlertInput.Seen(observation(rates, AlertSource.SILENT_SERVERS, kind, "", silent.size(), story)));
    }

    private static String names(List<String> servers) {
        int more = servers.size() - MOST_NAMES;
        return String.join(", ", servers.subList(0, Math.min(MOST_NAMES, servers.size())))
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
        String page = Wording.dashboard("barograph-file-system", rates.getFileSystem());
        Story full = new Story(
                where + " is " + Wording.percent(fullness.getFullest()) + " full" + by(type),
                List.of(new Fact(
                        "How bad",
                        "mean of " + fullness.getTargets() + " " + kind + "s " + Wording.percent(fullness.getMean()))),
                List.of("The fullest is " + Wording.percent(fullness.getImbalance()) + " above the median."),
                "/",
                "",
                page,
                fullness.getFullestTarget());
        out.collect(
                new AlertInput.Seen(observation(rates, AlertSource.FULLNESS, kind, type, fullness.getFullest(), full)));
        Double days = fullness.getDaysUntilFull();
        String first = fullness.getFirstFullTarget() == null ? kind : fullness.getFirstFullTarget();
        Story soon = new Story(
                first + " of " + rates.getFileSystem() + " will soon be full" + by(type),
                List.of(new Fact(
                        "How bad",
                        days == null ? "it no longer fills up" : Wording.number(days) + " days until it is 90 % full")),
                List.of("At the trend of the last week; the fullest target is at "
                        + Wording.percent(fullness.getFullest()) + "."),
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

    private static Observation observation(
            ServerRates rates, AlertSource source, String part, String type, double value, Story story) {
        long time = rates.getObservedTo().toEpochMilli();
        return new Observation(
                source,
                rates.getFileSystem() + (part.isEmpty() ? "" : "/" + part) + (type.isEmpty() ? "" : "/" + type),
                rates.getFileSystem(),
                type,
                "",
                time,
                rates.getRevision(),
                Observation.Status.MEASURED,
                time,
                0,
                value,
                story);
    }
}
