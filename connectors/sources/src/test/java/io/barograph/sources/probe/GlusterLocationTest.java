package io.barograph.sources.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlusterLocationTest {
    private static final String ONE =
            "(<DISTRIBUTE:vol-dht> <POSIX(/bricks/b3/brick):node01:/bricks/b3/brick/scratch/data>)";
    private static final String TWO = "(<DISTRIBUTE:vol-dht> (<REPLICATE:vol-replicate-0>"
            + " <POSIX(/bricks/b1/brick):node01:/bricks/b1/brick/data>"
            + " <POSIX(/bricks/b1/brick):node02:/bricks/b1/brick/data>))";

    @TempDir
    private Path folder;

    @Test
    void shouldNameTheBrickAsTheClusterDoes() throws Exception {
        assertThat(GlusterLocation.parse(ONE)).isEqualTo("node01:/bricks/b3/brick");
    }

    @Test
    void shouldNotChooseBetweenCopies() {
        assertThatThrownBy(() -> GlusterLocation.parse(TWO)).hasMessage("it has parts or copies on 2 bricks");
        assertThatThrownBy(() -> GlusterLocation.parse("")).hasMessage("it has parts or copies on 0 bricks");
    }

    @Test
    void shouldSayWhatWentWrongWhereThereIsNoSuchAttribute() throws Exception {
        Path file = Files.createFile(folder.resolve("data"));
        assertThatThrownBy(() -> GlusterLocation.brick(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("getfattr");
    }
}
