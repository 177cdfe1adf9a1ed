package io.barograph.containers;

import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/**
 * Which image a container is made of: the one that {@code infra/images/build.sh} has built, if it is there, else the
 * official one.
 */
enum ContainerImages {
    KAFKA("barograph/kafka:local", "apache/kafka:4.2.0"),
    FLINK("barograph/flink:local", "flink:2.3.0-java17"),
    INFLUXDB("barograph/influxdb:local", "influxdb:1.8"),
    MARIADB("barograph/mariadb:local", "mariadb:11.4");

    private final String local;
    private final String official;

    ContainerImages(String local, String official) {
        this.local = local;
        this.official = official;
    }

    DockerImageName get() {
        boolean isBuilt = DockerClientFactory.lazyClient().listImagesCmd().exec().stream()
                .anyMatch(image -> image.getRepoTags() != null
                        && List.of(image.getRepoTags()).contains(local));
        return DockerImageName.parse(isBuilt ? local : official);
    }
}
