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

    ServerReader(LustreSampleFactory samples, String host) {
        this.samples = samples;
        this.host = host;
    }

    /**
     * @param time time of the samples; null: each target's own, where it states one
     * @param otherTime time of a target that does not state its own
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
        Optional<Long> networkBytes = texts.text("lnet/stats").flatMap(text -> LnetStatistics.ownBytes(text, problems));
        for (ServerSample sample : hosts) {
            sample.setCpuPercent(cpuPercent);
            sample.setMemoryPercent(memoryPercent);
            networkBytes.ifPresent(sample::setNetworkBytes);
        }
        return hosts;
    }

    /** Share of the memory that is not free, from {@code /proc/meminfo}. Caches count as used, as in LMT. */
    static final class MemoryUse {
        private MemoryUse() {}

        /** @return (MemTotal - MemFree) / MemTotal, percent; null if it is not known */
        static Double percent(ServerText text, ParseProblemHandler problems) {
            try {
                long total = kibibytes(text.lines(), "MemTotal:");
                long free = kibibytes(text.lines(), "MemFree:");
                if (total == 0 || free > total) {
                    throw new NumberFormatException("MemFree is larger than MemTotal");
                }
                return 100.0 * (total - free) / total;
            } catch (NumberFormatException e) {
                problems.report(text.at(0), e.getMessage() + "; the server's memory use is unknown", text.content());
                return null;
            }
        }

        private static long kibibytes(List<String> lines, String name) {
            for (String line : lines) {
                String[] words = line.strip().split("\\s+", -1);
                if (words[0].equals(name) && words.length == 3 && words[2].equals("kB")) {
                    return StatisticsNumbers.count(words[1]);
                }
            }
            throw new NumberFormatException("no line \"" + name + " ... kB\"");
        }
    }

    /**
     * Time of all processors since boot, from the first line of {@code /proc/stat}, in ticks.
     *
     * @param used user, nice, system, interrupts and soft interrupts
     * @param total those, idle and waiting for I/O; as LMT counts it, stolen time is left out
     */
    record ProcessorTimes(long used, long total) {
        private static final int COLUMNS = 7;

        /** @return the times; empty if they are not understood */
        static Optional<ProcessorTimes> parse(ServerText text, ParseProblemHandler problems) {
            List<String> lines = text.lines();
            String line = lines.isEmpty() ? "" : lines.get(0).strip();
            String[] words = line.split("\\s+", -1);
            try {
                if (!words[0].equals("cpu") || words.length <= COLUMNS) {
                    throw new NumberFormatException(
                            "not a line \"cpu user nice system idle iowait irq softirq\"; the server's CPU is unknown");
                }
                long used = 0;
                long total = 0;
                for (int column = 1; column <= COLUMNS; column++) {
                    long ticks = StatisticsNumbers.count(words[column]);
                    boolean idle = column == 4 || column == 5;
                    used = Math.addExact(used, idle ? 0 : ticks);
                    total = Math.addExact(total, ticks);
                }
                return Optional.of(new ProcessorTimes(used, total));
            } catch (NumberFormatException | ArithmeticException e) {
                problems.report(text.at(0), e.getMessage(), line);
                return Optional.empty();
            }
        }

        /**
         * @param earlier an earlier reading; null: since boot. A reading from before a restart of the server counts as none
         * @return share of the time that the processors worked, percent; 0 if no time has passed
         */
        double percentSince(ProcessorTimes earlier) {
            boolean sameBoot = earlier != null && earlier.total <= total && earlier.used <= used;
            long usedSince = sameBoot ? used - earlier.used : used;
            long totalSince = sameBoot ? total - earlier.total : total;
            return totalSince == 0 ? 0 : 100.0 * usedSince / totalSince;
        }
    }
}
