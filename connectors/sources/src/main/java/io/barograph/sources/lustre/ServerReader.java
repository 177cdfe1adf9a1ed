package io.barograph.sources.lustre;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.lustre.TargetReader.TargetReading;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads one server: a sample of each target, and for each file system one of the OSS and one of the MDS that the host is.
 * It remembers the processor times of the last reading, because the load is that of the time between two readings.
 */
final class ServerReader {
    private final LustreSampleFactory samples;
    private final String host;
    private ProcessorTimes processors;

    /**
     * @param samples makes samples
     * @param host name of the server
     */
    ServerReader(LustreSampleFactory samples, String host) {
        this.samples = samples;
        this.host = host;
    }

    /**
     * @param texts texts of the server
     * @param time time of the samples; null: each target's own, where it states one
     * @param otherTime time of a target that does not state its own
     * @param problems takes what is not understood
     * @return the samples, not yet published; empty if the server serves no target
     */
    List<ServerSample> read(ServerTexts texts, Instant time, Instant otherTime, ParseProblemHandler problems) {
        TargetReader reader = new TargetReader(texts, problems, samples, host);
        List<TargetReading> targets = new ArrayList<>();
        TargetReader.served(texts, ServerKind.OST, problems).forEach(target -> targets.add(reader.ost(target)));
        TargetReader.served(texts, ServerKind.MDT, problems).forEach(target -> targets.add(reader.mdt(target)));
        Map<String, ServerSample> hosts = new TreeMap<>();
        List<ServerSample> all = new ArrayList<>();
        for (TargetReading target : targets) {
            Instant own = Objects.requireNonNullElse(target.time(), otherTime);
            target.sample().setTime((time == null ? own : time).truncatedTo(ChronoUnit.MILLIS));
            all.add(target.sample());
            hosts.merge(
                    LustreSampleFactory.hostKind(target.name().kind()) + "/"
                            + target.sample().getFileSystem(),
                    hostSample(target),
                    ServerReader::later);
        }
        all.addAll(withLoad(texts, List.copyOf(hosts.values()), problems));
        return all;
    }

    private ServerSample hostSample(TargetReading target) {
        ServerSample sample = samples.host(
                target.name().fileSystem(),
                host,
                LustreSampleFactory.hostKind(target.name().kind()));
        sample.setTime(target.sample().getTime());
        return sample;
    }

    private static ServerSample later(ServerSample one, ServerSample other) {
        return one.getTime().compareTo(other.getTime()) >= 0 ? one : other;
    }

    private List<ServerSample> withLoad(ServerTexts texts, List<ServerSample> hosts, ParseProblemHandler problems) {
        Optional<ProcessorTimes> now = texts.text("proc/stat").flatMap(text -> ProcessorTimes.parse(text, problems));
        Double cpuPercent = now.map(times -> times.percentSince(processors)).orElse(null);
        now.ifPresent(times -> processors = times);
        Double memoryPercent = texts.text("proc/meminfo")
                .map(text -> MemoryUse.percent(text, problems))
                .orElse(null);
        Optional<LnetStatistics> network =
                texts.text("lnet/stats").flatMap(text -> LnetStatistics.parse(text, problems));
        for (ServerSample sample : hosts) {
            sample.setCpuPercent(cpuPercent);
            sample.setMemoryPercent(memoryPercent);
            network.ifPresent(lnet -> sample.setNetworkBytes(lnet.ownBytes()));
        }
        return hosts;
    }
}
