package io.barograph.sources.slurm;

import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.admission.NameRule;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Makes events of what Slurm says of a job. */
final class JobEventFactory {
    private final Path coordinatesFile;
    private final Consumer<String> notes;
    private NodeCoordinates coordinates;
    private boolean unknownNodesNoted;

    /**
     * @param coordinatesFile where the nodes are, read with the first job; null if that is not known
     * @param notes called, once, if nodes are not in that file
     */
    JobEventFactory(Path coordinatesFile, Consumer<String> notes) {
        this.coordinatesFile = coordinatesFile;
        this.notes = notes;
    }

    /**
     * @param publishedAt time of publication; null for a recording, whose events count as published at their own time
     * @return a START if the job has started, an END if it has ended; a STATE if it waits, or is neither waiting,
     *     running nor ended (suspended, for instance), or was cancelled before it started
     */
    List<JobEvent> of(SlurmJob job, Instant observed, Instant publishedAt, String source) {
        List<JobEvent> events = new ArrayList<>();
        JobEvent.Builder event = event(job, source);
        if (job.hasRun()) {
            events.add(at(event, JobEventKind.START, job.start(), publishedAt));
        }
        if (job.hasEnded() && job.hasRun()) {
            events.add(at(event, JobEventKind.END, job.end(), publishedAt));
        } else if (!job.hasRun() || !job.state().name().equals("RUNNING")) {
            events.add(at(event, JobEventKind.STATE, observed, publishedAt));
        }
        return events;
    }

    private static JobEvent at(JobEvent.Builder event, JobEventKind kind, Instant time, Instant publishedAt) {
        return event.setKind(kind)
                .setTime(time)
                .setPublishedAt(publishedAt == null ? time : publishedAt)
                .build();
    }

    private JobEvent.Builder event(SlurmJob job, String source) {
        SlurmJobId id = job.id();
        JobEvent.Builder event = JobEvent.newBuilder()
                .setJobId(id.text())
                .setState(job.state().name())
                .setExitCode(job.exitCode())
                .setSubmitTime(job.submit())
                .setStartTime(job.hasRun() ? job.start() : null)
                .setEndTime(job.hasEnded() ? job.end() : null)
                .setUser(name(job.user()))
                .setAccount(name(job.account()))
                .setPartition(name(job.partition()))
                .setCluster(job.cluster())
                .setJobName(job.name())
                .setNodes(job.nodes())
                .setNodeNames(job.nodeNames() == null || job.nodeNames().isEmpty() ? null : job.nodeNames())
                .setRawJobId(job.rawId())
                .setArrayJobId(id.array() ? Long.valueOf(id.number()) : null)
                .setArrayTaskId(id.arrayTask())
                .setHetJobId(job.hetJobId())
                .setHetJobOffset(id.component())
                .setRestarts(job.restarts())
                .setCollector("slurm")
                .setSource(source);
        radius(job).ifPresent(radius -> event.setMinRadius(radius.min())
                .setMeanRadius(radius.mean())
                .setMaxRadius(radius.max()));
        return event;
    }

    /** Users of a Windows domain have a backslash in their names, and a job may wait for a hundred partitions. */
    private static String name(String text) {
        return text == null ? null : NameRule.name(text);
    }

    private Optional<NodeCoordinates.Radius> radius(SlurmJob job) {
        if (coordinates == null) {
            coordinates =
                    coordinatesFile == null ? new NodeCoordinates(Map.of()) : NodeCoordinates.read(coordinatesFile);
        }
        if (coordinates.coordinates().isEmpty()
                || job.nodeNames() == null
                || job.nodeNames().isEmpty()) {
            return Optional.empty();
        }
        Optional<NodeCoordinates.Radius> radius = coordinates.radius(job.nodeNames());
        if (radius.isEmpty() && !unknownNodesNoted) {
            Set<String> unknown = coordinates.unknown(job.nodeNames());
            notes.accept("the file of node coordinates lacks " + unknown.size() + " nodes of job "
                    + job.id().text() + ", " + unknown.iterator().next()
                    + " for instance; such jobs have no radius");
            unknownNodesNoted = true;
        }
        return radius;
    }
}
