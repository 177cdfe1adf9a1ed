package io.barograph.containers;

import static org.awaitility.Awaitility.await;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;

/** InfluxDB with a small disk of its own. It is a child of a shell that starts it anew, so that the disk outlives it. */
final class ContainedInfluxDb {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String FOLDER = "/var/lib/influxdb";
    private static final String FOR_EVER =
            "while true; do [ -e /run/away ] || influxd run -pidfile /run/influxd.pid; sleep 0.5; done";
    private static final String FILLER = FOLDER + "/filler";

    private final ContainerSite.Machine machine;
    private final URI url;

    ContainedInfluxDb(ContainerSite.Machine machine, URI url) {
        this.machine = machine;
        this.url = url;
    }

    static GenericContainer<?> container() {
        return new GenericContainer<>(ContainerImages.INFLUXDB.get())
                .withCreateContainerCmdModifier(
                        command -> command.withEntrypoint("sh", "-c").withCmd(FOR_EVER))
                .withTmpFs(Map.of(FOLDER, "rw,size=64m"))
                .withEnv("INFLUXDB_META_DIR", FOLDER + "/meta")
                .withEnv("INFLUXDB_DATA_DIR", FOLDER + "/data")
                .withEnv("INFLUXDB_DATA_WAL_DIR", FOLDER + "/wal")
                .withEnv("INFLUXDB_REPORTING_DISABLED", "true");
    }

    URI url() {
        return url;
    }

    void awaitAnswer() throws IOException {
        InfluxDbAdmin admin = admin("any");
        await("InfluxDB answers").atMost(TIMEOUT).until(admin::isAvailable);
    }

    /** Kills it; it stays away. */
    void kill() throws IOException, InterruptedException {
        machine.run("touch", "/run/away");
        machine.run("sh", "-c", "kill -KILL $(cat /run/influxd.pid)");
    }

    /** Lets it be started again. */
    void comeBack() throws IOException, InterruptedException {
        machine.run("rm", "-f", "/run/away");
    }

    void fillDisk() throws IOException, InterruptedException {
        machine.run("sh", "-c", "dd if=/dev/zero of=" + FILLER + " bs=64k 2>/dev/null || true");
    }

    /** Once its disk was full, an InfluxDB of this version writes again only after a restart. */
    void freeDiskAndRestart() throws IOException, InterruptedException {
        machine.run("rm", FILLER);
        machine.run("sh", "-c", "kill $(cat /run/influxd.pid)");
    }

    InfluxDbAdmin admin(String database) throws IOException {
        return new InfluxDbAdmin(InfluxDbConfig.builder(url, database).build());
    }

    /** @return all that a database holds, one line a point, in the order of the text */
    List<String> points(String database) throws IOException, InterruptedException {
        InfluxDbAdmin admin = admin(database);
        List<String> points = new ArrayList<>();
        for (InfluxRow row : admin.query("SELECT * FROM /.*/")) {
            points.add(row.toString());
        }
        Collections.sort(points);
        return points;
    }
}
