package io.barograph.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.contention.load.LoadSample;
import io.barograph.contention.load.ServerLoad;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import io.barograph.slowdown.SlidingSlowdown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileSystemWatchTest {
    private static TrackedEvent only(WatchedSite site) {
        assertThat(site.changes()).hasSize(1);
        return site.changes().get(0);
    }

    @Test
    void shouldNameContentionByTheDominatingLoadAlthoughReadsAreSlowToo() {
        WatchedSite site = WatchedSite.known();
        long before = site.now();
        site.writeFactor = 12;
        site.dataSlowdown = 3;
        site.pass(60);
        TrackedEvent opened = only(site);

        assertThat(opened.kind()).isEqualTo(EventKind.CONTENTION);
        assertThat(opened.type()).isEqualTo(EventType.WRITE);
        assertThat(opened.server()).isEmpty();
        assertThat(opened.onset()).isEqualTo(before + 5_000);
        assertThat(opened.openedAt()).isEqualTo(before + 15_000);
        assertThat(opened.evidence()).containsExactly(HarmEvidence.PROBE);
        assertThat(opened.isProvisional()).as("known for an hour only").isTrue();
        assertThat(opened.worstSlowdown()).isCloseTo(3, within(0.1));
        assertThat(opened.isOpen()).isTrue();
    }

    @Test
    void shouldEndContentionWhereItsHarmEndedAndCountWhatWasMovedUntilThen() {
        WatchedSite site = WatchedSite.known();
        site.readFactor = 12;
        site.dataSlowdown = 3;
        site.pass(300);
        long end = site.now();
        site.readFactor = 0;
        site.writeFactor = 0;
        site.dataSlowdown = 1;
        site.pass(55);
        assertThat(site.changes()).as("not yet sure").hasSize(1);
        site.pass(600);
        TrackedEvent opened = site.changes().get(0);
        TrackedEvent closed = site.changes().get(1);

        assertThat(site.changes()).hasSize(2);
        assertThat(closed.onset()).isEqualTo(opened.onset());
        assertThat(closed.type()).isEqualTo(EventType.READ);
        assertThat(closed.end()).as("the median lags by half its window").isEqualTo(end + 5_000 - 15_000);
        assertThat(closed.moved().readBytes()).isCloseTo(300 * 12 * 0.5e9, within(0.1 * 300 * 12 * 0.5e9));
        assertThat(closed.moved().missingFraction()).isZero();
        assertThat(closed.peakPerSecond()).isBetween(12 * 0.5e9, 12 * 0.8e9);
        assertThat(site.open()).noneMatch(TrackedEvent::isHarm);
    }

    @ParameterizedTest
    @CsvSource({"data, 3, 1", "metadata, 1, 3"})
    void shouldTakeSlownessWithoutLoadForADegradation(String what, double dataSlowdown, double metadataSlowdown) {
        WatchedSite site = WatchedSite.known();
        long before = site.now();
        site.readFactor = 0.5;
        site.writeFactor = 0.5;
        site.metadataFactor = 0.5;
        site.dataSlowdown = dataSlowdown;
        site.metadataSlowdown = metadataSlowdown;
        site.pass(75);
        assertThat(site.changes()).as("less than 90 s").isEmpty();
        site.pass(5);
        TrackedEvent opened = only(site);

        assertThat(opened.kind()).isEqualTo(EventKind.DEGRADED);
        assertThat(opened.type() == EventType.METADATA).isEqualTo(what.equals("metadata"));
        assertThat(opened.onset()).isEqualTo(before + 5_000);
        assertThat(opened.threshold()).isEqualTo(2);
        assertThat(opened.openedAt() - opened.start())
                .as("the median lags by half its window")
                .isEqualTo(90_000);
    }

    /** A site that has once read 2 GB/s for a minute without harm, and usually reads less than half of it. */
    private static WatchedSite peaked() {
        WatchedSite site = WatchedSite.known();
        site.read = 2;
        site.pass(60);
        site.read = Double.NaN;
        site.pass(1200);
        return site;
    }

    @Test
    void shouldWaitLongerWhereAHighLoadMayHaveAPartInIt() {
        WatchedSite site = peaked();
        site.read = 1.5;
        site.pass(120);
        site.dataSlowdown = 3;
        site.pass(285);
        assertThat(site.changes())
                .as("that load has done no harm for two minutes")
                .isEmpty();
        site.pass(5);

        assertThat(only(site).kind()).isEqualTo(EventKind.DEGRADED);
    }

    /** A load beyond all that did no harm, and slowness from the same moment on. */
    private static WatchedSite harmed(double read, double slowdown) {
        WatchedSite site = WatchedSite.known();
        site.read = read;
        site.dataSlowdown = slowdown;
        site.pass(20);
        return site;
    }

    @Test
    void shouldBelieveAnExtraordinaryLoadAtOnceIfTheHarmOrTheLoadIsGreat() {
        assertThat(only(harmed(1.8, 5)).kind()).isEqualTo(EventKind.CONTENTION);
        assertThat(only(harmed(8, 2.5)).kind()).isEqualTo(EventKind.CONTENTION);

        WatchedSite site = harmed(1.8, 2.5);
        site.pass(50);
        assertThat(site.changes()).as("short waits are part of a busy site").isEmpty();
        site.pass(20);
        assertThat(only(site).kind()).isEqualTo(EventKind.CONTENTION);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "8, false"})
    void shouldWaitForALoadThatCameJobByJob(int jobs, boolean believedAtOnce) {
        WatchedSite site = WatchedSite.known();
        for (int job = 1; job <= jobs; job++) {
            site.read = 0.5 + 5.5 * job / jobs;
            site.pass(5);
        }
        site.dataSlowdown = 5;
        site.pass(30);

        assertThat(!site.changes().isEmpty()).isEqualTo(believedAtOnce);

        site.pass(60);

        assertThat(site.changes())
                .extracting(TrackedEvent::kind, TrackedEvent::type)
                .containsExactly(tuple(EventKind.CONTENTION, EventType.READ));
    }

    @Test
    void shouldBlameALoadThatIsNotExtraordinaryOnlyIfItRoseWithTheHarmAndHarmLasts() {
        WatchedSite site = peaked();
        long before = site.now();
        site.read = 1.5;
        site.pass(30);
        site.dataSlowdown = 2.5;
        site.pass(70);
        assertThat(site.changes()).as("short waits are part of a busy site").isEmpty();
        site.pass(20);
        assertThat(only(site).kind()).isEqualTo(EventKind.CONTENTION);
        assertThat(only(site).onset()).isBetween(before, before + 40_000);
        site.read = 0.7;
        site.pass(180);

        assertThat(site.changes())
                .as("the slowness outlasts the load")
                .extracting(event -> event.kind() + (event.isOpen() ? " began" : " ended"))
                .containsExactly("CONTENTION began", "CONTENTION ended", "DEGRADED began");
        assertThat(site.changes().get(1).mergedInto())
                .isEqualTo(site.changes().get(2).onset());
        assertThat(site.changes().get(2).start())
                .isEqualTo(site.changes().get(0).start());
    }

    @Test
    void shouldNotBlameALoadThatRoseWithTheHarmWhenItComesAgainLater() {
        WatchedSite site = peaked();
        site.read = 1.5;
        site.dataSlowdown = 2.5;
        site.pass(50);
        site.read = 0.5;
        site.pass(400);
        site.read = 1.5;
        site.pass(120);

        assertThat(only(site).kind()).isEqualTo(EventKind.DEGRADED);
    }

    /** A site that has probes and no server samples. */
    private static WatchedSite unmeasured() {
        WatchedSite site = new WatchedSite(1);
        site.isMeasured = false;
        site.calmMinutes = 2;
        site.pass(120);
        return site;
    }

    @Test
    void shouldTellOfHarmWhoseLoadIsNotKnown() {
        WatchedSite site = unmeasured();
        long before = site.now();
        site.metadataSlowdown = 754;
        site.pass(285);
        assertThat(site.changes()).as("less than 5 min").isEmpty();
        site.pass(15);
        TrackedEvent opened = only(site);

        assertThat(opened.kind()).isEqualTo(EventKind.UNEXPLAINED);
        assertThat(opened.type()).isEqualTo(EventType.METADATA);
        assertThat(opened.onset()).isEqualTo(before + 5_000);
        assertThat(opened.start()).isEqualTo(before - 10_000);
        assertThat(opened.worstSlowdown()).isCloseTo(754, within(20.0));
        assertThat(opened.peakPerSecond()).isNaN();
        assertThat(opened.evidence()).containsExactly(HarmEvidence.PROBE);
    }

    @Test
    void shouldBelieveTheNextHarmAtOnceWithinAnHourOfAnUnexplainedEvent() {
        WatchedSite site = unmeasured();
        site.metadataSlowdown = 754;
        site.pass(300);
        site.metadataSlowdown = 1;
        site.pass(1800);
        site.restore();
        assertThat(site.changes()).hasSize(2);
        site.metadataSlowdown = 754;
        site.pass(5);
        assertThat(site.changes()).as("the second one").hasSize(3);
        site.metadataSlowdown = 1;
        site.pass(4000);
        site.metadataSlowdown = 754;
        site.pass(280);

        assertThat(site.changes())
                .as("begun, over, begun, over, and not believed more than an hour later")
                .hasSize(4)
                .allSatisfy(event -> assertThat(event.kind()).isEqualTo(EventKind.UNEXPLAINED));
    }

    @Test
    void shouldSayThatOneHostAndOneOperationAloneShowHarm() {
        WatchedSite site = unmeasured();
        site.hosts = 1;
        site.slowOperation = "DELETE";
        site.metadataSlowdown = 754;
        site.pass(300);

        assertThat(only(site).evidence()).containsExactly(HarmEvidence.PROBE, HarmEvidence.SINGLE_SOURCE);
    }

    @Test
    void shouldGoOnAsContentionWhenTheLoadIsKnownAndExplainsTheHarm() {
        WatchedSite site = unmeasured();
        site.isMeasured = true;
        site.pass(600);
        site.isMeasured = false;
        site.pass(120);
        site.dataSlowdown = 3;
        site.pass(300);
        assertThat(only(site).kind()).isEqualTo(EventKind.UNEXPLAINED);
        site.isMeasured = true;
        site.writeFactor = 30;
        site.dataSlowdown = 10;
        site.pass(60);

        assertThat(site.changes())
                .extracting(event -> event.kind() + (event.isOpen() ? " began" : " ended"))
                .containsExactly("UNEXPLAINED began", "CONTENTION began", "UNEXPLAINED ended");
        assertThat(site.changes().get(2).mergedInto())
                .isEqualTo(site.changes().get(1).onset());
        assertThat(site.open()).filteredOn(TrackedEvent::isHarm).hasSize(1);
    }

    /** A file system is seldom idle when its servers get slow. */
    @ParameterizedTest
    @CsvSource({"0.1", "0.8", "1", "1.1"})
    void shouldTellOfADegradationAtAnyLoadThatUsuallyDoesNoHarm(double load) {
        WatchedSite site = WatchedSite.known();
        site.readFactor = load;
        site.writeFactor = load;
        site.dataSlowdown = 2.5;
        site.pass(900);
        site.dataSlowdown = 1;
        site.pass(120);

        assertThat(site.changes())
                .filteredOn(event -> event.kind() == EventKind.DEGRADED)
                .as("began and ended")
                .hasSize(2);
    }

    /** When a site begins, what servers do may be known later than what probes tell, as on GlusterFS. */
    @ParameterizedTest
    @ValueSource(ints = {0, 35})
    void shouldTellOfHarmOfFiveMinutesOnASiteThatIsTwoMinutesOld(int unmeasured) {
        WatchedSite site = new WatchedSite(1);
        site.calmMinutes = 2;
        site.isMeasured = false;
        site.pass(unmeasured);
        site.isMeasured = true;
        site.pass(120 - unmeasured);
        site.writeFactor = 12;
        site.dataSlowdown = 40;
        site.pass(285);
        assertThat(site.changes()).as("two calm minutes are little to go by").isEmpty();
        site.pass(25);
        assertThat(only(site).kind()).isEqualTo(EventKind.CONTENTION);
        assertThat(only(site).type()).isEqualTo(EventType.WRITE);
        assertThat(only(site).isProvisional()).isTrue();
        assertThat(only(site).onset()).isEqualTo(WatchedSite.START + 125_000);
        site.writeFactor = 1;
        site.dataSlowdown = 1;
        site.calmMinutes = 4;
        site.pass(150);
        assertThat(site.changes()).hasSize(2);
        site.restore();
        site.writeFactor = 12;
        site.dataSlowdown = 40;
        site.pass(30);

        assertThat(site.changes()).hasSize(3);
        assertThat(site.changes().get(2).kind()).isEqualTo(EventKind.CONTENTION);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 15, 30, 45, 60})
    void shouldKnowWhichLoadsAreHarmlessHoweverRarelyServersAreSampled(int interval) {
        WatchedSite site = new WatchedSite(1);
        site.sampledEvery = interval * 1000;
        site.pass(4 * 3600);
        site.writeFactor = 12;
        site.pass(20);
        site.dataSlowdown = 3;
        site.pass(85);

        assertThat(only(site).kind()).isEqualTo(EventKind.CONTENTION);
        assertThat(only(site).type()).isEqualTo(EventType.WRITE);
    }

    /** On GlusterFS the live slowdown showed harm 15 to 30 s after its load: it counted as harmless meanwhile. */
    @Test
    void shouldTellOfTheNextHarmAtOnceAlthoughItsLoadComesBeforeTheSlowness() {
        WatchedSite site = new WatchedSite(1);
        site.calmMinutes = 2;
        site.pass(120);
        for (int seconds : new int[] {315, 5, 5}) {
            site.writeFactor = 12;
            site.pass(25);
            site.dataSlowdown = 40;
            site.pass(seconds);
            site.writeFactor = 1;
            site.dataSlowdown = 1;
            site.pass(150);
            site.calmMinutes++;
        }

        assertThat(site.changes()).as("began and ended, three times").hasSize(6).allSatisfy(event -> assertThat(
                        event.kind())
                .isEqualTo(EventKind.CONTENTION));
    }

    /** As the attacked site of the integration tests, which was five minutes old. */
    @Test
    void shouldNotTakeTheFirstBurstOfAYoungSiteForTheLoadThatItBears() {
        WatchedSite site = new WatchedSite(1);
        site.calmMinutes = 4;
        site.read = 1.6;
        site.pass(5);
        site.read = Double.NaN;
        site.pass(295);
        site.read = 3;
        site.dataSlowdown = 12;
        site.pass(310);

        assertThat(only(site).kind()).isEqualTo(EventKind.CONTENTION);
        assertThat(only(site).type()).isEqualTo(EventType.READ);
    }

    @Test
    void shouldNotBelieveASlowOperationOfAnUntrainedBaseline() {
        WatchedSite site = new WatchedSite(1);
        site.calmMinutes = 2;
        site.pass(120);
        site.metadataSlowdown = 43;
        site.metadataFactor = 12;
        site.pass(120);
        site.metadataSlowdown = 1;
        site.metadataFactor = 1;
        site.pass(600);

        assertThat(site.changes()).isEmpty();
    }

    @Test
    void shouldNotBlameLoadThatComesWhenServersAreSlowOfThemselves() {
        WatchedSite site = WatchedSite.known();
        site.readFactor = 0.5;
        site.writeFactor = 0.5;
        site.dataSlowdown = 3;
        site.pass(120);
        assertThat(only(site).kind()).isEqualTo(EventKind.DEGRADED);
        site.writeFactor = 2;
        site.pass(60);
        site.writeFactor = 1.5;
        site.dataSlowdown = 7;
        site.pass(30);
        assertThat(site.changes()).as("what piles up on slow servers").hasSize(1);
        site.writeFactor = 12;
        site.dataSlowdown = 9;
        site.pass(60);

        assertThat(site.changes()).hasSize(2);
        assertThat(site.changes().get(1).kind()).as("it doubles the slowness").isEqualTo(EventKind.CONTENTION);
    }

    @Test
    void shouldBelieveAHotspotThatHardlyIsOneOnlyIfItLasts() {
        WatchedSite site = WatchedSite.known();
        site.read = 0;
        site.writeFactor = 3;
        site.slowDown(3, 2.2, 3);
        site.pass(30);
        assertThat(site.changes()).isEmpty();
        site.pass(30);
        assertThat(site.changes()).singleElement().satisfies(event -> assertThat(event.type())
                .isEqualTo(EventType.HOTSPOT));

        WatchedSite clear = WatchedSite.known();
        clear.read = 0;
        clear.writeFactor = 3;
        clear.slowDown(3, 3, 3);
        clear.pass(30);
        assertThat(clear.changes()).hasSize(1);
    }

    @Test
    void shouldBelieveTheHotspotOfAGreatLoadSooner() {
        WatchedSite site = WatchedSite.known();
        site.slowDown(3, 20, 4);
        site.pass(20);
        assertThat(site.changes()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"60, CONTENTION", "150, DEGRADED"})
    void shouldTakeALoadThatRisesForTheCauseUnlessTheServerCountsAsDegraded(int seconds, EventKind kind) {
        WatchedSite site = WatchedSite.known();
        site.read = 0;
        site.slowDown(3, 0.5, 4);
        site.pass(seconds);
        site.serverFactor = 20;
        site.pass(30);

        assertThat(only(site).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"8, 1", "4, 0"})
    void shouldBelieveALoadAtOnceUnlessItFallsAgain(double newest, int events) {
        WatchedSite site = WatchedSite.known();
        site.read = 8;
        site.pass(10);
        site.read = newest;
        site.dataSlowdown = 5;
        site.pass(15);

        assertThat(site.changes()).hasSize(events);
    }

    @Test
    void shouldNotTakeTwoShortWaitsForOneThatLasts() {
        WatchedSite site = WatchedSite.known();
        site.read = 0.9;
        site.dataSlowdown = 3;
        site.pass(45);
        site.dataSlowdown = 1.2;
        site.pass(40);
        site.dataSlowdown = 3;
        site.pass(45);
        assertThat(site.changes()).isEmpty();

        site.pass(45);
        assertThat(only(site).type()).isEqualTo(EventType.READ);
    }

    @Test
    void shouldNotCallABusyServerDegradedAsSoonAsAnIdleOne() {
        WatchedSite idle = WatchedSite.known();
        idle.slowDown(3, 0.1, 3);
        idle.pass(120);
        assertThat(only(idle).kind()).isEqualTo(EventKind.DEGRADED);

        WatchedSite busy = WatchedSite.known();
        busy.read = 0.9;
        busy.slowServers = Set.of(WatchedSite.ost(3));
        busy.serverSlowdown = 3;
        busy.pass(120);
        assertThat(busy.changes()).isEmpty();
        busy.pass(200);
        assertThat(only(busy).kind()).isEqualTo(EventKind.DEGRADED);
    }

    private static WatchedSite knownWithSharedServers() {
        WatchedSite site = new WatchedSite(1);
        site.isShared = true;
        site.pass(3600);
        return site;
    }

    @Test
    void shouldExplainAllThatIsSlowByOneLoadWhereTheSameServersKeepDataAndMetadata() {
        WatchedSite storm = knownWithSharedServers();
        storm.metadataFactor = 20;
        storm.metadataSlowdown = 5;
        storm.dataSlowdown = 3;
        storm.pass(150);
        storm.isMetadataLost = true;
        storm.pass(10);
        storm.restore();
        storm.pass(10);
        storm.isMetadataLost = false;
        storm.pass(130);
        storm.metadataFactor = 1;
        storm.metadataSlowdown = 1;
        storm.dataSlowdown = 1;
        storm.pass(120);
        assertThat(storm.changes())
                .extracting(event -> event.kind() + " " + event.type() + (event.isOpen() ? " began" : " ended"))
                .containsExactly("CONTENTION METADATA began", "CONTENTION METADATA ended");

        WatchedSite writes = knownWithSharedServers();
        writes.writeFactor = 20;
        writes.metadataSlowdown = 5;
        writes.dataSlowdown = 3;
        writes.pass(300);
        assertThat(writes.changes())
                .extracting(event -> event.kind() + " " + event.type())
                .containsExactly("CONTENTION WRITE");

        WatchedSite apart = WatchedSite.known();
        apart.writeFactor = 20;
        apart.metadataSlowdown = 5;
        apart.dataSlowdown = 3;
        apart.pass(300);
        assertThat(apart.changes())
                .extracting(event -> event.kind() + " " + event.type())
                .containsExactlyInAnyOrder("CONTENTION WRITE", "DEGRADED METADATA");
    }

    @Test
    void shouldFindTheHotspotOfServersThatKeepBothThoughNamesAreSlowEverywhere() {
        WatchedSite site = knownWithSharedServers();
        site.read = 0;
        site.writeFactor = 0.5;
        site.slowDown(3, 10, 5);
        site.metadataSlowdown = 3;
        site.pass(120);
        assertThat(site.changes()).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(EventType.HOTSPOT);
            assertThat(event.server()).isEqualTo(WatchedSite.ost(3));
        });

        WatchedSite storm = knownWithSharedServers();
        storm.metadataFactor = 20;
        storm.metadataSlowdown = 5;
        storm.slowServers = Set.of(WatchedSite.ost(3));
        storm.serverSlowdown = 3;
        storm.pass(150);
        assertThat(storm.changes())
                .as("data of one server wait for the storm, too")
                .extracting(event -> event.kind() + " " + event.type())
                .containsExactly("CONTENTION METADATA");
    }

    @Test
    void shouldTakeAFewPercentMoreThanASteadyLoadForUsual() {
        WatchedSite site = new WatchedSite(1);
        site.writeFactor = 0;
        site.read = 1;
        site.pass(3600);
        site.read = 1.05;
        site.dataSlowdown = 3;
        site.pass(80);

        assertThat(only(site).kind()).isEqualTo(EventKind.DEGRADED);
    }

    @Test
    void shouldCallOneServerWithFarMoreLoadThanTheOthersAHotspot() {
        WatchedSite site = WatchedSite.known();
        site.slowDown(3, 20, 4);
        site.pass(120);
        site.serverFactor = 1;
        site.serverSlowdown = 1;
        site.pass(120);

        assertThat(site.changes()).hasSize(2).allSatisfy(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.CONTENTION);
            assertThat(event.type()).isEqualTo(EventType.HOTSPOT);
            assertThat(event.server()).isEqualTo(WatchedSite.ost(3));
        });
        TrackedEvent closed = site.changes().get(1);
        assertThat(closed.moved().writeBytes())
                .as("of this server alone")
                .isBetween(120 * 20 * 0.2e9 / 8, 120 * 20 * 0.8e9 / 8);
    }

    /** Few timings come from one server; a cache hides its slowness from writes. */
    @ParameterizedTest
    @CsvSource({"5, 280, 300", "9, 70, 90"})
    void shouldCallAServerDegradedSoonOfWhichOneOperationIsNotSlowOnlyIfAnotherIsVerySlow(
            double slowdown, int least, int most) {
        FileSystemWatch watch = new FileSystemWatch();
        List<TrackedEvent> events = new ArrayList<>();
        for (int second = 5; second <= 4200; second += 5) {
            boolean isSlow = second > 3600;
            long now = WatchedSite.START + 1000L * second;
            LoadSample sample = new LoadSample(now, 5000, 3e8, 3e8, 0, 3, 0, List.of(data(1), data(2), data(3)));
            List<SlidingSlowdown> slowdowns = List.of(
                    new SlidingSlowdown("scratch", "DATA_READ", now, 1, 30, 2, false, Map.of(WatchedSite.ost(1), 1.1)),
                    new SlidingSlowdown(
                            "scratch",
                            "DATA_WRITE",
                            now,
                            1,
                            30,
                            2,
                            false,
                            Map.of(WatchedSite.ost(1), isSlow ? slowdown : 1.0)));
            watch.step(now, sample, slowdowns, ContentionPolicy.DEFAULT, events::add);
        }
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.DEGRADED);
            assertThat(event.openedAt() - event.onset()).isBetween(1000L * least, 1000L * most);
        });
    }

    private static ServerLoad data(int ost) {
        return new ServerLoad(WatchedSite.ost(ost), false, 1e8, 1e8, Double.NaN);
    }

    @ParameterizedTest
    @CsvSource({"scratch-OST0005", "scratch-MDT0001"})
    void shouldCallOneSlowServerWithoutLoadDegraded(String server) {
        WatchedSite site = WatchedSite.known();
        site.slowServers = Set.of(server);
        site.serverFactor = 0.5;
        site.serverSlowdown = 3;
        site.pass(400);

        assertThat(only(site).kind()).isEqualTo(EventKind.DEGRADED);
        assertThat(only(site).server()).isEqualTo(server);
    }

    @Test
    void shouldTellOfOneHotspotWhereAJobOverloadsSeveralServers() {
        WatchedSite site = WatchedSite.known();
        site.slowDown(3, 20, 4);
        site.pass(60);
        site.slowServers = Set.of(WatchedSite.ost(1), WatchedSite.ost(3), WatchedSite.ost(5));
        site.pass(60);
        TrackedEvent during = site.open().stream()
                .filter(TrackedEvent::isHarm)
                .findFirst()
                .orElseThrow()
                .copy();
        site.restore();
        site.slowServers = Set.of(WatchedSite.ost(5));
        site.pass(120);
        List<String> shrunk = site.open().stream()
                .filter(TrackedEvent::isHarm)
                .flatMap(event -> event.servers().stream())
                .toList();
        site.slowServers = Set.of();
        site.pass(120);

        assertThat(during.servers()).containsExactly(WatchedSite.ost(1), WatchedSite.ost(3), WatchedSite.ost(5));
        assertThat(shrunk).containsExactly(WatchedSite.ost(5));
        assertThat(site.changes()).as("one began and ended").hasSize(2).allSatisfy(event -> {
            assertThat(event.type()).isEqualTo(EventType.HOTSPOT);
            assertThat(event.server()).isEqualTo(WatchedSite.ost(3));
        });
        TrackedEvent closed = site.changes().get(1);
        assertThat(closed.servers()).isEqualTo(during.servers());
        assertThat(closed.moved().writeBytes())
                .as("of 120 s on one, 60 s on another and 180 s on a third")
                .isBetween(360 * 20 * 0.2e9 / 8, 1.2 * 360 * 20 * 0.8e9 / 8);
        assertThat(closed.moved().writeBytes()).isGreaterThan(during.moved().writeBytes());
    }

    @Test
    void shouldStayWithTheHotspotThatHasMostOfTheLoad() {
        WatchedSite site = WatchedSite.known();
        site.slowServers = Set.of(WatchedSite.ost(1), WatchedSite.ost(2), WatchedSite.ost(3));
        site.serverFactor = 20;
        site.serverSlowdown = 4;
        site.pass(180);
        site.dataSlowdown = 2.5;
        site.pass(60);
        site.dataSlowdown = 1;
        site.pass(180);
        site.slowServers = Set.of();
        site.pass(120);

        assertThat(site.changes())
                .extracting(event -> event.type() + (event.isOpen() ? " began" : " ended"))
                .containsExactly("HOTSPOT began", "HOTSPOT ended");
    }

    @Test
    void shouldTellServersApartThatGetSlowAtDifferentTimes() {
        WatchedSite site = WatchedSite.known();
        site.serverSlowdown = 3;
        site.slowServers = Set.of(WatchedSite.ost(1), WatchedSite.ost(2));
        site.pass(400);
        site.slowServers = Set.of(WatchedSite.ost(1), WatchedSite.ost(2), WatchedSite.ost(6));
        site.pass(400);

        assertThat(site.changes())
                .extracting(event -> event.kind() + " " + event.server())
                .containsExactly("DEGRADED " + WatchedSite.ost(1), "DEGRADED " + WatchedSite.ost(6));
        assertThat(site.open())
                .filteredOn(TrackedEvent::isHarm)
                .extracting(TrackedEvent::servers)
                .containsExactly(List.of(WatchedSite.ost(1), WatchedSite.ost(2)), List.of(WatchedSite.ost(6)));
    }

    @Test
    void shouldNotSplitWhatIsSlowBecauseAllWasSlowForAMoment() {
        WatchedSite site = WatchedSite.known();
        site.serverSlowdown = 5;
        site.serverFactor = 0.3;
        site.slowServers = Set.of(WatchedSite.ost(1));
        site.pass(40);
        site.slowServers = Set.of(WatchedSite.ost(1), WatchedSite.ost(2));
        site.pass(65);
        site.dataSlowdown = 2.5;
        site.pass(20);
        site.dataSlowdown = 1;
        site.pass(150);

        assertThat(only(site).servers()).containsExactly(WatchedSite.ost(1));
        assertThat(site.open())
                .filteredOn(TrackedEvent::isHarm)
                .extracting(TrackedEvent::servers)
                .containsExactly(List.of(WatchedSite.ost(1), WatchedSite.ost(2)));
    }

    @Test
    void shouldTakeEventsOfServersIntoThatOfTheFileSystem() {
        WatchedSite site = WatchedSite.known();
        long before = site.now();
        site.slowServers = Set.of(WatchedSite.ost(1), WatchedSite.ost(2));
        site.serverFactor = 20;
        site.serverSlowdown = 4;
        site.pass(60);
        site.writeFactor = 20;
        site.serverFactor = 1;
        site.dataSlowdown = 4;
        site.pass(60);
        site.restore();
        site.slowServers = Set.of();
        site.writeFactor = 1;
        site.dataSlowdown = 1;
        site.pass(180);

        assertThat(site.changes())
                .extracting(event -> event.type() + (event.isOpen() ? " began" : " ended"))
                .containsExactly("HOTSPOT began", "HOTSPOT ended", "WRITE began", "WRITE ended");
        TrackedEvent hotspot = site.changes().get(1);
        TrackedEvent whole = site.changes().get(3);
        assertThat(hotspot.mergedInto()).isEqualTo(whole.onset());
        assertThat(hotspot.servers()).containsExactly(WatchedSite.ost(1), WatchedSite.ost(2));
        assertThat(whole.servers()).isEmpty();
        assertThat(whole.start()).as("when the first server got slow").isEqualTo(hotspot.start());
        assertThat(whole.start()).isBetween(before, before + 35_000);
    }

    @Test
    void shouldNotCallAServerDegradedThatRecoversLaterThanTheFileSystem() {
        WatchedSite site = WatchedSite.known();
        site.dataSlowdown = 4;
        site.readFactor = 0.3;
        site.writeFactor = 0.3;
        site.slowServers = Set.of(WatchedSite.ost(3));
        site.serverSlowdown = 4;
        site.pass(900);
        site.dataSlowdown = 1.1;
        site.serverSlowdown = 1.7;
        site.pass(120);

        assertThat(site.changes()).extracting(TrackedEvent::server).containsOnly("");
        site.pass(300);
        assertThat(site.open()).as("1.7 is not harm, only not yet calm").isEmpty();
    }

    @Test
    void shouldNotBlameServersForASlowClient() {
        WatchedSite site = WatchedSite.known();
        site.slowClient = true;
        site.slowServers = Set.of(WatchedSite.ost(3));
        site.serverSlowdown = 3;
        site.pass(900);

        assertThat(site.changes()).isEmpty();
    }

    @Test
    void shouldLearnNothingFromHarmfulLoad() {
        WatchedSite site = WatchedSite.known();
        for (int i = 0; i < 20; i++) {
            site.writeFactor = 12;
            site.dataSlowdown = 3;
            site.pass(600);
            site.writeFactor = 1;
            site.dataSlowdown = 1;
            site.pass(200);
        }

        assertThat(site.changes())
                .hasSize(40)
                .allSatisfy(event -> assertThat(event.kind()).isEqualTo(EventKind.CONTENTION))
                .allSatisfy(event -> assertThat(event.threshold()).isLessThan(1e9));
    }

    @Test
    void shouldNotTellOfWhatWaitedForALoadThatEnds() {
        WatchedSite site = WatchedSite.known();
        site.writeFactor = 12;
        site.dataSlowdown = 10;
        site.pass(120);
        site.writeFactor = 1;
        site.readFactor = 14;
        site.dataSlowdown = 2.5;
        site.pass(40);
        site.readFactor = 1;
        site.dataSlowdown = 1;
        site.pass(300);

        assertThat(site.changes())
                .extracting(event -> event.type() + (event.isOpen() ? " began" : " ended"))
                .containsExactly("WRITE began", "WRITE ended");
    }

    @Test
    void shouldTellOfASecondLoadThatTakesOver() {
        WatchedSite site = WatchedSite.known();
        site.writeFactor = 12;
        site.dataSlowdown = 3;
        site.pass(120);
        site.readFactor = 2;
        site.pass(120);
        assertThat(site.changes()).as("ordinary reads beside the writes").hasSize(1);
        site.readFactor = 14;
        site.writeFactor = 0.1;
        site.pass(240);

        assertThat(site.changes())
                .extracting(event -> event.type() + (event.isOpen() ? " began" : " ended"))
                .containsExactly("WRITE began", "READ began", "WRITE ended");
    }

    @Test
    void shouldTellOfLackOfSpaceUntilThereIsRoomAgain() {
        WatchedSite site = new WatchedSite(1);
        site.space(false, EventType.BYTES, WatchedSite.ost(1), 0.89);
        site.space(false, EventType.BYTES, WatchedSite.ost(1), 0.905);
        site.space(false, EventType.BYTES, WatchedSite.ost(2), 0.95);
        site.space(true, EventType.INODES, WatchedSite.mdt(0), 0.91);
        site.space(false, EventType.BYTES, WatchedSite.ost(2), 0.885);
        site.space(false, EventType.BYTES, WatchedSite.ost(2), 0.7);

        assertThat(site.changes())
                .extracting(event -> event.type() + " " + event.server() + (event.isOpen() ? " began" : " ended"))
                .containsExactly(
                        "BYTES scratch-OST0001 began", "INODES scratch-MDT0000 began", "BYTES scratch-OST0001 ended");
        assertThat(site.changes().get(2).fullness()).isEqualTo(0.7);
    }

    @Test
    void shouldGoOnAfterARestore() {
        List<String> whole = new ArrayList<>();
        List<String> restored = new ArrayList<>();
        for (List<String> results : List.of(whole, restored)) {
            WatchedSite site = WatchedSite.known();
            for (int i = 0; i < 12; i++) {
                site.writeFactor = i % 4 == 1 ? 12 : 1;
                site.dataSlowdown = i % 4 == 1 ? 3 : i > 8 ? 2.5 : 1;
                site.metadataSlowdown = i % 3 == 2 ? 2.5 : 1;
                site.pass(45 + 60 * (i % 7));
                if (results == restored) {
                    site.restore();
                }
            }
            site.space(true, EventType.BYTES, WatchedSite.mdt(0), 0.95);
            site.restore();
            for (TrackedEvent event : site.changes()) {
                results.add(event.kind() + " " + event.type() + " " + event.onset() + " " + event.end() + " "
                        + event.moved() + " " + event.worstSlowdown());
            }
            site.open().forEach(event -> results.add(event.kind() + " " + event.onset()));
        }

        assertThat(restored).isEqualTo(whole).hasSizeGreaterThan(4);
    }

    @Test
    void shouldRecogniseAPeakOfLoadWhetherItDoesHarmOrNot() {
        WatchedSite site = WatchedSite.known();
        long begin = site.now();
        site.writeFactor = 12;
        site.pass(300);
        site.writeFactor = 1;
        site.pass(1800);

        assertThat(site.changes()).isEmpty();
        assertThat(site.loads()).hasSize(2);
        TrackedEvent closed = site.loads().get(1);
        assertThat(closed.kind()).isEqualTo(EventKind.TRANSIENT);
        assertThat(closed.type()).isEqualTo(EventType.WRITE);
        assertThat(closed.isProvisional()).isTrue();
        assertThat(closed.start()).isBetween(begin - 600_000, begin);
        assertThat(closed.peak()).isBetween(begin, begin + 300_000);
        assertThat(closed.moved().writeBytes()).isGreaterThan(300 * 12 * 0.2e9);
        assertThat(site.watch().signature(closed).readPart()).isLessThan(0.2);
    }

    @Test
    void shouldTellOfLoadThatStaysHigh() {
        WatchedSite site = WatchedSite.known();
        long begin = site.now();
        site.readFactor = 12;
        site.pass(3600);

        assertThat(site.loads()).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.SUSTAINED);
            assertThat(event.type()).isEqualTo(EventType.READ);
            assertThat(event.onset()).isBetween(begin - 300_000, begin + 300_000);
            assertThat(event.isOpen()).isTrue();
        });
        assertThat(site.open()).anyMatch(event -> event.kind() == EventKind.SUSTAINED);
    }

    private static KnownRun run(long start, long end, long writeBytes) {
        return run(start, end, writeBytes, 1e8);
    }

    /** Its climate's median performance is 1 GB/s. */
    private static KnownRun run(long start, long end, long writeBytes, double performance) {
        return new KnownRun(
                "7/run",
                "7",
                "vasp",
                "ada",
                4,
                start * 1000,
                end * 1000,
                0,
                writeBytes,
                List.of(),
                List.of(),
                Double.NaN,
                performance,
                1e9);
    }

    @Test
    void shouldBelieveAHarmedRunIfOthersLoadedTheFileSystem() {
        WatchedSite site = new WatchedSite(1);
        site.isProbed = false;
        site.pass(5 * 3600);
        long begin = site.now();
        site.writeFactor = 12;
        site.pass(600);
        KnownRun run = run(begin, site.now(), 1_000_000_000);
        site.writeFactor = 1;
        site.pass(100);
        TrackedEvent shown = site.watch().harmShownBy(run, site.now(), ContentionPolicy.DEFAULT);

        assertThat(site.changes()).as("no probe tells").isEmpty();
        assertThat(shown.type()).isEqualTo(EventType.WRITE);
        assertThat(shown.start()).isEqualTo(begin);
        assertThat(shown.onset()).isEqualTo(begin + 5_000);
        assertThat(shown.end()).isEqualTo(begin + 600_000);
        assertThat(shown.openedAt()).isEqualTo(site.now());
        assertThat(shown.evidence()).containsExactly(HarmEvidence.RUN);
        assertThat(site.watch()
                        .harmShownBy(
                                run(begin, begin + 600_000, 4_000_000_000_000L), site.now(), ContentionPolicy.DEFAULT))
                .as("it made the load itself")
                .isNull();
        assertThat(site.watch().harmShownBy(run(begin - 1_800_000, begin, 0), site.now(), ContentionPolicy.DEFAULT))
                .as("ordinary load")
                .isNull();
        assertThat(site.watch().harmShownBy(run(begin - 86_400_000, begin, 0), site.now(), ContentionPolicy.DEFAULT))
                .as("too long ago")
                .isNull();
        for (double performance : new double[] {0.51e9, Double.NaN}) {
            assertThat(site.watch()
                            .harmShownBy(
                                    run(begin, begin + 600_000, 0, performance), site.now(), ContentionPolicy.DEFAULT))
                    .as("twice its usual time is asked for, as of probes: %s", performance)
                    .isNull();
        }
        assertThat(site.watch()
                        .harmShownBy(run(begin, begin + 600_000, 0, 0.5e9), site.now(), ContentionPolicy.DEFAULT))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"1, true", "4, true", "6, false", "10, false"})
    void shouldBelieveProbesRatherThanARun(int probedMinutes, boolean isRunBelieved) {
        WatchedSite site = WatchedSite.known();
        site.pass(4 * 3600);
        long begin = site.now();
        site.writeFactor = 12;
        for (int minute = 0; minute < 10; minute++) {
            site.isProbed = minute < probedMinutes;
            site.dataSlowdown = 2.1;
            site.pass(5);
            site.dataSlowdown = 1;
            site.pass(55);
        }
        site.isProbed = false;
        KnownRun run = run(begin, site.now(), 1_000_000_000);
        site.writeFactor = 1;
        site.restore();
        site.pass(100);
        TrackedEvent shown = site.watch().harmShownBy(run, site.now(), ContentionPolicy.DEFAULT);

        assertThat(site.changes()).as("too short for an event of the probes").isEmpty();
        assertThat(shown != null).isEqualTo(isRunBelieved);
    }

    /** Slowness that hovers about the limits, under a load that hovers about its own. */
    @Property(tries = 20)
    void shouldNeverFlapAtNoisyEdges(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WatchedSite site = new WatchedSite(seed);
        site.pass(1200);
        for (int i = 0; i < 400; i++) {
            site.dataSlowdown = random.nextDouble(1.2, 2.6);
            site.writeFactor = random.nextDouble(0.5, 4);
            site.pass(5);
        }
        Map<String, TrackedEvent> open = new HashMap<>();
        Map<String, Long> ended = new HashMap<>();
        for (TrackedEvent event : site.changes()) {
            String key = event.kind() + "/" + event.type() + "/" + event.server();
            if (event.isOpen()) {
                assertThat(open).as("opened once").doesNotContainKey(key);
                assertThat(event.onset()).isGreaterThan(ended.getOrDefault(key, Long.MIN_VALUE));
                assertThat(event.openedAt() - ended.getOrDefault(key, 0L))
                        .as("not soon after the end of another one")
                        .isGreaterThanOrEqualTo(60_000);
                open.put(key, event);
            } else {
                assertThat(open.remove(key).onset()).as("same identity").isEqualTo(event.onset());
                assertThat(event.end()).isGreaterThanOrEqualTo(event.onset());
                ended.put(key, event.end());
            }
        }
    }

    /** Servers that get slow and loaded by chance, together and alone, beside a file system that does so as well. */
    @Property(tries = 60)
    void shouldTellOfEachEventOfServersOnceWhateverHappens(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WatchedSite site = new WatchedSite(seed);
        site.pass(1200);
        for (int i = 0; i < 120; i++) {
            site.slowServers = IntStream.range(0, 8)
                    .filter(ost -> random.nextInt(3) == 0)
                    .mapToObj(WatchedSite::ost)
                    .collect(Collectors.toSet());
            site.serverSlowdown = random.nextDouble(1, 12);
            site.serverFactor = random.nextDouble(0.5, 30);
            site.dataSlowdown = random.nextInt(4) == 0 ? random.nextDouble(1, 6) : 1;
            site.writeFactor = random.nextInt(4) == 0 ? random.nextDouble(1, 20) : 1;
            site.isMeasured = random.nextInt(8) > 0;
            site.pass(5 * random.nextInt(1, 30));
            if (random.nextInt(5) == 0) {
                site.restore();
            }
            for (TrackedEvent open : site.open()) {
                assertThat(open.server().isEmpty())
                        .as(open.identity())
                        .isEqualTo(open.servers().isEmpty());
            }
        }
        site.slowServers = Set.of();
        site.dataSlowdown = 1;
        site.writeFactor = 1;
        site.isMeasured = true;
        site.pass(600);

        Set<String> open = new HashSet<>();
        for (TrackedEvent event : site.changes()) {
            assertThat(event.isOpen() ? open.add(event.identity()) : open.remove(event.identity()))
                    .as(event.identity())
                    .isTrue();
        }
        assertThat(open).as("all is over").isEmpty();
        assertThat(site.open()).noneMatch(TrackedEvent::isHarm);
    }
}
