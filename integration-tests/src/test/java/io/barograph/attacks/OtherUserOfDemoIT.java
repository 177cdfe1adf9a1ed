package io.barograph.attacks;

import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.util.List;

/** Another user of the machine, against the demo. */
@AtLength
class OtherUserOfDemoIT extends OtherUser {
    @Override
    String command() {
        return "demo";
    }

    @Override
    List<String> options(Path place) {
        return List.of();
    }

    @Override
    String database() {
        return "barograph_demo";
    }
}
