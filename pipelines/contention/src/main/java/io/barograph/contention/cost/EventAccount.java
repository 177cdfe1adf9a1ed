package io.barograph.contention.cost;

import io.barograph.contention.event.EventSpan;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.ServerNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The jobs of an event: who made its load, who may have, who lost time by it.
 *
 * @param suspects who made its load; null if it is not of load
 * @param candidates jobs that ran meanwhile and whose load is unknown, those with most nodes first; at most {@value
 *     #MAX_CANDIDATES}
 * @param victims who lost time, the dearest first; at most {@value #MAX_VICTIMS}
 * @param otherJobs jobs without a loss of their own, for want of a log or a climate, whose servers say that they were at
 *     work in the event
 * @param otherNodeHours what they lost if they lost as much for what they did as the runs with one
 * @param lostNodeHours estimate over all of them, those others included; NaN while no run in the event has been judged and
 *     no log of metadata operations is known
 * @param known what is known of each job by its id
 */
public record EventAccount(
        LoadSuspects suspects,
        List<ScheduledJob> candidates,
        int candidateJobs,
        List<Victim> victims,
        int victimJobs,
        int otherJobs,
        double otherNodeHours,
        double lostNodeHours,
        Map<String, Double> lostByApplication,
        Map<String, KnownJob> known) {
    public static final int MAX_CANDIDATES = 10;

    public static final int MAX_VICTIMS = 20;

    private static final double MAIN_SHARE = 0.5;
    private static final double MAX_MISSING = 0.1;
    private static final long MINUTE = 60_000;
    private static final double MINUTES_PER_HOUR = 60;
    private static final String UNKNOWN_APPLICATION = "unknown";

    /**
     * A job.
     *
     * @param application its application or program; empty if not known
     * @param nodes its nodes; 0 if not known
     */
    public record KnownJob(String application, String user, int nodes) {
        private static final KnownJob UNKNOWN = new KnownJob("", "", 0);

        public KnownJob with(KnownJob better) {
            return new KnownJob(
                    better.application.isEmpty() ? application : better.application,
                    better.user.isEmpty() ? user : better.user,
                    better.nodes == 0 ? nodes : better.nodes);
        }
    }

    /** A run that lost time. */
    public record Victim(KnownRun run, int nodes, EventLoss loss) {}

    /**
     * @param now the present, milliseconds since the epoch
     * @param minutes what job statistics say of its time, in the order of time
     * @param jobs what the scheduler says, by job
     * @param harms all events that harmed the file system about that time, this one included if it did
     */
    public static EventAccount of(
            TrackedEvent event,
            long now,
            Collection<JobMinuteLoad> minutes,
            Collection<KnownRun> runs,
            Map<String, ScheduledJob> jobs,
            List<TrackedEvent> harms) {
        EventSpan span = event.span(now);
        List<KnownRun> concerned = runs.stream()
                .filter(run -> span.overlapMicros(run.startMicros(), run.endMicros()) > 0)
                .sorted(Comparator.comparing(KnownRun::identity))
                .toList();
        boolean isOfLoad = event.kind() == EventKind.TRANSIENT
                || event.kind() == EventKind.SUSTAINED
                || event.kind() == EventKind.CONTENTION;
        LoadSuspects suspects = isOfLoad ? suspects(event, span, minutes, concerned) : null;
        Map<String, KnownJob> known = known(minutes, concerned);
        List<ScheduledJob> candidates = isOfLoad ? candidates(span, known.keySet(), jobs.values()) : List.of();
        known.replaceAll((id, already) -> {
            ScheduledJob job = jobs.get(id);
            return job == null ? already : new KnownJob("", job.user(), job.nodes()).with(already);
        });
        List<Victim> victims = new ArrayList<>();
        double lost = Double.NaN;
        Map<String, Double> others = Map.of();
        if (event.isHarm()) {
            String culprit = culprit(suspects);
            Map<String, JobWork> works = works(event.type(), span, minutes, known);
            if (culprit != null) {
                works.remove(culprit);
            }
            double work = 0;
            for (KnownRun run : concerned) {
                int nodes = known.getOrDefault(run.jobId(), KnownJob.UNKNOWN).nodes();
                EventLoss loss = loss(run, nodes, event, harms, now);
                if (!Double.isNaN(loss.lostNodeHours()) && !run.jobId().equals(culprit)) {
                    lost = Double.isNaN(lost) ? loss.lostNodeHours() : lost + loss.lostNodeHours();
                    JobWork ofJob = works.remove(run.jobId());
                    work += ofJob == null ? 0 : ofJob.amount;
                    if (loss.lostSeconds() > 0) {
                        victims.add(new Victim(run, nodes, loss));
                    }
                }
            }
            others = losses(works, lost / work);
        }
        victims.sort(
                Comparator.comparingDouble((Victim victim) -> -victim.loss().lostNodeHours())
                        .thenComparing(victim -> victim.run().identity()));
        Map<String, Double> byApplication = new TreeMap<>();
        victims.forEach(victim -> byApplication.merge(
                named(victim.run().application()), victim.loss().lostNodeHours(), Double::sum));
        others.forEach((jobId, nodeHours) ->
                byApplication.merge(named(known.get(jobId).application()), nodeHours, Double::sum));
        double otherNodeHours =
                others.values().stream().mapToDouble(Double::doubleValue).sum();
        return new EventAccount(
                suspects,
                candidates.stream().limit(MAX_CANDIDATES).toList(),
                candidates.size(),
                victims.stream().limit(MAX_VICTIMS).toList(),
                victims.size(),
                others.size(),
                otherNodeHours,
                lost + otherNodeHours,
                byApplication,
                known);
    }

    /**
     * What a job did in an event.
     *
     * @param nodeHours its nodes times the minutes in which it was at work, as far as they lie in the event
     * @param amount what its loss is in proportion to: metadata operations if they were slow, else the node-hours
     */
    private record JobWork(double nodeHours, double amount) {
        JobWork plus(JobWork other) {
            return new JobWork(nodeHours + other.nodeHours, amount + other.amount);
        }
    }

    /** By job; of jobs whose nodes are known. */
    private static Map<String, JobWork> works(
            EventType type, EventSpan span, Collection<JobMinuteLoad> minutes, Map<String, KnownJob> known) {
        Map<String, JobWork> works = new TreeMap<>();
        for (JobMinuteLoad minute : minutes) {
            long begin = minute.begin() * 1000;
            double part = span.partOf(begin, begin + MINUTE * 1000);
            double amount = type == EventType.METADATA ? minute.operations() : bytes(minute);
            double nodeHours = part * known.get(minute.jobId()).nodes() / MINUTES_PER_HOUR;
            if (minute.server().isEmpty() && amount > 0 && nodeHours > 0) {
                JobWork work = new JobWork(nodeHours, type == EventType.METADATA ? part * amount : nodeHours);
                works.merge(minute.jobId(), work, JobWork::plus);
            }
        }
        return works;
    }

    /**
     * @param ratio node-hours that those with a log lost / what they did; NaN or infinite if nothing is known of one of them
     * @return node-hours that the others lost, at most all that they were at work, by job; empty if nothing can be said
     */
    private static Map<String, Double> losses(Map<String, JobWork> works, double ratio) {
        Map<String, Double> losses = new TreeMap<>();
        if (ratio > 0 && Double.isFinite(ratio)) {
            works.forEach((jobId, work) -> losses.put(jobId, Math.min(work.nodeHours, ratio * work.amount)));
        }
        return losses;
    }

    /** An empty name would stand for all applications where costs are stored. */
    private static String named(String application) {
        return application.isEmpty() ? UNKNOWN_APPLICATION : application;
    }

    private static EventLoss loss(KnownRun run, int nodes, TrackedEvent event, List<TrackedEvent> harms, long now) {
        List<LostTime.Harm> all = new ArrayList<>();
        all.add(harm(event, now));
        for (TrackedEvent other : harms) {
            LostTime.Harm harm = harm(other, now);
            if (!other.identity().equals(event.identity())
                    && harm.span().overlapMicros(run.startMicros(), run.endMicros()) > 0) {
                all.add(harm);
            }
        }
        return LostTime.of(run.victim(nodes), all).get(0);
    }

    private static LostTime.Harm harm(TrackedEvent event, long now) {
        return new LostTime.Harm(
                event.span(now), event.type() == EventType.METADATA ? event.waitFraction() : Double.NaN);
    }

    /** Who made most of the load does not lose by it. */
    private static String culprit(LoadSuspects suspects) {
        if (suspects == null || suspects.top().isEmpty()) {
            return null;
        }
        LoadSuspect first = suspects.top().get(0);
        double share = Double.isNaN(first.share()) ? first.amount() / suspects.attributed() : first.share();
        return share >= MAIN_SHARE ? first.jobId() : null;
    }

    private static LoadSuspects suspects(
            TrackedEvent event, EventSpan span, Collection<JobMinuteLoad> minutes, List<KnownRun> runs) {
        LoadAttribution attribution = new LoadAttribution(span);
        EventType type = event.type();
        Set<String> servers = type == EventType.HOTSPOT ? reported(event, minutes) : Set.of("");
        int knownMinutes = 0;
        long latest = Long.MIN_VALUE;
        double missing = 0;
        int rows = 0;
        for (JobMinuteLoad minute : minutes) {
            long begin = minute.begin() * 1000;
            long end = (minute.begin() + MINUTE) * 1000;
            if (servers.contains(minute.server()) && span.overlapMicros(begin, end) > 0) {
                knownMinutes += minute.begin() > latest ? 1 : 0;
                latest = minute.begin();
                missing += minute.missingFraction();
                rows++;
                attribution.addJobStatistics(minute.jobId(), begin, end, amount(type, minute));
            }
        }
        boolean onServers = !servers.contains("");
        for (KnownRun run : onServers ? List.<KnownRun>of() : runs) {
            if (type == EventType.READ || type == EventType.HOTSPOT) {
                run.reads()
                        .forEach(io ->
                                attribution.addLog(run.jobId(), io.beginMicros(), io.endMicros(), (double) io.bytes()));
            }
            if (type == EventType.WRITE || type == EventType.HOTSPOT) {
                run.writes()
                        .forEach(io ->
                                attribution.addLog(run.jobId(), io.beginMicros(), io.endMicros(), (double) io.bytes()));
            }
        }
        double expected = (span.toMicros() - span.fromMicros()) / 1e3 / MINUTE;
        boolean isComplete = knownMinutes >= (1 - MAX_MISSING) * expected && missing <= MAX_MISSING * rows;
        return attribution.suspects(onServers ? bytes(event) : total(event), isComplete);
    }

    private static double bytes(TrackedEvent event) {
        return event.moved().readBytes() + event.moved().writeBytes();
    }

    /** @return the servers of a hotspot of whose jobs something is known; if that is none, all servers as one */
    private static Set<String> reported(TrackedEvent hotspot, Collection<JobMinuteLoad> minutes) {
        Set<String> servers = new HashSet<>();
        hotspot.servers().forEach(server -> servers.add(ServerNames.withinFileSystem(server)));
        servers.retainAll(minutes.stream().map(JobMinuteLoad::server).collect(Collectors.toSet()));
        return servers.isEmpty() ? Set.of("") : servers;
    }

    private static double amount(EventType type, JobMinuteLoad minute) {
        return switch (type) {
            case READ -> minute.readBytes();
            case WRITE -> minute.writeBytes();
            case METADATA -> minute.operations();
            default -> bytes(minute);
        };
    }

    private static double bytes(JobMinuteLoad minute) {
        return (double) minute.readBytes() + minute.writeBytes();
    }

    /** Where jobs are not known by server, there is nothing to divide the amounts of a hotspot by. */
    private static double total(TrackedEvent event) {
        return switch (event.type()) {
            case READ -> event.moved().readBytes();
            case WRITE -> event.moved().writeBytes();
            case METADATA -> event.moved().operations();
            default -> Double.NaN;
        };
    }

    private static List<ScheduledJob> candidates(EventSpan span, Set<String> knownJobs, Collection<ScheduledJob> jobs) {
        return jobs.stream()
                .filter(job -> job.ranIn(span) && !knownJobs.contains(job.jobId()))
                .sorted(Comparator.comparingInt(ScheduledJob::nodes).reversed().thenComparing(ScheduledJob::jobId))
                .toList();
    }

    /** What the jobs report themselves; a job is in each minute that it ran, so that most say nothing new. */
    private static Map<String, KnownJob> known(Collection<JobMinuteLoad> minutes, List<KnownRun> runs) {
        Map<String, KnownJob> known = new HashMap<>();
        for (JobMinuteLoad minute : minutes) {
            KnownJob already = known.get(minute.jobId());
            if (already == null) {
                known.put(minute.jobId(), new KnownJob(minute.executable(), minute.user(), 0));
            } else if (!already.application().equals(minute.executable())
                    || !already.user().equals(minute.user())) {
                known.put(minute.jobId(), already.with(new KnownJob(minute.executable(), minute.user(), 0)));
            }
        }
        runs.forEach(run ->
                known.merge(run.jobId(), new KnownJob(run.application(), run.user(), run.nodes()), KnownJob::with));
        return known;
    }
}
