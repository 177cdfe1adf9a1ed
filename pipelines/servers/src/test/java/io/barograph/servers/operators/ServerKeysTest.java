package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ServerNames;
import java.util.Arrays;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One large file system is the work of all subtasks. */
class ServerKeysTest {
    private static final int PARALLELISM = 8;

    @ParameterizedTest
    @ValueSource(ints = {248, 1_350, 13_500})
    void shouldGiveNoSubtaskMuchMoreThanItsShare(int servers) {
        int[] servedBy = new int[PARALLELISM];
        for (int i = 0; i < servers; i++) {
            servedBy[
                    KeyGroupRangeAssignment.assignKeyToParallelOperator(
                            ServerNames.key("scratch", "OST%04x".formatted(i)),
                            KeyGroupRangeAssignment.computeDefaultMaxParallelism(PARALLELISM),
                            PARALLELISM)]++;
        }
        int busiest = Arrays.stream(servedBy).max().orElseThrow();
        assertThat((double) busiest / servers * PARALLELISM).isLessThan(1.3);
    }
}
