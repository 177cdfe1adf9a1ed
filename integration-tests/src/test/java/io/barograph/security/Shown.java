package io.barograph.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.cli.serve.LivePageServer;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.stack.LocalFlink;
import io.barograph.stack.LocalJob;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Looks at what a running site shows: Flink's web interface, the live page, the list of processes. */
final class Shown {
    private final SecuredSite site;
    private final Queue<String> said;

    /** @param said takes all that is seen */
    Shown(SecuredSite site, Queue<String> said) {
        this.site = site;
        this.said = said;
    }

    /** The section of the configuration for {@link #lookAtPage}. */
    String page() {
        return "livePage: {port: 0, tokenFile: '" + site.secretFolder().resolve("page-token") + "'}";
    }

    void lookAtFlink(LocalFlink cluster, List<LocalJob> jobs) throws Exception {
        URI flink = cluster.webInterface();
        HttpClient client =
                HttpClient.newBuilder().sslContext(cluster.clientTls()).build();
        String options = get(client, flink.resolve("/jobmanager/config"), "");
        assertThat(options).contains("metrics.reporter.influxdb.password", "security.ssl.rest.keystore-password");
        said.add(options);
        for (LocalJob job : jobs) {
            for (String page : List.of("", "/config", "/plan", "/exceptions", "/checkpoints", "/accumulators")) {
                said.add(get(client, flink.resolve("/jobs/" + job.id() + page), ""));
            }
        }
    }

    private static String get(URI address, String token) throws Exception {
        return get(HttpClient.newHttpClient(), address, token);
    }

    private static String get(HttpClient client, URI address, String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.headers().map() + response.body();
    }

    void lookAtPage(BarographConfiguration page) throws Exception {
        LivePageServer.Installation installation = new LivePageServer.Installation(
                page.broker().orElseThrow(),
                PublishConfiguration.influxDb(page.results().orElseThrow()),
                false,
                page.catalogue());
        try (LivePageServer serving =
                LivePageServer.start(page.page().orElseThrow(), installation, Clock.systemUTC())) {
            String shown = get(serving.url(), site.secrets().of("page-token"));
            assertThat(shown).startsWith("200 ").contains("sim-scratch").doesNotContain("InfluxDB does not answer");
            said.add(shown);
            String refused = get(serving.url(), site.secrets().of("wrong"));
            assertThat(refused).startsWith("401 ").doesNotContain("sim-scratch");
            said.add(refused);
        }
    }

    /** What ps shows of this process and all that it has started. */
    void lookAtProcesses() throws Exception {
        said.add(Files.readString(Path.of("/proc/self/cmdline")));
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
            said.add(Files.readString(Path.of("/proc/" + child.pid() + "/cmdline")));
        }
    }

    /** What {@code ./barograph} says in a process of its own. */
    String program(String options, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dbarograph.home=" + site.folder());
        command.add(Barograph.class.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_TOOL_OPTIONS", options);
        Process process = builder.start();
        String cmdline = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        said.add(cmdline);
        said.add(output);
        return output;
    }
}
