package io.barograph.sources.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.TextLineReader;
import io.barograph.schemas.Topic;
import io.barograph.sources.testing.TestContext;
import io.barograph.sources.testing.TextMutations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CapacityFuzzTest {
    private static final List<String> SEEDS = List.of(
            """
            BEGIN 1489998203
            UUID                   1K-blocks        Used   Available Use% Mounted on
            work-MDT0000_UUID     2255453580   115237564  2106016404   5% /work[MDT:0]
            work-OST0001_UUID   : inactive device

            filesystem summary:   1000  600  300  67% /work
            BEGIN 1489998903
            UUID                      Inodes       IUsed       IFree IUse% Mounted on
            work-MDT0000_UUID          10000        4000        6000  40% /work[MDT:0]
              0 UP mgc MGC10.0.0.1@tcp 3547302e 5
              3 UP osc work-OST0000-osc-ffff885f 8dbdc7f6 5 10.0.0.2@tcp
            """,
            """
            mmdf:nsd:HEADER:version:reserved:reserved:nsdName:storagePool:diskSize:failureGroup:metadata:data:freeBlocks:freeBlocksPct:freeFragments:
            mmdf:inode:HEADER:version:reserved:reserved:usedInodes:freeInodes:allocatedInodes:maxInodes:
            mmdf:nsd:0:1:::meta1:system:1000:300:Yes:No:400:40:5:1::
            mmdf:inode:0:1:::70:20:90:100:
            """,
            """
            --------------- ------------- -------- -------- ----- -------------------- -------------------
            Disks in storage pool: system (Maximum disk size allowed is 122 GB)
            b003_dsk              8897968        1 yes      yes         8738816 ( 98%)          1520 ( 0%)
            Number of used inodes:            4038
            Maximum number of inodes:       134144
            """);

    @Property
    void shouldReadDamagedTextWithoutAnError(@ForAll("damaged") String text) throws IOException {
        DeadLetterCounter refusals =
                new DeadLetterCounter(letter -> {}, Topic.SERVER_POLLS, "test", () -> TestContext.NOW);
        long targets = 0;
        try (CapacityReader reader = new CapacityReader(
                new TextLineReader("text", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), refusals),
                TestContext.NOW)) {
            for (CapacityDump dump = reader.next(); dump != null; dump = reader.next()) {
                for (TargetCapacity target : dump.targets()) {
                    target.sample("fs", TestContext.NOW, 1);
                    targets++;
                }
            }
        }
        assertThat(targets + refusals.count()).isLessThanOrEqualTo(text.lines().count() + 1);
    }

    @Provide
    Arbitrary<String> damaged() {
        return TextMutations.of(SEEDS);
    }
}
