package io.barograph.contention.operators;

import io.barograph.contention.EventSentences;
import io.barograph.contention.EventSignature;
import io.barograph.contention.SimilarEvents;
import io.barograph.contention.cost.EventAccount;
import io.barograph.contention.cost.EventAccount.KnownJob;
import io.barograph.contention.cost.EventCost;
import io.barograph.contention.cost.ScheduledJob;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.Candidate;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.Victim;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Optional;

final class ContentionRecords {
    private static final int MAX_SERVERS = 100;

    private ContentionRecords() {}

    /** The next record of an event; empty if it would say the same as the last one. */
    static Optional<ContentionEvent> of(
            String fileSystem,
            long time,
            TrackedEvent event,
            EventAccount account,
            EventSignature signature,
            SimilarEvents similar) {
        ContentionEvent.Builder record = ContentionEvent.newBuilder()
                .setKind(event.kind())
                .setType(event.type())
                .setFileSystem(fileSystem)
                .setServer(event.server())
                .setServers(event.servers().stream().limit(MAX_SERVERS).toList())
                .setServerCount(event.servers().size())
                .setOnset(Instant.ofEpochMilli(event.onset()))
                .setState(event.isOpen() ? EventState.UPDATED : EventState.CLOSED)
                .setDecidedAt(Instant.EPOCH)
                .setOpenedAt(Instant.ofEpochMilli(event.openedAt()))
                .setStart(Instant.ofEpochMilli(event.start()))
                .setPeak(instant(event.peak()))
                .setEnd(instant(event.end()))
                .setMergedInto(instant(event.mergedInto()))
                .setEvidence(new ArrayList<>(event.evidence()))
                .setThreshold(known(event.threshold()))
                .setProvisionalThreshold(event.isProvisional())
                .setPeakPerSecond(known(event.peakPerSecond()))
                .setFullness(known(event.fullness()))
                .setWorstSlowdown(known(event.worstSlowdown()))
                .setWorstOperation(textOrNull(event.worstOperation()))
                .setSentence(EventSentences.of(event, account, similar));
        if (event.kind() != EventKind.CAPACITY) {
            record.setReadBytes(Math.round(event.moved().readBytes()))
                    .setWriteBytes(Math.round(event.moved().writeBytes()))
                    .setMetadataOperations(event.moved().operations())
                    .setMissingFraction(known(event.moved().missingFraction()));
        }
        setJobs(record, account);
        if (signature != null) {
            record.setDominantPeriodSeconds(known(signature.periodSeconds()))
                    .setSimilarEvents(similar.number())
                    .setSimilarApplication(similar.application())
                    .setSimilarByApplication(similar.byApplication())
                    .setSimilarOnsets(
                            similar.onsets().stream().map(Instant::ofEpochMilli).toList());
        }
        if (!event.markEmitted(record.build().hashCode())) {
            return Optional.empty();
        }
        if (event.isOpen() && event.revision() == 1) {
            record.setState(EventState.OPENED);
        }
        return Optional.of(record.setRevision(event.revision())
                .setDecidedAt(Instant.ofEpochMilli(time))
                .build());
    }

    private static void setJobs(ContentionEvent.Builder record, EventAccount account) {
        if (account.suspects() != null) {
            record.setSuspects(account.suspects().top().stream()
                            .map(suspect -> suspect(suspect, account))
                            .toList())
                    .setUnattributedShare(known(account.suspects().unattributedShare()));
        }
        record.setCandidates(account.candidates().stream()
                        .map(ContentionRecords::candidate)
                        .toList())
                .setCandidateJobs(account.candidateJobs())
                .setVictims(account.victims().stream()
                        .map(ContentionRecords::victim)
                        .toList())
                .setVictimJobs(account.victimJobs())
                .setOtherVictimJobs(account.otherJobs())
                .setOtherLostNodeHours(account.otherJobs() == 0 ? null : account.otherNodeHours())
                .setLostNodeHours(known(account.lostNodeHours()));
    }

    private static Suspect suspect(io.barograph.contention.cost.LoadSuspect suspect, EventAccount account) {
        KnownJob job = account.known().get(suspect.jobId());
        return Suspect.newBuilder()
                .setJobId(suspect.jobId())
                .setApplication(job == null ? null : textOrNull(job.application()))
                .setUser(job == null ? null : textOrNull(job.user()))
                .setNodes(job == null ? null : countOrNull(job.nodes()))
                .setAmount(suspect.amount())
                .setShare(known(suspect.share()))
                .setSource(suspect.source())
                .build();
    }

    private static Candidate candidate(ScheduledJob job) {
        return Candidate.newBuilder()
                .setJobId(job.jobId())
                .setUser(textOrNull(job.user()))
                .setNodes(countOrNull(job.nodes()))
                .build();
    }

    private static Victim victim(EventAccount.Victim victim) {
        return Victim.newBuilder()
                .setJobId(victim.run().jobId())
                .setApplication(textOrNull(victim.run().application()))
                .setUser(textOrNull(victim.run().user()))
                .setNodes(countOrNull(victim.nodes()))
                .setStartTime(Instant.EPOCH.plus(victim.run().startMicros(), ChronoUnit.MICROS))
                .setOverlapSeconds(victim.loss().overlapSeconds())
                .setExcessSeconds(known(victim.loss().excessSeconds()))
                .setLostSeconds(known(victim.loss().lostSeconds()))
                .setLostNodeHours(known(victim.loss().lostNodeHours()))
                .build();
    }

    /** What events of a day or month have cost. */
    static ContentionEvent of(String fileSystem, long time, EventCost cost, int revision) {
        return ContentionEvent.newBuilder()
                .setKind(EventKind.COST)
                .setType(EventType.ALL)
                .setFileSystem(fileSystem)
                .setOnset(Instant.ofEpochMilli(cost.period().from()))
                .setUntil(Instant.ofEpochMilli(cost.period().until()))
                .setApplication(cost.application())
                .setState(revision == 1 ? EventState.OPENED : EventState.UPDATED)
                .setRevision(revision)
                .setDecidedAt(Instant.ofEpochMilli(time))
                .setLostNodeHours(cost.nodeHours())
                .setEvents(cost.events())
                .setSentence(EventSentences.of(cost))
                .build();
    }

    /** Application of the first suspect; null if not known. */
    static String mainApplication(EventAccount account) {
        if (account.suspects() == null || account.suspects().top().isEmpty()) {
            return null;
        }
        KnownJob job = account.known().get(account.suspects().top().get(0).jobId());
        return job == null ? null : textOrNull(job.application());
    }

    private static Instant instant(long millis) {
        return millis == TrackedEvent.NONE ? null : Instant.ofEpochMilli(millis);
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static String textOrNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Integer countOrNull(int count) {
        return count == 0 ? null : count;
    }
}
