package io.barograph.sources.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LustreLayoutTest {
    static final String YAML =
            """
            lmm_stripe_count:  3
            lmm_stripe_size:   1048576
            lmm_pattern:       raid0
            lmm_layout_gen:    0
            lmm_stripe_offset: 7
            lmm_objects:
                  - l_ost_idx: 7
                    l_fid:     0x100070000:0x2:0x0
                  - l_ost_idx: 0
                    l_fid:     0x100000000:0x2:0x0
                  - l_ost_idx: 12
                    l_fid:     0x1000c0000:0x2:0x0
            """;
    static final String TABLE =
            """
            /scratch1/data
            lmm_stripe_count:  3
            lmm_stripe_size:   1048576
            lmm_pattern:       raid0
            lmm_layout_gen:    0
            lmm_stripe_offset: 7
            \tobdidx\t\t objid\t\t objid\t\t group
            \t     7\t             2\t          0x2\t             0
            \t     0\t             2\t          0x2\t             0
            \t    12\t             2\t          0x2\t             0
            """;
    static final String COMPOSITE =
            """
              lcm_layout_gen:    3
              lcm_mirror_count:  1
              lcm_entry_count:   2
              component0:
                lcme_id:             1
                lcme_extent.e_start: 0
                lcme_extent.e_end:   1048576
                sub_layout:
                  lmm_stripe_count:  1
            """;
    static final String MDTS =
            """
            MDTS:
            0: scratch1-MDT0000_UUID ACTIVE
            1: scratch1-MDT0001_UUID INACTIVE
            2: scratch1-MDT0002_UUID ACTIVE
            """;

    @Test
    void shouldPlaceOffsetsRoundRobinOverTheTargets() throws Exception {
        for (String text : new String[] {YAML, TABLE}) {
            LustreLayout layout = LustreLayout.parse(text);

            assertThat(layout.target(0, 1 << 20)).hasValue(7);
            assertThat(layout.target(1 << 20, 1 << 20)).hasValue(0);
            assertThat(layout.target(5L << 20, 1 << 20)).hasValue(12);
            assertThat(layout.target(300L << 20, 4096)).hasValue(7);
        }
    }

    @Test
    void shouldNameNoTargetForABlockOnTwoStripes() throws Exception {
        assertThat(LustreLayout.parse(YAML).target(1 << 19, 1 << 20)).isEmpty();
    }

    @Test
    void shouldRefuseCompositeAndIncompleteLayouts() {
        assertThatThrownBy(() -> LustreLayout.parse(COMPOSITE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("composite");
        assertThatThrownBy(() -> LustreLayout.parse(YAML.replace("count:  3", "count:  4")))
                .hasMessageContaining("stripe count 4, but 3 objects");
        assertThatThrownBy(() -> LustreLayout.parse("")).isInstanceOf(IOException.class);
    }

    @Test
    void shouldListActiveTargets() {
        assertThat(LustreLayout.activeTargets(MDTS)).containsExactly(0, 2);
    }

    @Test
    void shouldFindTheMountAndLustresOwnName() {
        MountTable mounts = MountTable.parse(
                """
                /dev/vda / ext4 rw 0 0
                10.0.0.1@o2ib:10.0.0.2@o2ib:/snx11025 /scratch1 lustre rw,flock 0 0
                10.0.0.1@o2ib:/fs2/sub /with\\040blank lustre rw 0 0
                """);

        assertThat(mounts.of(Path.of("/scratch1/probe")).orElseThrow().lustreName())
                .contains("snx11025");
        assertThat(mounts.of(Path.of("/with blank/x")).orElseThrow().lustreName())
                .contains("fs2");
        assertThat(mounts.of(Path.of("/scratch10")).orElseThrow().point()).isEqualTo(Path.of("/"));
        assertThat(mounts.of(Path.of("/scratch10")).orElseThrow().lustreName()).isEmpty();
    }

    @Test
    void shouldPassOverMountPointsThatNoPathCanName() throws Exception {
        try (InputStream corpus = getClass().getResourceAsStream("/fuzz-corpus/mounts/unmappable-name.txt")) {
            MountTable mounts = MountTable.parse(new String(corpus.readAllBytes(), StandardCharsets.UTF_8));

            assertThat(mounts.of(Path.of("/scratch")).orElseThrow().type()).isEqualTo("ext4");
        }
    }
}
