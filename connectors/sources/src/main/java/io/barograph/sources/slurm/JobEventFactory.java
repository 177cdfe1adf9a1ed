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
     * @param job what Slurm says of the job; its times also where they are only expected, no names of nodes where it has
     *     none, null where Slurm does not say; is changed
     * @param publishedAt time of publication; null for a recording, whose events count as published at their own time
     * @return a START if the job has started, an END if it has ended; a STATE if it waits, or is neither waiting,
     *     running nor ended (suspended, for instance), or was cancelled before it started
     */
    List<JobEvent> of(JobEvent.Builder job, Instant observed, Instant publishedAt, String source) {
        SlurmState state = new SlurmState(job.getState());
        List<String> nodes = job.getNodeNames();
        boolean hasNoNodes = nodes != null && nodes.isEmpty();
        // A job that was cancelled while it waited has times, but never had nodes.
        boolean hasRun = job.getStartTime() != null && state.hasStarted() && !(state.hasEnded() && hasNoNodes);
        boolean hasEnded = job.getEndTime() != null && state.hasEnded();
        job.setStartTime(hasRun ? job.getStartTime() : null)
                .setEndTime(hasEnded ? job.getEndTime() : null)
                .setUser(name(job.getUser()))
                .setAccount(name(job.getAccount()))
                .setPartition(name(job.getPartition()))
                .setNodeNames(hasNoNodes ? null : nodes)
                .setCollector("slurm")
                .setSource(source);
        radius(job).ifPresent(radius -> job.setMinRadius(radius.min())
                .setMeanRadius(radius.mean())
                .setMaxRadius(radius.max()));
        List<JobEvent> events = new ArrayList<>();
        if (hasRun) {
            events.add(at(job, JobEventKind.START, job.getStartTime(), publishedAt));
        }
        if (hasEnded && hasRun) {
            events.add(at(job, JobEventKind.END, job.getEndTime(), publishedAt));
        } else if (!hasRun || !state.name().equals("RUNNING")) {
            events.add(at(job, JobEventKind.STATE, observed, publishedAt));
        }
        return events;
    }

    private static JobEvent at(JobEvent.Builder event, JobEventKind kind, Instant time, Instant publishedAt) {
        return event.setKind(kind)
                .setTime(time)
                .setPublishedAt(publishedAt == null ? time : publishedAt)
                .build();
    }

    /** Users of a Windows domain have a backslash in their names, and a job may wait for a hundred partitions. */
    private static String name(String text) {
        return text == null ? null : NameRule.name(text);
    }

    private Optional<NodeCoordinates.Radius> radius(JobEvent.Builder job) {
        if (coordinates == null) {
            coordinates =
                    coordinatesFile == null ? new NodeCoordinates(Map.of()) : NodeCoordinates.read(coordinatesFile);
        }
        if (coordinates.coordinates().isEmpty() || job.getNodeNames() == null) {
            return Optional.empty();
        }
        Optional<NodeCoordinates.Radius> radius = coordinates.radius(job.getNodeNames());
        if (radius.isEmpty() && !unknownNodesNoted) {
            Set<String> unknown = coordinates.unknown(job.getNodeNames());
            notes.accept("the file of node coordinates lacks " + unknown.size() + " nodes of job "
                    + job.getJobId() + ", " + unknown.iterator().next()
                    + " for instance; such jobs have no radius");
            unknownNodesNoted = true;
        }
        return radius;
    }
}
