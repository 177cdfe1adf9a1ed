package io.barograph.schemas.motif;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.motif.ApplicationNames.Rule;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationNamesTest {
    private final ApplicationNames names = new ApplicationNames(List.of(
            new Rule(Pattern.compile("vasp(_[a-z]+)?\\b"), "vasp"),
            new Rule(Pattern.compile("/apps/([a-z]+)/[^/ ]+"), "$1"),
            new Rule(Pattern.compile("python[0-9.]* (\\S+)"), "python:$1")));

    @ParameterizedTest
    @CsvSource({
        "/opt/6.3/bin/vasp_std -n 4, vasp",
        "/apps/gromacs/2023 mdrun, gromacs",
        "/apps/vasp/6.3/bin/vasp_gam, vasp",
        "/usr/bin/python3.11 train.py --lr 1, python:train.py",
        "/usr/bin/python3.11 src/train.py, python:src_train.py",
        "/home/me/a.out --in /scratch/x, a.out",
        "a.out, a.out",
        "/home/me/a\\b, a_b",
        "/, unknown",
        "'', unknown",
        "'  ', unknown",
    })
    void shouldNameAnApplicationByTheFirstRuleThatFitsElseByItsBaseName(String executable, String name) {
        assertThat(names.of(executable)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "/global/project/bin.edison/ior, ior",
        "/projects/radix-io/automated/bin/hacc_io_write, hacc_io_write",
        "/opt/vasp/bin/vasp_std -n 4, vasp_std",
    })
    void shouldTakeTheBaseNameWithoutRules(String executable, String name) {
        assertThat(ApplicationNames.BASE_NAMES.of(executable)).isEqualTo(name);
    }
}
