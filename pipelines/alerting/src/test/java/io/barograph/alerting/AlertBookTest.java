package io.barograph.alerting;

import static io.barograph.alerting.Desk.CHANNEL;
import static io.barograph.alerting.Desk.HOUR;
import static io.barograph.alerting.Desk.MINUTE;
import static io.barograph.alerting.Desk.SECOND;
import static io.barograph.alerting.Desk.START;
import static io.barograph.alerting.Desk.collector;
import static io.barograph.alerting.Desk.contention;
import static io.barograph.alerting.Desk.event;
import static io.barograph.alerting.Desk.level;
import static io.barograph.alerting.Desk.policy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlertBookTest {
    private final Desk desk = new Desk(policy(20));

    @Test
    void shouldTellOpeningWorseningAndEndUnderOneThread() {
        desk.observe(contention("e1", START, START, 1, 2.5, false)).pass(MINUTE);
        desk.observe(contention("e1", START, START + MINUTE, 2, 6, false)).pass(MINUTE);
        desk.observe(contention("e1", START, START + 2 * MINUTE, 3, 6, true)).pass(MINUTE);
        desk.observe(contention("e1", START, START + 3 * MINUTE, 4, 6, true)).pass(HOUR);

        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "UPDATED CHANGED", "RESOLVED OVER");
        assertThat(desk.sent()).extracting(AlertNotification::thread).containsOnly("contention|CONTENTION|e1");
        assertThat(desk.sent()).extracting(AlertNotification::opening).containsOnly(Severity.WARNING);
        assertThat(desk.sent())
                .extracting(notice -> notice.items().get(0).view().severity())
                .containsExactly(Severity.WARNING, Severity.CRITICAL, Severity.CRITICAL);
        assertThat(desk.sent().get(2).items().get(0).view().until()).isEqualTo(START + 2 * MINUTE);
    }

    @Test
    void shouldWaitForTheGroupWindowAndTellOneFileSystemInOneMessage() {
        for (int i = 0; i < 12; i++) {
            desk.observe(event(AlertSource.CAPACITY, "e" + i, START, START, 1, 0.92, false))
                    .pass(SECOND);
        }
        desk.pass(MINUTE);
        assertThat(desk.sent()).singleElement().satisfies(notice -> {
            assertThat(notice.items()).hasSize(12);
            assertThat(notice.at()).isEqualTo(START + 31 * SECOND);
        });
        String thread = desk.sent().get(0).thread();
        desk.observe(event(AlertSource.CAPACITY, "e3", START, desk.now(), 2, 0.92, true))
                .pass(MINUTE);
        for (int i = 0; i < 12; i++) {
            desk.observe(event(AlertSource.CAPACITY, "e" + i, START, desk.now(), 3, 0.92, true));
        }
        desk.pass(MINUTE);
        assertThat(desk.sent()).extracting(AlertNotification::thread).containsOnly(thread);
        assertThat(desk.sent())
                .extracting(AlertNotification::kind)
                .containsExactly(
                        AlertNotification.Kind.OPENED, AlertNotification.Kind.UPDATED, AlertNotification.Kind.RESOLVED);
        assertThat(desk.sent().get(2).items()).hasSize(11);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2.5, 9})
    void shouldTellACriticalAlertAndSlownessAtOnceAndThoseThatFollowTogether(double slowdown) {
        desk.observe(contention("e1", START, START, 1, slowdown, false)).pass(5 * SECOND);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        desk.observe(contention("e2", START, desk.now(), 1, slowdown, false)).pass(5 * SECOND);
        desk.observe(contention("e3", START, desk.now(), 1, slowdown, false)).pass(5 * SECOND);
        assertThat(desk.sent()).as("they wait for more").hasSize(1);
        desk.pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "OPENED BEGUN,BEGUN");
        desk.observe(contention("e4", START, desk.now(), 1, slowdown, false)).pass(5 * SECOND);
        assertThat(desk.sent()).as("none has begun for a while").hasSize(3);
        desk.observe(contention("e4", START, desk.now(), 2, slowdown, true)).pass(35 * SECOND);
        desk.observe(contention("e5", START, desk.now(), 1, slowdown, false)).pass(5 * SECOND);
        assertThat(desk.changes()).as("an end is no beginning").endsWith("RESOLVED OVER", "OPENED BEGUN");
    }

    @Test
    void shouldNotLetACriticalAlertWaitForAWarning() {
        desk.observe(contention("e1", START, START, 1, 2.5, false)).pass(5 * SECOND);
        desk.observe(contention("e2", START, desk.now(), 1, 2.5, false)).pass(5 * SECOND);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        desk.observe(contention("e3", START, desk.now(), 1, 9, false)).pass(5 * SECOND);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "OPENED BEGUN,BEGUN");
    }

    @Test
    void shouldTellOnceOfWhatWasOverBeforeItCouldBeTold() {
        desk.observe(event(AlertSource.CAPACITY, "e1", START, START, 1, 0.92, false))
                .pass(5 * SECOND);
        desk.observe(event(AlertSource.CAPACITY, "e1", START, START + 5 * SECOND, 2, 0.92, true))
                .pass(HOUR);
        assertThat(desk.changes()).containsExactly("RESOLVED BEGUN_AND_OVER");
    }

    @Test
    void shouldTellOfALevelOnlyWhenItHasLastedAndEndItBelowTheLowerLevelOnly() {
        for (int minute = 0; minute < 4; minute++) {
            desk.observe(level(AlertSource.SLOWDOWN, "s", desk.now(), 4)).pass(MINUTE);
        }
        desk.observe(level(AlertSource.SLOWDOWN, "s", desk.now(), 2.5)).pass(MINUTE);
        assertThat(desk.sent()).as("4 min are not enough").isEmpty();

        for (int minute = 0; minute < 7; minute++) {
            desk.observe(level(AlertSource.SLOWDOWN, "s", desk.now(), 4)).pass(MINUTE);
        }
        for (int minute = 0; minute < 20; minute++) { // around the threshold, never below 2
            desk.observe(level(AlertSource.SLOWDOWN, "s", desk.now(), minute % 2 == 0 ? 2.1 : 3.5))
                    .pass(MINUTE);
        }
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        for (int minute = 0; minute < 7; minute++) {
            desk.observe(level(AlertSource.SLOWDOWN, "s", desk.now(), 1)).pass(MINUTE);
        }
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER");
    }

    @Test
    void shouldNotFlap() {
        for (int round = 0; round < 30; round++) { // two minutes over the threshold, two minutes below
            desk.observe(level(AlertSource.FORECAST, "f", desk.now(), 6)).pass(2 * MINUTE);
            desk.observe(level(AlertSource.FORECAST, "f", desk.now(), 30)).pass(2 * MINUTE);
        }
        long messages = desk.sent().stream()
                .filter(notice -> notice.kind() != AlertNotification.Kind.DIGEST)
                .count();
        assertThat(messages).as("in two hours").isLessThanOrEqualTo(2 * 20);
        assertThat(desk.sent().get(0).kind()).isEqualTo(AlertNotification.Kind.OPENED);
        for (int i = 1; i < desk.sent().size(); i++) {
            AlertNotification before = desk.sent().get(i - 1);
            AlertNotification notice = desk.sent().get(i);
            if (notice.kind() == AlertNotification.Kind.OPENED) {
                assertThat(notice.at() - before.at()).isGreaterThanOrEqualTo(5 * MINUTE);
            }
        }
    }

    @Test
    void shouldSayUnknownWhenNothingIsHeardAnyMoreAndNeverAllClear() {
        desk.observe(contention("e1", START, START, 1, 6, false)).pass(12 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "UPDATED CHANGED");
        assertThat(desk.sent().get(1).items().get(0).view().unknown()).isTrue();
        desk.pass(26 * HOUR, MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "UPDATED CHANGED", "RESOLVED OVER");
        assertThat(desk.sent().get(2).items().get(0).view().unknown())
                .as("not followed any more; not all clear")
                .isTrue();
        assertThat(desk.book().open()).isZero();
    }

    @Test
    void shouldGoOnWhenAnUnknownAlertIsHeardOfAgain() {
        desk.observe(contention("e1", START, START, 1, 6, false)).pass(12 * MINUTE);
        desk.observe(contention("e1", START, desk.now(), 2, 6, false)).pass(8 * MINUTE);
        desk.observe(contention("e1", START, desk.now(), 3, 6, true)).pass(MINUTE);
        assertThat(desk.changes())
                .containsExactly("OPENED BEGUN", "UPDATED CHANGED", "UPDATED CHANGED", "RESOLVED OVER");
        assertThat(desk.sent())
                .extracting(notice -> notice.items().get(0).view().unknown())
                .containsExactly(false, true, false, false);
    }

    @Test
    void shouldMissACollectorThatFallsSilentButNotOneThatEnded() {
        desk.observe(collector("lmt", START, AlertSignal.Status.MEASURED));
        desk.observe(collector("old", START, AlertSignal.Status.MEASURED));
        desk.observe(collector("old", START + SECOND, AlertSignal.Status.ENDED));
        desk.pass(7 * MINUTE);
        assertThat(desk.sent())
                .singleElement()
                .satisfies(notice -> assertThat(notice.items()).singleElement().satisfies(item -> {
                    assertThat(item.view().key()).isEqualTo("silent|SILENT_COLLECTORS|lmt");
                    assertThat(item.view().unknown()).isTrue();
                    assertThat(item.view().since()).isEqualTo(START);
                }));
        desk.observe(collector("lmt", desk.now(), AlertSignal.Status.MEASURED)).pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER");
    }

    @Test
    void shouldTellOfACollectorThatFailsForLong() {
        for (int i = 0; i < 14; i++) {
            desk.observe(collector("lmt", desk.now(), AlertSignal.Status.ACTIVE))
                    .pass(30 * SECOND);
        }
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        assertThat(desk.sent().get(0).items().get(0).view().unknown()).isFalse();
    }

    @Test
    void shouldTellOfAMomentOnceAndTakeItBackWhenItIsWithdrawn() {
        AlertSignal run = new AlertSignal(
                AlertSource.ANOMALY,
                "run",
                "scratch",
                "",
                "vasp",
                START,
                1,
                AlertSignal.Status.ACTIVE,
                START - HOUR,
                START - SECOND,
                5,
                Desk.story("slow", ""));
        desk.observe(run).pass(MINUTE).observe(run).pass(10 * HOUR, MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        AlertSignal withdrawn = new AlertSignal(
                AlertSource.ANOMALY,
                "run",
                "scratch",
                "",
                "vasp",
                START + MINUTE,
                2,
                AlertSignal.Status.OVER,
                START - HOUR,
                START - SECOND,
                5,
                Desk.story("not slow", ""));
        desk.observe(withdrawn).pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER");
    }

    @Test
    void shouldCountDeadLettersAndEndWhenTheyStop() {
        for (int i = 0; i < 40; i++) {
            desk.book().countDeadLetter("job-summaries", "no number", desk.now());
            desk.pass(10 * SECOND);
        }
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
        desk.pass(10 * MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER");
    }

    @Test
    void shouldKeepToTheCapAndTellTheRestInADigest() {
        for (int i = 0; i < 10_000; i++) {
            AlertSignal event = contention("e" + i, START, START, 1, 2.5, false);
            desk.observe(new AlertSignal(
                    event.source(),
                    event.identity(),
                    "fs" + i % 500,
                    event.type(),
                    "",
                    event.time(),
                    1,
                    event.status(),
                    START,
                    0,
                    2.5,
                    event.story()));
            if (i % 170 == 0) {
                desk.pass(SECOND);
            }
        }
        desk.pass(HOUR - 2 * MINUTE, 10 * SECOND);
        List<AlertNotification> digests = desk.sent().stream()
                .filter(notice -> notice.kind() == AlertNotification.Kind.DIGEST)
                .toList();
        assertThat(desk.sent().size() - digests.size()).isLessThanOrEqualTo(20);
        long messages = desk.sent().stream()
                .filter(notice -> notice.kind() == AlertNotification.Kind.OPENED)
                .mapToLong(notice -> notice.items().size())
                .sum();
        assertThat(digests).singleElement().satisfies(digest -> {
            assertThat(digest.digest().alerts() + messages).isEqualTo(10_000);
            assertThat(digest.digest().open()).isEqualTo(digest.digest().alerts());
            assertThat(digest.items()).hasSize(20);
        });
    }

    @Test
    void shouldSendACriticalAlertAtOnceWhenTheCapIsUsedUp() {
        Desk capped = new Desk(policy(4));
        useUpTheCap(capped);
        long before = capped.sent().size();
        capped.observe(contention("warning", START, capped.now(), 1, 2.5, false))
                .observe(contention("critical", START, capped.now(), 1, 6, false))
                .pass(MINUTE);
        capped.observe(contention("critical", START, capped.now(), 2, 6, true)).pass(MINUTE);

        List<AlertNotification> since = capped.sent().stream()
                .skip(before)
                .filter(notice -> !isDigest(notice))
                .toList();
        assertThat(since)
                .extracting(AlertNotification::kind)
                .containsExactly(AlertNotification.Kind.OPENED, AlertNotification.Kind.UPDATED);
        assertThat(since.get(0).items())
                .as("the worst first, with what fits into the message")
                .extracting(item -> item.view().key())
                .containsExactly("contention|CONTENTION|critical", "contention|CONTENTION|warning");
        capped.pass(2 * HOUR, 10 * SECOND);
        assertThat(digested(capped)).hasSize(20 - 3).noneMatch(key -> key.endsWith("critical"));
        assertThat(digested(capped)).noneMatch(key -> key.endsWith("warning"));
    }

    @Test
    void shouldSendAHeldAlertThatBecomesCriticalAndTakeItOutOfTheDigest() {
        Desk capped = new Desk(policy(4));
        useUpTheCap(capped);
        assertThat(keysOfMessages(capped)).doesNotContain("contention|CONTENTION|e19");
        capped.observe(inFileSystem(19, capped.now(), 2, 6)).pass(SECOND);
        assertThat(keysOfMessages(capped)).contains("contention|CONTENTION|e19");
        assertThat(digested(capped)).as("no digest is due yet").isEmpty();

        capped.pass(HOUR, 10 * SECOND);
        assertThat(digested(capped)).hasSize(20 - 3 - 1).doesNotContain("contention|CONTENTION|e19");
    }

    @Test
    void shouldNotLetCriticalAlertsTakeFromTheCapOfOthers() {
        for (boolean restarted : new boolean[] {false, true}) {
            Desk capped = new Desk(policy(1));
            capped.observe(contention("critical", START, START, 1, 6, false)).pass(MINUTE);
            if (restarted) {
                capped.restart(capped.sent());
            }
            capped.observe(contention("e", START, capped.now(), 1, 2.5, false)).pass(MINUTE);
            assertThat(keysOfMessages(capped))
                    .containsExactly("contention|CONTENTION|critical", "contention|CONTENTION|e");
        }
    }

    @Test
    void shouldSendACriticalAlertAfterABacklogOnlyIfItStillHolds() {
        long outage = START - 3 * HOUR;
        for (int i = 0; i < 50; i++) {
            desk.observe(contention("e" + i, outage, outage + i * SECOND, 1, 6, false));
        }
        desk.observe(contention("e1", outage, outage + HOUR, 2, 6, false)).pass(20 * SECOND);
        assertThat(desk.sent()).isEmpty();
        desk.observe(contention("e49", outage, desk.now(), 2, 6, false)).pass(5 * MINUTE);

        assertThat(keysOfMessages(desk)).containsExactly("contention|CONTENTION|e49");
        assertThat(digested(desk)).hasSize(49).doesNotContain("contention|CONTENTION|e49");
    }

    /** Three of twenty alerts are sent, the fourth place is that of ends. */
    private static void useUpTheCap(Desk capped) {
        for (int i = 0; i < 20; i++) {
            capped.observe(inFileSystem(i, START, 1, 2.5));
        }
        capped.pass(40 * SECOND);
        assertThat(capped.sent()).hasSize(3);
    }

    private static AlertSignal inFileSystem(int number, long at, long revision, double slowdown) {
        return new AlertSignal(
                AlertSource.CONTENTION,
                "e" + number,
                "fs" + number,
                "READ",
                "",
                at,
                revision,
                AlertSignal.Status.ACTIVE,
                START,
                0,
                slowdown,
                Desk.story("Reads are slow", ""));
    }

    private static boolean isDigest(AlertNotification notice) {
        return notice.kind() == AlertNotification.Kind.DIGEST;
    }

    private static List<String> keysOfMessages(Desk desk) {
        return desk.sent().stream()
                .filter(notice -> !isDigest(notice))
                .flatMap(notice -> notice.items().stream())
                .map(item -> item.view().key())
                .toList();
    }

    private static List<String> digested(Desk desk) {
        return desk.sent().stream()
                .filter(AlertBookTest::isDigest)
                .flatMap(notice -> notice.digest().keys().stream())
                .toList();
    }

    /** Names of collectors are the collectors' own. */
    @Test
    void shouldSendARealAlertHoweverManyCollectorsAnInputInvents() {
        for (int i = 0; i < AlertBook.MAX_ALERTS + 5_000; i++) {
            desk.observe(Desk.collector("invented" + i, START, AlertSignal.Status.ACTIVE));
        }
        desk.observe(contention("e1", START, START, 1, 2.5, false));
        desk.pass(MINUTE, SECOND);

        assertThat(desk.changes()).contains("OPENED BEGUN");
        assertThat(desk.sent()).anySatisfy(notice -> assertThat(notice.items())
                .anySatisfy(item -> assertThat(item.view().key()).contains("e1")));
    }

    @Test
    void shouldTellAFloodOfOneKindInOneMessageAndADigestSoThatOthersHaveRoom() {
        for (int i = 0; i < 900; i++) {
            desk.observe(Desk.collector("invented" + i, START, AlertSignal.Status.ACTIVE));
        }
        desk.pass(10 * MINUTE, SECOND);
        assertThat(desk.sent()).hasSize(2);
        assertThat(desk.sent().get(0).items()).hasSize(50);
        assertThat(desk.sent().get(1).digest().limit()).isEqualTo(850);
        desk.observe(contention("e1", desk.now(), desk.now(), 1, 2.5, false)).pass(MINUTE, SECOND);
        assertThat(desk.sent()).hasSize(3);
        assertThat(desk.sent().get(2).items())
                .singleElement()
                .satisfies(item -> assertThat(item.view().key()).contains("e1"));
    }

    @Test
    void shouldSendOneDigestInPlaceOfABacklog() {
        long outage = START - 3 * HOUR;
        for (int i = 0; i < 50; i++) {
            desk.observe(contention("e" + i, outage + i * MINUTE, outage + i * MINUTE, 1, 2.5, false));
            if (i != 49) {
                desk.observe(contention("e" + i, outage + i * MINUTE, outage + (i + 2) * MINUTE, 2, 2.5, true));
            }
            desk.pass(SECOND);
        }
        desk.pass(5 * MINUTE);
        assertThat(desk.sent()).singleElement().satisfies(notice -> {
            assertThat(notice.kind()).isEqualTo(AlertNotification.Kind.DIGEST);
            assertThat(notice.digest().catchUp()).isEqualTo(50);
            assertThat(notice.digest().open()).isEqualTo(1);
        });
        desk.observe(contention("e49", outage + 49 * MINUTE, desk.now(), 2, 2.5, true))
                .pass(HOUR, MINUTE);
        assertThat(desk.sent())
                .as("an alert that only a digest named gets no resolved message")
                .hasSize(1);
        desk.observe(contention("new", desk.now(), desk.now(), 1, 2.5, false)).pass(MINUTE);
        assertThat(desk.changes()).hasSize(2).last().isEqualTo("OPENED BEGUN");
    }

    @Test
    void shouldKeepQuietDuringASilenceAndTellWhatStillHoldsAfterwards() {
        desk.observe(contention("before", START, START, 1, 2.5, false)).pass(MINUTE);
        desk.book()
                .silence(
                        new AlertSilence(
                                "s",
                                new AlertScope(Set.of("scratch"), Set.of(), Set.of()),
                                "",
                                desk.now() + 30 * MINUTE),
                        desk.now());
        desk.observe(contention("short", desk.now(), desk.now(), 1, 2.5, false));
        desk.observe(contention("long", desk.now(), desk.now(), 1, 2.5, false)).pass(5 * MINUTE);
        desk.observe(contention("short", desk.now(), desk.now(), 2, 2.5, true));
        desk.observe(contention("before", START, desk.now(), 2, 2.5, true)).pass(5 * MINUTE);
        assertThat(desk.changes()).as("ends are told").containsExactly("OPENED BEGUN", "RESOLVED OVER");
        for (int i = 0; i < 25; i++) {
            desk.observe(contention("long", START, desk.now(), i + 3, 2.5, false))
                    .pass(MINUTE);
        }
        assertThat(desk.changes()).containsExactly("OPENED BEGUN", "RESOLVED OVER", "OPENED BEGUN");
        assertThat(desk.sent().get(2).items().get(0).view().key()).endsWith("long");
    }

    @Test
    void shouldTellOfSilencesThatAreTooMany() {
        for (int i = 0; i < AlertBook.MAX_SILENCES; i++) {
            desk.book().silence(new AlertSilence("s" + i, AlertScope.ALL, "other", desk.now() + HOUR), desk.now());
        }
        assertThat(desk.book().refusedSilences()).isZero();
        for (int i = 0; i < 10; i++) {
            desk.book().silence(new AlertSilence("more" + i, AlertScope.ALL, "other", desk.now() + HOUR), desk.now());
        }
        assertThat(desk.book().refusedSilences()).isEqualTo(10);
        desk.pass(MINUTE);
        assertThat(desk.sent().get(0).items().get(0).view().story().toString())
                .contains("alert-instructions")
                .contains("silence more9 is left out: 1000 hold already");
    }

    @Test
    void shouldNotLetSilencesThatAreOverTakeThePlaceOfOneThatHolds() {
        for (int i = 0; i < AlertBook.MAX_SILENCES; i++) {
            desk.book().silence(new AlertSilence("old" + i, AlertScope.ALL, "", desk.now() - HOUR), desk.now());
        }
        desk.book().silence(new AlertSilence("s", AlertScope.ALL, "contention", desk.now() + HOUR), desk.now());
        desk.observe(contention("e", START, START, 1, 2.5, false)).pass(2 * MINUTE);
        assertThat(desk.sent()).isEmpty();
    }

    @Test
    void shouldLiftASilence() {
        desk.book().silence(new AlertSilence("s", AlertScope.ALL, "contention", desk.now() + HOUR), desk.now());
        desk.observe(contention("e", START, START, 1, 2.5, false)).pass(2 * MINUTE);
        assertThat(desk.sent()).isEmpty();
        desk.book().silence(new AlertSilence("s", AlertScope.ALL, "contention", 0), desk.now());
        desk.pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
    }

    @Test
    void shouldNotTellTheEndOfWhatTheChannelDidNotTake() {
        desk.refuseEverything();
        desk.observe(contention("e", START, START, 1, 2.5, false)).pass(MINUTE);
        desk.observe(contention("e", START, desk.now(), 2, 2.5, true)).pass(MINUTE);
        assertThat(desk.changes()).containsExactly("OPENED BEGUN");
    }

    @Test
    void shouldRouteByFileSystemTypeApplicationAndSeverity() {
        AlertPolicy all = policy(20);
        Desk routed = new Desk(new AlertPolicy(
                all.rules(),
                List.of(
                        new AlertRoute("a", "other", new AlertScope(Set.of("home"), Set.of(), Set.of()), Severity.INFO),
                        new AlertRoute("b", "reads", new AlertScope(Set.of(), Set.of("read"), Set.of()), Severity.INFO),
                        new AlertRoute("c", "pager", AlertScope.ALL, Severity.CRITICAL),
                        new AlertRoute("d", "vasp", new AlertScope(Set.of(), Set.of(), Set.of("vasp")), Severity.INFO)),
                all.groupWindow(),
                all.cooldown(),
                20,
                all.staleAfter(),
                all.catchUpAfter(),
                "",
                0));
        routed.observe(contention("e", START, START, 1, 2.5, false)).pass(MINUTE);
        assertThat(routed.sent()).extracting(AlertNotification::channel).containsExactly("reads");
        routed.observe(contention("e", START, desk.now() + 1, 2, 9, false)).pass(MINUTE);
        assertThat(routed.sent()).extracting(AlertNotification::channel).containsExactly("reads", "pager", "reads");
        assertThat(routed.sent().get(1).kind()).isEqualTo(AlertNotification.Kind.OPENED);
    }

    @Test
    void shouldBeatWhileEventTimeGoesOnAndNotOtherwise() {
        AlertPolicy all = policy(20);
        Desk beating = new Desk(new AlertPolicy(
                all.rules(),
                all.routes(),
                all.groupWindow(),
                all.cooldown(),
                20,
                all.staleAfter(),
                all.catchUpAfter(),
                "watchdog",
                MINUTE));
        beating.pass(5 * MINUTE);
        assertThat(beating.sent()).isEmpty();
        for (int i = 0; i < 5; i++) {
            beating.observe(level(AlertSource.SLOWDOWN, "s", beating.now(), 1)).pass(MINUTE);
        }
        assertThat(beating.sent()).hasSize(5).allMatch(notice -> notice.kind() == AlertNotification.Kind.HEARTBEAT);
        beating.pass(HOUR, MINUTE);
        assertThat(beating.sent()).as("a timer alone does not beat").hasSize(5);
        beating.observe(level(AlertSource.SLOWDOWN, "s", beating.now() - HOUR, 1))
                .pass(HOUR, MINUTE);
        assertThat(beating.sent())
                .as("a pipeline that lags behind does not beat")
                .hasSize(5);
    }

    @Test
    void shouldGoOnFromWhatWasWrittenDownWithoutRepeatingAnything() {
        desk.observe(contention("e1", START, START, 1, 2.5, false)).pass(MINUTE);
        desk.observe(contention("e2", START, desk.now(), 1, 2.5, false)).pass(MINUTE);
        desk.observe(contention("e2", START, desk.now(), 2, 2.5, true)).pass(MINUTE);
        List<AlertNotification> written = List.copyOf(desk.sent());
        desk.restart(written);
        desk.observe(contention("e1", START, START, 1, 2.5, false)); // the input is read again
        desk.observe(contention("e2", START, START + MINUTE, 1, 2.5, false));
        desk.observe(contention("e2", START, START + 2 * MINUTE, 2, 2.5, true));
        desk.pass(MINUTE);
        assertThat(desk.sent()).hasSize(3);
        desk.observe(contention("e1", START, desk.now(), 2, 2.5, true)).pass(MINUTE);
        assertThat(desk.sent()).hasSize(4);
        assertThat(desk.sent().get(3).kind()).isEqualTo(AlertNotification.Kind.RESOLVED);
    }

    @Test
    void shouldEndWhatARemovedRuleHasOpened() {
        desk.observe(contention("e1", START, START, 1, 2.5, false)).pass(MINUTE);
        AlertPolicy all = policy(20);
        Desk without = new Desk(new AlertPolicy(
                List.of(Desk.SLOW),
                all.routes(),
                all.groupWindow(),
                all.cooldown(),
                20,
                all.staleAfter(),
                all.catchUpAfter(),
                "",
                0));
        without.restart(desk.sent()).pass(MINUTE);
        assertThat(without.changes()).containsExactly("RESOLVED OVER");
    }

    @Test
    void shouldBoundWhatComesFromOutside() {
        String hostile = "x\n@channel \u202e".repeat(10_000);
        desk.observe(new AlertSignal(
                        AlertSource.CONTENTION,
                        hostile,
                        hostile,
                        hostile,
                        hostile,
                        START,
                        1,
                        AlertSignal.Status.ACTIVE,
                        START,
                        0,
                        3,
                        new AlertDescription(
                                hostile,
                                List.of(new MessageFact(hostile, hostile)),
                                List.of(hostile),
                                hostile,
                                "",
                                "",
                                hostile)))
                .restore()
                .pass(MINUTE);
        AlertView view = desk.sent().get(0).items().get(0).view();
        assertThat(view.key().length()).isLessThan(300);
        assertThat(view.fileSystem()).hasSizeLessThanOrEqualTo(200);
        assertThat(view.story().title()).hasSizeLessThanOrEqualTo(200).doesNotContain("\n");
        assertThat(view.story().page()).isEmpty();
        assertThat(desk.sent().get(0).channel()).isEqualTo(CHANNEL);
    }
}
