package io.barograph.attacks;

import io.barograph.testing.AtLength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Another user of the machine, against a site that runs with a broker and an InfluxDB of its own. */
@AtLength
class OtherUserOfRunIT extends OtherUser {
    @Override
    String command() {
        return "run";
    }

    @Override
    List<String> options(Path place) throws IOException {
        Path configuration = Files.writeString(
                place.resolve("barograph.yaml"),
                """
                fileSystems: [{name: sim-scratch, expectedServers: 16}]
                localStack: true
                livePage: {port: 0}
                archive: {folder: archive}
                collectors: [{type: simulator}]
                """);
        Files.setPosixFilePermissions(configuration, PosixFilePermissions.fromString("rw-------"));
        return List.of("--config", configuration.toString());
    }

    @Override
    String database() {
        return "barograph";
    }
}
