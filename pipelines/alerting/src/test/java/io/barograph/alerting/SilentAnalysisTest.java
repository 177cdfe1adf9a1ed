package io.barograph.alerting;

import static io.barograph.alerting.Desk.HOUR;
import static io.barograph.alerting.Desk.MINUTE;
import static io.barograph.alerting.Desk.SECOND;
import static io.barograph.alerting.Desk.START;
import static io.barograph.alerting.Desk.contention;
import static io.barograph.alerting.Desk.policy;
import static io.barograph.alerting.Desk.result;
import static io.barograph.alerting.Desk.samples;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Samples of a file system that arrive, with results and without. */
class SilentAnalysisTest {
    private static final String KEY = "silent-analysis|SILENT_ANALYSIS|scratch";
    private static final int CAP = 20;

    private final Desk desk = new Desk(policy(CAP));

    /** Collectors report every half minute that samples arrive; nothing else comes. */
    private static void standStill(Desk desk, long time) {
        for (long end = desk.now() + time; desk.now() < end; ) {
            desk.observe(samples("scratch", desk.now())).pass(30 * SECOND);
        }
    }

    private static void goOn(Desk desk, long time) {
        for (long end = desk.now() + time; desk.now() < end; ) {
            desk.observe(samples("scratch", desk.now())).pass(20 * SECOND);
            desk.observe(result("scratch", desk.now())).pass(10 * SECOND);
        }
    }

    private static List<AlertNotification> ofAnalysis(Desk desk) {
        return desk.sent().stream()
                .filter(notice ->
                        notice.items().stream().anyMatch(item -> item.view().source() == AlertSource.SILENT_ANALYSIS))
                .toList();
    }

    @Test
    void shouldOpenWhenNoResultEverCameAndEndWithTheFirst() {
        standStill(desk, 5 * MINUTE);
        assertThat(desk.sent()).as("the limit is not reached").isEmpty();

        standStill(desk, 2 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        AlertView view = desk.sent().get(0).items().get(0).view();
        assertThat(view.key()).isEqualTo(KEY);
        assertThat(view.since()).isEqualTo(START);
        assertThat(view.severity()).isEqualTo(Severity.WARNING);

        standStill(desk, HOUR);
        assertThat(desk.changes()).as("one alert, however long it lasts").containsExactly("OPENED BEGUN");

        desk.observe(result("scratch", desk.now())).pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER");
        assertThat(desk.sent().get(1).thread()).isEqualTo(KEY);
        assertThat(desk.sent().get(1).items().get(0).view().unknown()).isFalse();
    }

    @Test
    void shouldKeepQuietWhileResultsComeAndOpenWhenTheyStop() {
        goOn(desk, HOUR);
        assertThat(desk.sent()).isEmpty();
        long stop = desk.now();

        standStill(desk, 6 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        assertThat(desk.sent().get(0).items().get(0).view().since()).isEqualTo(stop);
    }

    @Test
    void shouldOpenAgainWhenResultsStopAgain() {
        standStill(desk, 6 * MINUTE);
        goOn(desk, 6 * MINUTE);
        standStill(desk, 6 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER", "OPENED BEGUN");
    }

    @Test
    void shouldPreferTheResultToTheSamplesOfTheSameInstant() {
        standStill(desk, 6 * MINUTE);
        desk.observe(samples("scratch", desk.now()))
                .observe(result("scratch", desk.now()))
                .pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER");
    }

    @Test
    void shouldMissNothingOfAFileSystemWhoseSamplesStop() {
        standStill(desk, 4 * MINUTE);
        desk.pass(7 * MINUTE);
        assertThat(desk.sent()).isEmpty();

        standStill(desk, 4 * MINUTE);
        assertThat(desk.sent()).as("the pause does not count").isEmpty();
        standStill(desk, 2 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
    }

    @Test
    void shouldNotSayAllClearWhenSamplesStopToo() {
        standStill(desk, 6 * MINUTE);
        desk.pass(12 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "UPDATED CHANGED");
        assertThat(desk.sent().get(1).items().get(0).view().unknown()).isTrue();
    }

    @Test
    void shouldOpenAndEndThoughTheQuotaOfTheChannelIsUsedUp() {
        for (int i = 0; i < 1000; i++) {
            desk.observe(inFileSystem(i, false)).pass(SECOND);
        }
        for (int i = 0; i < 10; i++) {
            desk.observe(inFileSystem(i, true));
        }
        desk.pass(MINUTE);
        assertThat(desk.sent().stream()
                        .filter(notice -> notice.kind() != AlertNotification.Kind.DIGEST)
                        .count())
                .as("the whole quota of the hour")
                .isEqualTo(CAP);

        standStill(desk, 6 * MINUTE);
        assertThat(ofAnalysis(desk)).extracting(AlertNotification::kind).containsExactly(AlertNotification.Kind.OPENED);
        desk.observe(result("scratch", desk.now())).pass(MINUTE);
        assertThat(ofAnalysis(desk))
                .extracting(AlertNotification::kind)
                .containsExactly(AlertNotification.Kind.OPENED, AlertNotification.Kind.RESOLVED);
    }

    private AlertSignal inFileSystem(int number, boolean over) {
        AlertSignal event = contention("e" + number, desk.now(), desk.now(), over ? 2 : 1, 2.5, over);
        return new AlertSignal(
                event.source(),
                event.identity(),
                "fs" + number,
                event.type(),
                "",
                event.time(),
                event.order(),
                event.status(),
                event.since(),
                event.until(),
                event.value(),
                event.story());
    }

    @Test
    void shouldTakeNothingFromTheQuotaOfOthers() {
        for (boolean restarted : new boolean[] {false, true}) {
            Desk one = new Desk(policy(1));
            standStill(one, 6 * MINUTE);
            if (restarted) {
                one.restart(one.sent());
            }
            one.observe(contention("e", one.now(), one.now(), 1, 2.5, false)).pass(MINUTE);
            assertThat(one.changes()).containsExactly("OPENED BEGUN", "OPENED BEGUN");
            assertThat(one.sent().get(1).items().get(0).view().source()).isEqualTo(AlertSource.CONTENTION);
        }
    }

    @Test
    void shouldOpenThoughTheBookIsFull() {
        for (int i = 0; i < AlertBook.MAX_ALERTS_OF_RULE; i++) {
            desk.observe(contention("e" + i, START, START, 1, 2.5, false));
            desk.observe(Desk.level(AlertSource.FORECAST, "f" + i, START, 1));
        }
        desk.observe(Desk.level(AlertSource.SLOWDOWN, "s", START, 4));
        assertThat(desk.book().untracked())
                .as("there is no place for any other")
                .isEqualTo(1);

        for (int i = 0; i <= 12; i++) {
            desk.observe(samples("scratch", desk.now())).pass(30 * SECOND, 10 * SECOND);
        }
        assertThat(ofAnalysis(desk)).extracting(AlertNotification::kind).containsExactly(AlertNotification.Kind.OPENED);
    }

    @Test
    void shouldFollowThoseThatAreKnownFirstOfTooManyFileSystems() {
        for (int round = 0; round <= 6; round++) {
            for (int i = 0; i < AlertBook.MAX_RESPONSES_OF_RULE + 50; i++) {
                desk.observe(samples("fs" + i, desk.now()));
            }
            desk.pass(MINUTE, 30 * SECOND);
        }
        assertThat(desk.book().open()).isEqualTo(AlertBook.MAX_RESPONSES_OF_RULE);
        assertThat(desk.book().untracked()).isPositive();
    }

    @Test
    void shouldStayOpenOverARestartFromAStateOrFromWhatWasSent() {
        standStill(desk, 6 * MINUTE);
        List<AlertNotification> written = List.copyOf(desk.sent());
        desk.restore();
        desk.book().resume(desk.now());
        standStill(desk, 6 * MINUTE);
        assertThat(desk.changes()).as("from the state").containsExactly("OPENED BEGUN");

        desk.restart(written);
        standStill(desk, 6 * MINUTE);
        assertThat(desk.changes()).as("without a state").containsExactly("OPENED BEGUN");
        desk.observe(result("scratch", desk.now())).pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER");
    }

    @Test
    void shouldGoOnCountingAfterARestore() {
        standStill(desk, 4 * MINUTE);
        desk.restore();
        desk.book().resume(desk.now());
        standStill(desk, 2 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
    }

    @Test
    void shouldNotLetThePipelineBeat() {
        AlertPolicy all = policy(CAP);
        Desk beating = new Desk(new AlertPolicy(
                all.rules(),
                all.routes(),
                all.groupWindow(),
                all.cooldown(),
                CAP,
                all.staleAfter(),
                all.catchUpAfter(),
                "watchdog",
                MINUTE));
        standStill(beating, 6 * MINUTE);
        assertThat(beating.sent()).extracting(AlertNotification::kind).containsExactly(AlertNotification.Kind.OPENED);
    }
}
