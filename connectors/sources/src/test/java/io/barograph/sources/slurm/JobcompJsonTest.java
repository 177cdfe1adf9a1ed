package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobcompJsonTest {
    /** The fields of a message of the plugin, in its order; names and numbers are made up. */
    static final String END =
            """
            {"jobid":13,"container":"","username":"ada","user_id":1001,"groupname":"users","group_id":100,\
            "@start":"2017-03-20T08:59:02","@end":"2017-03-20T09:11:38","elapsed":756,"partition":"regular",\
            "alloc_node":"login1","nodes":"nid0[5301-5303]","total_cpus":96,"total_nodes":3,"derived_ec":"0:0",\
            "exit_code":"1:0","state":"TIMEOUT","failed_node":"","cpu_hours":20.16,"array_job_id":11,\
            "array_task_id":4,"@submit":"2017-03-20T08:00:00","@eligible":"2017-03-20T08:00:00","@queue_wait":3542,\
            "work_dir":"/home/ada","cluster":"edison","qos":"normal","ntasks":96,"time_limit":720,\
            "job_name":"a|b","account":"m888","script":"#!/bin/sh\\n","parent_accounts":"/root/m888"}""";

    static final String START =
            """
            {"jobid":21,"sluid":"s1","username":null,"user_id":1001,"@start":"2017-03-20T08:59:02Z","partition":"regular",\
            "nodes":"n1","total_nodes":1,"state":null,"het_job_id":20,"het_job_offset":1,"@submit":"2017-03-20T08:00:00",\
            "cluster":"edison","job_name":"het"}""";

    private static final Instant SENT = Instant.parse("2017-03-20T09:11:40Z");

    private final JobEventFactory events = new JobEventFactory(null, note -> {});

    @Test
    void shouldMakeAStartAndAnEndOfTheMessageOfAFinishedJob() throws Exception {
        List<JobEvent> made = events(END);

        assertThat(made.stream().map(JobEvent::getKind)).containsExactly(JobEventKind.START, JobEventKind.END);
        assertThat(made.get(1)).satisfies(end -> {
            assertThat(end.getJobId()).isEqualTo("11_4");
            assertThat(end.getRawJobId()).isEqualTo(13);
            assertThat(end.getArrayJobId()).isEqualTo(11);
            assertThat(end.getArrayTaskId()).isEqualTo(4);
            assertThat(end.getTime()).isEqualTo(Instant.parse("2017-03-20T09:11:38Z"));
            assertThat(end.getStartTime()).isEqualTo(Instant.parse("2017-03-20T08:59:02Z"));
            assertThat(end.getSubmitTime()).isEqualTo(Instant.parse("2017-03-20T08:00:00Z"));
            assertThat(end.getState()).isEqualTo("TIMEOUT");
            assertThat(end.getExitCode()).isEqualTo("1:0");
            assertThat(end.getUser()).isEqualTo("ada");
            assertThat(end.getAccount()).isEqualTo("m888");
            assertThat(end.getPartition()).isEqualTo("regular");
            assertThat(end.getCluster()).isEqualTo("edison");
            assertThat(end.getJobName()).isEqualTo("a|b");
            assertThat(end.getNodes()).isEqualTo(3);
            assertThat(end.getNodeNames()).containsExactly("nid05301", "nid05302", "nid05303");
        });
    }

    @Test
    void shouldMakeNamesOfUsersOfADomainAndOfManyPartitions() throws Exception {
        String partitions = "regular,".repeat(30);
        String message = END.replace("\"ada\"", "\"SITE\\\\ada\"").replace("\"regular\"", '"' + partitions + '"');
        assertThat(events(message)).allSatisfy(event -> {
            assertThat(event.getUser()).isEqualTo("SITE_ada");
            assertThat(event.getPartition()).isEqualTo(partitions.substring(0, 128));
        });
    }

    @Test
    void shouldMakeAStartOfTheMessageOfAJobThatStarts() throws Exception {
        assertThat(events(START)).singleElement().satisfies(start -> {
            assertThat(start.getKind()).isEqualTo(JobEventKind.START);
            assertThat(start.getTime()).isEqualTo(Instant.parse("2017-03-20T08:59:02Z"));
            assertThat(start.getState()).isEqualTo("RUNNING");
            assertThat(start.getJobId()).isEqualTo("20+1");
            assertThat(start.getRawJobId()).isEqualTo(21);
            assertThat(start.getHetJobId()).isEqualTo(20);
            assertThat(start.getHetJobOffset()).isEqualTo(1);
            assertThat(start.getUser()).isEqualTo("1001");
            assertThat(start.getEndTime()).isNull();
        });
    }

    @Test
    void shouldReadTheOlderNamesOfHeterogeneousJobs() throws Exception {
        assertThat(events(END.replace("\"array_job_id\":11", "\"pack_job_id\":20")
                                .replace("\"array_task_id\":4", "\"pack_job_offset\":1"))
                        .get(0)
                        .getJobId())
                .isEqualTo("20+1");
    }

    @Test
    void shouldMakeAStateOfAJobThatWasCancelledWhileItWaited() throws Exception {
        String cancelled = END.replace("\"@start\":\"2017-03-20T08:59:02\"", "\"@start\":\"Unknown\"")
                .replace("TIMEOUT", "CANCELLED")
                .replace("nid0[5301-5303]", "");

        assertThat(events(cancelled)).singleElement().satisfies(event -> {
            assertThat(event.getKind()).isEqualTo(JobEventKind.STATE);
            assertThat(event.getState()).isEqualTo("CANCELLED");
            assertThat(event.getTime()).isEqualTo(SENT);
            assertThat(event.getStartTime()).isNull();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "1",
                "{",
                "{} {}",
                "{}",
                "{\"jobid\":\"x\"}",
                "{\"jobid\":1,\"@end\":\"2017-03-20T09:11:38\"}",
                "{\"jobid\":{}}",
                "{\"jobid\":1,\"@start\":\"noon\"}",
                "{\"jobid\":1,\"nodes\":\"n[1\"}",
                "{\"jobid\":1,\"total_nodes\":99999999999}",
                "{\"jobid\":-1}",
                "{\"jobid\":1.5}",
            })
    void shouldRefuseWhatIsNoSuchMessage(String message) {
        assertThatThrownBy(() -> JobcompJson.parse(message.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(RefusedRecordException.class)
                .message()
                .isNotBlank();
    }

    private List<JobEvent> events(String message) throws RefusedRecordException {
        return events.of(JobcompJson.parse(message.getBytes(StandardCharsets.UTF_8)), SENT, SENT, "edison-0@1");
    }
}
