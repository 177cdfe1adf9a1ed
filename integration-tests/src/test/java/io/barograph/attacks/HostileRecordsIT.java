package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.containers.ContainerResults;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users and hosts can put into the topics of one file system does nothing to the results of another. */
class HostileRecordsIT {
    private static AttackedSite site;
    private static ContainerResults undisturbed;

    @BeforeAll
    static void startAndFindOutWhatIsRight(@TempDir Path folder) throws Exception {
        site = new AttackedSite(folder);
        AttackedSite.Outcome quiet = site.analyse("quiet", traffic -> {});
        undisturbed = quiet.results().of(AttackedSite.BYSTANDER);
        assertThat(quiet.deadLetters()).isEmpty();
        assertThat(undisturbed.size(Topic.SERVER_RATES)).isGreaterThan(300);
        assertThat(undisturbed.size(Topic.JOB_WEATHER)).isGreaterThan(20);
        assertThat(undisturbed.size(Topic.LIVE_COVERAGE)).isGreaterThan(20);
        assertThat(undisturbed.size(Topic.SLOWDOWNS)).isGreaterThan(50);
        assertThat(undisturbed.size(Topic.CONTENTION_EVENTS)).isPositive();
        assertThat(undisturbed.size(Topic.ANOMALIES)).isGreaterThan(20);
    }

    @AfterAll
    static void stop() {
        if (site != null) {
            site.close();
        }
    }

    @Test
    void shouldSetAllAttacksAsideTogether() throws Exception {
        List<Attack> all = Arrays.asList(Attack.values());
        withstand("all", traffic -> all.forEach(attack -> attack.mount(traffic)), all);
    }

    @AtLength
    @ParameterizedTest
    @EnumSource
    void shouldSetEachAttackAside(Attack attack) throws Exception {
        withstand(attack.name().toLowerCase(Locale.ROOT), attack::mount, List.of(attack));
    }

    private static void withstand(String name, Consumer<Traffic> mount, List<Attack> attacks) throws Exception {
        AttackedSite.Outcome outcome = site.analyse(name, mount);
        ContainerResults bystander = outcome.results().of(AttackedSite.BYSTANDER);
        assertThat(bystander).as(() -> undisturbed.counts(bystander)).isEqualTo(undisturbed);
        for (Attack attack : attacks) {
            assertThat(outcome.hasAnswerTo(attack))
                    .as("%s has its dead letter among %s", attack, outcome.deadLetters())
                    .isEqualTo(attack.isRefused());
        }
    }
}
