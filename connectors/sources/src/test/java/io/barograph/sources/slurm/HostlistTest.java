package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.RefusedRecordException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostlistTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "nid00001;nid00001",
                "a,b,a;a b a",
                "nid0[1001-1003,1010];nid01001 nid01002 nid01003 nid01010",
                "n[8-11];n8 n9 n10 n11",
                "n[08-11];n08 n09 n10 n11",
                "n[098-101]-ib;n098-ib n099-ib n100-ib n101-ib",
                "r[0-1]n[2-3];r0n2 r0n3 r1n2 r1n3",
                "r[0-1]c[0-1]n[7];r0c0n7 r0c1n7 r1c0n7 r1c1n7",
                "n[1,3],login,x[1-2];n1 n3 login x1 x2",
                "[1-2];1 2",
                "n[5-5];n5",
            })
    void shouldExpandToTheNamesInTheirOrder(String text, String names) throws Exception {
        assertThat(Hostlist.expand(text)).containsExactly(names.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "None assigned", "(null)", "N/A"})
    void shouldFindNoNodesWhereSlurmHasNone(String text) throws Exception {
        assertThat(Hostlist.expand(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n[",
                "n[]",
                "n[1",
                "n[1-",
                "n[1-]",
                "n[-1]",
                "n[3-1]",
                "n[1,]",
                "n]",
                ",",
                "a,",
                "a,,b",
                "n[a-b]",
                "n[1-2[3-4]]",
                "n[1x3]",
                "n[1234567890123]",
                "a b",
                "n[1 -2]",
                "a|b",
            })
    void shouldRefuseWhatIsNoHostList(String text) {
        assertThatThrownBy(() -> Hostlist.expand(text))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("no host list");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n[0-999999999999]",
                "n[0-199999,200000]",
                "n[0-999][0-999][0-999][0-999]",
                "a[1-150000],b[1-150000]",
            })
    @Timeout(5)
    void shouldRefuseAListOfMoreNodesThanAnyMachineHas(String text) {
        assertThatThrownBy(() -> Hostlist.expand(text))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("more than 200000 nodes");
    }

    @Test
    void shouldExpandTheLargestListThatIsAllowed() throws Exception {
        List<String> names = Hostlist.expand("n[000000-199999]");

        assertThat(names).hasSize(Hostlist.MAX_NODES).startsWith("n000000").endsWith("n199999");
    }
}
