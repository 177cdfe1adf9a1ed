package io.barograph.jobstats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.servers.counters.CounterBounds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** A server with a few jobs, polled at uneven intervals; the collector lists the jobs whose counters changed. */
class ServerJobsPropertiesTest {
    private static final long HOUR = 3_600_000;
    private static final long BEGIN = 500_000 * HOUR;

    /** What one entry of a job showed, from its begin until it was cleared. */
    private static final class Life {
        final long since;
        JobTraffic counters = JobTraffic.NONE;
        JobTraffic firstListed;
        JobTraffic lastListed;

        Life(long since) {
            this.since = since;
        }
    }

    private static final class Server {
        final Random random;
        final boolean statesBegin;
        final boolean resets;
        final List<List<Life>> lives = new ArrayList<>();
        final List<JobPoll> polls = new ArrayList<>();
        JobTraffic counters = new JobTraffic(1_000_000, 2_000_000, 3_000);
        long time = BEGIN;

        Server(Random random, boolean statesBegin, boolean resets) {
            this.random = random;
            this.statesBegin = statesBegin;
            this.resets = resets;
            for (int job = 0; job < 4; job++) {
                Life life = new Life(BEGIN - 1 - random.nextInt(100_000));
                life.counters = amount(1_000);
                lives.add(new ArrayList<>(List.of(life)));
            }
        }

        JobTraffic amount(int most) {
            return new JobTraffic(random.nextInt(most), random.nextInt(most), random.nextInt(most));
        }

        void run(int count) {
            poll(false);
            for (int i = 1; i < count; i++) {
                long next = time + 1 + random.nextInt(90_000);
                for (List<Life> job : lives) {
                    if (resets && random.nextInt(6) == 0) {
                        job.add(new Life(time + 1 + random.nextInt((int) (next - time))));
                    }
                    if (random.nextInt(3) > 0) {
                        JobTraffic moved = amount(10_000);
                        Life life = job.get(job.size() - 1);
                        life.counters = life.counters.plus(moved);
                        counters = counters.plus(moved);
                    }
                }
                counters = counters.plus(amount(100));
                time = next;
                poll(true);
            }
        }

        /** At the first poll some jobs are listed, as after a start of the collector or not. */
        void poll(boolean all) {
            List<JobPoll.Entry> entries = new ArrayList<>();
            for (int job = 0; job < lives.size(); job++) {
                Life life = lives.get(job).get(lives.get(job).size() - 1);
                boolean changed = !life.counters.equals(life.lastListed) && !life.counters.isNone();
                if (changed && (all || random.nextBoolean())) {
                    life.firstListed = life.firstListed == null ? life.counters : life.firstListed;
                    life.lastListed = life.counters;
                    String id = Integer.toString(job);
                    entries.add(new JobPoll.Entry(
                            id,
                            JobIdentity.of(id, null, null),
                            statesBegin ? life.since : JobPoll.NOT_STATED,
                            life.counters));
                }
            }
            polls.add(new JobPoll(time, counters, entries));
        }

        /** Polls in order, some of them doubled or split, some come once more later. */
        List<JobPoll> delivered() {
            List<JobPoll> delivered = new ArrayList<>();
            for (int i = 0; i < polls.size(); i++) {
                JobPoll poll = polls.get(i);
                int cut = random.nextInt(poll.entries().size() + 1);
                List<JobPoll.Entry> entries = poll.entries();
                delivered.add(new JobPoll(poll.time(), poll.server(), entries.subList(0, cut)));
                if (cut < entries.size()) {
                    delivered.add(new JobPoll(poll.time(), poll.server(), entries.subList(cut, entries.size())));
                }
                if (random.nextInt(3) == 0) {
                    delivered.add(poll);
                }
                if (random.nextInt(3) == 0) {
                    delivered.add(polls.get(random.nextInt(i + 1)));
                }
            }
            return delivered;
        }

        /** Not by increments: of each life what it showed last, less what it had before it was watched. */
        Map<String, JobTraffic> moved() {
            Map<String, JobTraffic> moved = new TreeMap<>();
            for (int job = 0; job < lives.size(); job++) {
                JobTraffic sum = JobTraffic.NONE;
                for (Life life : lives.get(job)) {
                    if (life.lastListed != null) {
                        sum = sum.plus(life.since < BEGIN ? life.lastListed.since(life.firstListed) : life.lastListed);
                    }
                }
                if (!sum.isNone()) {
                    moved.put(Integer.toString(job), sum);
                }
            }
            return moved;
        }
    }

    private static List<PollDelta> insertAll(List<JobPoll> polls, ServerJobs jobs) {
        List<PollDelta> movements = new ArrayList<>();
        polls.forEach(poll -> jobs.insert(poll, CounterBounds.DEFAULT, movements::add));
        return movements;
    }

    private static Map<String, JobTraffic> sums(List<PollDelta> movements) {
        Map<String, JobTraffic> sums = new TreeMap<>();
        for (PollDelta movement : movements) {
            movement.jobs().forEach((job, moved) -> sums.merge(job.id(), moved, JobTraffic::plus));
        }
        return sums;
    }

    @Property(tries = 300)
    void shouldAddUpToWhatTheEntriesShowedWhateverIsResetDoubledOrOutOfOrder(@ForAll Random random) {
        Server server = new Server(random, true, true);
        server.run(30);
        List<PollDelta> movements = insertAll(server.delivered(), new ServerJobs(6 * HOUR));

        assertThat(sums(movements)).isEqualTo(server.moved());
    }

    @Property(tries = 300)
    void shouldAddUpToTheFinalCountersWhereTheServerStatesNoBegin(@ForAll Random random) {
        Server server = new Server(random, false, false);
        server.poll(true);
        server.run(30);
        List<PollDelta> movements = insertAll(server.delivered(), new ServerJobs(6 * HOUR));

        assertThat(sums(movements)).isEqualTo(server.moved());
    }

    @Property(tries = 300)
    void shouldAddUpToWhatTheEntriesShowedWhereOnePollsTurnComesAfterTheNext(@ForAll Random random) {
        Server server = new Server(random, true, false);
        server.poll(true);
        server.run(30);
        List<JobPoll> late = new ArrayList<>(server.polls);
        for (int i = 2; i + 1 < late.size(); i += 2 + random.nextInt(3)) {
            Collections.swap(late, i, i + 1);
        }

        assertThat(sums(insertAll(late, new ServerJobs(6 * HOUR)))).isEqualTo(server.moved());
    }

    @Property(tries = 100)
    void shouldTileTimeAndAddUpToWhatTheServerMoved(@ForAll Random random) {
        Server server = new Server(random, true, true);
        server.run(30);
        JobTraffic first = server.polls.get(0).server();
        List<PollDelta> movements = insertAll(server.delivered(), new ServerJobs(6 * HOUR));

        JobTraffic sum = JobTraffic.NONE;
        long to = BEGIN;
        for (PollDelta movement : movements) {
            if (movement.server() != null) {
                assertThat(movement.from()).isEqualTo(to);
                to = movement.to();
                sum = sum.plus(movement.server());
            }
        }
        assertThat(to).isEqualTo(server.time);
        assertThat(sum).isEqualTo(server.counters.since(first));
    }

    @Property(tries = 100)
    void shouldGiveEachMinuteItsShareAndLoseNothing(
            @ForAll Random random, @ForAll @LongRange(max = 9_000) long tolerance) {
        Server server = new Server(random, true, true);
        server.run(20);
        List<PollDelta> movements = insertAll(server.delivered(), new ServerJobs(6 * HOUR));
        Map<Long, ServerMinute> minutes = new TreeMap<>();
        for (PollDelta movement : movements) {
            ServerMinute.spread(
                    movement, tolerance, minute -> minutes.computeIfAbsent(minute, unused -> new ServerMinute()));
        }

        Map<String, JobTraffic> sums = new TreeMap<>();
        long covered = 0;
        JobTraffic ofServer = JobTraffic.NONE;
        for (ServerMinute minute : minutes.values()) {
            assertThat(minute.coveredMillis()).isBetween(0L, ServerMinute.MINUTE);
            covered += minute.coveredMillis();
            ofServer = ofServer.plus(minute.server());
            minute.jobs().forEach((job, moved) -> sums.merge(job.id(), moved, JobTraffic::plus));
        }
        assertThat(covered).isCloseTo(server.time - BEGIN, within(2 * tolerance));
        assertThat(sums).isEqualTo(server.moved());
        assertThat(ofServer).isEqualTo(server.counters.since(server.polls.get(0).server()));
    }

    @Property(tries = 50)
    void shouldGoOnFromItsBinaryForm(@ForAll Random random) throws IOException {
        Server server = new Server(random, true, true);
        server.run(20);
        List<JobPoll> delivered = server.delivered();
        int half = delivered.size() / 2;
        ServerJobs undisturbed = new ServerJobs(6 * HOUR);
        ServerJobs first = new ServerJobs(6 * HOUR);
        insertAll(delivered.subList(0, half), undisturbed);
        insertAll(delivered.subList(0, half), first);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        first.writeTo(new DataOutputStream(bytes));
        ServerJobs second = ServerJobs.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        List<JobPoll> rest = delivered.subList(half, delivered.size());
        List<PollDelta> expected = insertAll(rest, undisturbed);
        assertThat(insertAll(rest, second)).isEqualTo(expected);
    }
}
