package io.barograph.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** What the tests ask of a cluster's REST interface. */
final class FlinkRest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    private final URI address;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    FlinkRest(URI address) {
        this.address = address;
    }

    /** @return id of the uploaded jar */
    String upload(Path jar) throws IOException, InterruptedException {
        String boundary = "part-of-the-form";
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\""
                        + jar.getFileName() + "\"\r\nContent-Type: application/x-java-archive\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(Files.readAllBytes(jar));
        body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        JsonNode answer = send(HttpRequest.newBuilder(address.resolve("/jars/upload"))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
        return Path.of(answer.get("filename").asText()).getFileName().toString();
    }

    /** @return id of the started job */
    String run(String jar, String mainClass, int parallelism, List<String> arguments, Optional<String> savepoint)
            throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("entryClass", mainClass).put("parallelism", parallelism);
        arguments.forEach(body.putArray("programArgsList")::add);
        savepoint.ifPresent(path -> body.put("savepointPath", path));
        return post("/jars/" + jar + "/run", body).get("jobid").asText();
    }

    /** @return path of the savepoint that the job was stopped with */
    String stopWithSavepoint(String job, String folder) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("drain", false).put("targetDirectory", folder);
        String request = post("/jobs/" + job + "/stop", body).get("request-id").asText();
        while (true) {
            JsonNode status = get("/jobs/" + job + "/savepoints/" + request);
            if (status.get("status").get("id").asText().equals("COMPLETED")) {
                JsonNode operation = status.get("operation");
                if (operation.get("location") == null) {
                    throw new IOException("no savepoint: " + operation);
                }
                return operation.get("location").asText();
            }
            Thread.onSpinWait();
        }
    }

    void cancel(String job) throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(address.resolve("/jobs/" + job))
                .method("PATCH", HttpRequest.BodyPublishers.noBody()));
    }

    /** @return state of a job, for instance RUNNING */
    String state(String job) throws IOException, InterruptedException {
        return get("/jobs/" + job).get("state").asText();
    }

    /** @return true if all tasks of the job run */
    boolean isRunning(String job) throws IOException, InterruptedException {
        JsonNode details = get("/jobs/" + job);
        return details.get("state").asText().equals("RUNNING")
                && StreamSupport.stream(details.get("vertices").spliterator(), false)
                        .allMatch(vertex -> vertex.get("status").asText().equals("RUNNING"));
    }

    /** @return number of checkpoints that the job has completed since it started here */
    int checkpoints(String job) throws IOException, InterruptedException {
        return get("/jobs/" + job + "/checkpoints")
                .get("counts")
                .get("completed")
                .asInt();
    }

    /** @return number of task managers that have registered */
    int taskManagers() throws IOException, InterruptedException {
        return get("/overview").get("taskmanagers").asInt();
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address.resolve(path)).GET());
    }

    private JsonNode post(String path, ObjectNode body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(request.timeout(ANSWER_TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(response.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
        return JSON.readTree(response.body());
    }
}
