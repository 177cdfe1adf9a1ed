package io.barograph.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
    private static final Instant TIME = Instant.parse("2018-02-09T08:00:05Z");

    static {
        AvroCodec.of(JobSummary.class); // makes Avro trust the records
    }

    private static ServerSample.Builder sample() {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("scratch-OST0001")
                .setKind(ServerKind.OST)
                .setTime(TIME)
                .setPublishedAt(TIME.plusMillis(120))
                .setIntervalMillis(5_000);
    }

    @Test
    void shouldWriteAllFieldsInTheOrderOfTheSchemaWithNullsKept() throws Exception {
        String line =
                JsonLines.line(sample().setReadBytes(9_007_199_254_740_993L).build());
        assertThat(line)
                .startsWith(
                        "{\"fileSystem\":\"scratch\",\"server\":\"scratch-OST0001\",\"host\":null,\"kind\":\"OST\","
                                + "\"time\":\"2018-02-09T08:00:05Z\",\"publishedAt\":\"2018-02-09T08:00:05.120Z\","
                                + "\"intervalMillis\":5000,\"collector\":\"\",\"readBytes\":9007199254740993,\"writeBytes\":null,")
                .doesNotContain("\n");
        JsonNode json = new ObjectMapper().readTree(line);
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactlyElementsOf(ServerSample.getClassSchema().getFields().stream()
                        .map(Schema.Field::name)
                        .toList());
    }

    @Test
    void shouldWriteDoublesAsTheShortestDecimalThatReadsBack() {
        // Double.toString of Java 17 writes 2.0E23 as 1.9999999999999998E23.
        for (String shortest : List.of("0.1", "0.3333333333333333", "1.17", "100.0", "2.0E23", "8.41E21", "4.9E-324")) {
            double value = Double.parseDouble(shortest);
            assertThat(JsonLines.line(sample().setCpuPercent(value).build()))
                    .contains("\"cpuPercent\":" + shortest + ",");
        }
        assertThat(JsonLines.line(sample().setCpuPercent(Double.NaN).build())).contains("\"cpuPercent\":\"NaN\",");
    }

    @Test
    void shouldWriteEqualMapsAlikeWhateverTheirOrder() {
        Map<String, Long> operations = new LinkedHashMap<>();
        operations.put("open", 2L);
        operations.put("close", 1L);
        assertThat(JsonLines.line(sample().setMetadataOperations(operations).build()))
                .contains("\"metadataOperations\":{\"close\":1,\"open\":2}");
    }

    @Test
    void shouldWriteNestedRecordsArraysAndBytes() {
        FileSystemUse use = FileSystemUse.newBuilder()
                .setFileSystem("scratch")
                .setResolved(true)
                .setMountPoint("/scratch \"1\"")
                .setReadBytes(1)
                .setWriteBytes(2)
                .setReads(3)
                .setWrites(4)
                .setOpens(5)
                .setOsts(List.of(0, 7))
                .build();
        assertThat(JsonLines.line(use))
                .contains("\"resolved\":true,\"mountPoint\":\"/scratch \\\"1\\\"\"")
                .contains("\"osts\":[0,7]");
        JobSummary summary = JobSummary.newBuilder()
                .setJobId("1234")
                .setExecutable("ior")
                .setStartTime(TIME)
                .setEndTime(TIME.plusSeconds(60))
                .setRunTimeSeconds(61)
                .setProcesses(16)
                .setCollectedAt(TIME.plusSeconds(60))
                .setFileSystems(List.of(use))
                .build();
        assertThat(JsonLines.line(summary))
                .contains("\"fileSystems\":[" + JsonLines.line(use) + "]")
                .contains("\"modules\":[]");

        DeadLetter letter = DeadLetter.newBuilder()
                .setSource("server-polls")
                .setOrigin("file:1")
                .setComponent("test")
                .setReason("refused")
                .setTime(TIME)
                .setPayload(ByteBuffer.wrap(new byte[] {(byte) 0xC3, 1}))
                .setPayloadBytes(2)
                .build();
        String line = JsonLines.line(letter);
        assertThat(line).contains("\"payload\":\"wwE=\"");
        assertThat(JsonLines.line(letter))
                .as("the payload can be written again")
                .isEqualTo(line);
    }

    @Test
    void shouldWriteOneObjectALine(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("new/server-polls.jsonl");
        ServerSample first = sample().build();
        ServerSample second = sample().setCollector("two\nlines, \u00e9").build();
        try (JsonLines lines = JsonLines.to(file)) {
            lines.write(first);
            lines.write(second);
        }
        assertThat(file).hasContent(JsonLines.line(first) + "\n" + JsonLines.line(second) + "\n");
        assertThat(file).content().contains("two\\nlines, \u00e9").endsWith("}\n");
    }
}
