package io.barograph.sources.slurm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.JobEvent;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Messages of Slurm's plugin {@code jobcomp/kafka}: one JSON object per job, at its end and, since Slurm 25.05 and where
 * the site has {@code enable_job_start}, at its start, to a topic of its own. Times are UTC without a zone. A message of a
 * start has no {@code @end}, {@code elapsed}, {@code exit_code} and no state.
 *
 * <p>Source: {@code src/plugins/jobcomp/common/jobcomp_common.c} of Slurm.
 */
final class JobcompJson {
    private static final int MAX_DEPTH = 16;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final SlurmTime TIMES = new SlurmTime(ZoneOffset.UTC);

    private JobcompJson() {}

    /**
     * @return what it says of the job, as {@link JobEventFactory} takes it; of a start the state is RUNNING
     * @throws RefusedRecordException if it cannot be understood
     */
    static JobEvent.Builder parse(byte[] message) throws RefusedRecordException {
        JsonNode record = read(message);
        if (record == null || !record.isObject()) {
            throw new RefusedRecordException("no JSON object of Slurm's plugin jobcomp/kafka");
        }
        Long rawId = number(record, "jobid");
        if (rawId == null) {
            throw new RefusedRecordException("the field jobid is missing");
        }
        Instant end = time(record, "@end");
        boolean starts = !record.hasNonNull("@end") && !record.hasNonNull("elapsed");
        String state = text(record, "state");
        if (state == null && !starts) {
            throw new RefusedRecordException("the field state is missing");
        }
        Long hetJobId = number(record, record.has("het_job_id") ? "het_job_id" : "pack_job_id");
        Long component = number(record, record.has("het_job_offset") ? "het_job_offset" : "pack_job_offset");
        String nodes = text(record, "nodes");
        String user = text(record, "username");
        return SlurmJobId.parse(id(rawId, record, hetJobId, component))
                .event()
                .setRawJobId(rawId)
                .setHetJobId(component == null ? null : hetJobId)
                .setState(starts ? "RUNNING" : SlurmState.parse(state).name())
                .setExitCode(text(record, "exit_code"))
                .setSubmitTime(time(record, "@submit"))
                .setStartTime(time(record, "@start"))
                .setEndTime(end)
                .setUser(user == null ? text(record, "user_id") : user)
                .setAccount(text(record, "account"))
                .setPartition(text(record, "partition"))
                .setCluster(text(record, "cluster"))
                .setJobName(text(record, "job_name"))
                .setNodes(SacctText.small("total_nodes", number(record, "total_nodes")))
                .setNodeNames(Hostlist.expand(nodes == null ? "" : nodes))
                .setRestarts(0);
    }

    private static JsonNode read(byte[] message) throws RefusedRecordException {
        if (message == null) {
            throw new RefusedRecordException("the message is empty");
        }
        try {
            return MAPPER.readTree(message);
        } catch (JsonProcessingException e) {
            throw new RefusedRecordException("no JSON: " + TextShortener.of(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new RefusedRecordException("no JSON: " + TextShortener.of(String.valueOf(e.getMessage())));
        }
    }

    private static String id(Long rawId, JsonNode record, Long hetJobId, Long component) throws RefusedRecordException {
        Long arrayJobId = number(record, "array_job_id");
        Long arrayTaskId = number(record, "array_task_id");
        if (arrayJobId != null && arrayTaskId != null) {
            return arrayJobId + "_" + arrayTaskId;
        }
        return hetJobId != null && component != null ? hetJobId + "+" + component : Long.toString(rawId);
    }

    /** Null where it is missing, null or empty. */
    private static String text(JsonNode record, String field) throws RefusedRecordException {
        JsonNode value = record.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (value.isContainerNode()) {
            throw new RefusedRecordException("the field " + field + " is neither text nor number");
        }
        String text = value.asText().strip();
        return text.isEmpty() ? null : text;
    }

    private static Instant time(JsonNode record, String field) throws RefusedRecordException {
        String text = text(record, field);
        return text == null ? null : TIMES.parse(field, text);
    }

    private static Long number(JsonNode record, String field) throws RefusedRecordException {
        String text = text(record, field);
        return text == null ? null : SacctText.number(field, text);
    }
}
