package io.barograph.contention.event;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Events of single servers, those of one cause as one event with a list of servers: servers that are overloaded at the
 * same time, and servers that got slow of themselves within {@link ContentionPolicy#degradedAfter} of each other. The
 * first server gives the event its identity; the event is over when it is over on all of them.
 *
 * <p>Size: for each event that is open, some 400 bytes and the names of its servers.
 */
public final class ServerEvents {
    private static final RecordForm<Member> MEMBER = RecordForm.of(Member.class);
    private static final RecordForm<ServerTraffic> TRAFFIC = RecordForm.of(ServerTraffic.class);

    private final List<Group> groups = new ArrayList<>();

    /** An event of one server, which may have one for its load and one for its slowness. */
    private record Member(String server, EventKind kind) implements Comparable<Member> {
        private static final Comparator<Member> ORDER =
                Comparator.comparing(Member::server).thenComparing(Member::kind);

        static Member of(TrackedEvent one) {
            return new Member(one.server(), one.kind());
        }

        @Override
        public int compareTo(Member other) {
            return ORDER.compare(this, other);
        }
    }

    /** One event. */
    private static final class Group {
        private final boolean metadata;
        private final TrackedEvent event;
        private final TreeSet<Member> slow = new TreeSet<>();
        private final TreeSet<String> all = new TreeSet<>();
        private long latestOnset;
        /** By servers that are not slow any more. */
        private ServerTraffic movedBefore = ServerTraffic.NONE;

        Group(boolean metadata, TrackedEvent event) {
            this.metadata = metadata;
            this.event = event;
        }

        void add(TrackedEvent one) {
            slow.add(Member.of(one));
            all.add(one.server());
            latestOnset = Math.max(latestOnset, one.onset());
            event.on(servers());
        }

        void remove(TrackedEvent one) {
            slow.remove(Member.of(one));
            if (!holds(one.server())) {
                movedBefore = movedBefore.plus(one.moved());
            }
            event.resemble(one);
            event.on(servers());
        }

        SortedSet<String> servers() {
            TreeSet<String> servers = new TreeSet<>();
            slow.forEach(member -> servers.add(member.server));
            return servers;
        }

        boolean holds(String server) {
            return slow.stream().anyMatch(member -> member.server.equals(server));
        }

        void end(long time) {
            event.moved(movedBefore);
            event.on(all);
            event.end(time);
        }

        void writeTo(DataOutput out) throws IOException {
            out.writeBoolean(metadata);
            event.writeTo(out);
            BinaryCollections.write(slow, out, MEMBER);
            BinaryCollections.write(all, out, BinaryCollections.TEXT);
            out.writeLong(latestOnset);
            TRAFFIC.write(movedBefore, out);
        }

        static Group readFrom(DataInput in) throws IOException {
            Group group = new Group(in.readBoolean(), TrackedEvent.readFrom(in));
            BinaryCollections.read(in, MEMBER, group.slow::add);
            BinaryCollections.read(in, DataInput::readUTF, group.all::add);
            group.latestOnset = in.readLong();
            group.movedBefore = TRAFFIC.read(in);
            return group;
        }
    }

    /**
     * @param one event of one server that begins
     * @param metadata whether it is a metadata server
     * @param out gets the event that it opens; nothing if it is part of another one
     */
    public void begin(TrackedEvent one, boolean metadata, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        for (Group group : groups) {
            if (group.metadata == metadata && isSameCause(group, one, policy)) {
                group.add(one);
                return;
            }
        }
        Group group = new Group(metadata, one.copy());
        group.add(one);
        groups.add(group);
        out.accept(group.event);
    }

    /**
     * A hotspot that lasts takes in others as its job reaches more servers, and servers that got slow when it began and
     * whose part of its load is not so clear. Hardware that fails does so at once, some time between start and onset.
     */
    private static boolean isSameCause(Group group, TrackedEvent one, ContentionPolicy policy) {
        boolean isHotspot = group.event.kind() == EventKind.CONTENTION;
        long tolerance = policy.degradedAfter().toMillis();
        return (isHotspot && one.kind() == EventKind.CONTENTION)
                || ((isHotspot || group.event.kind() == one.kind())
                        && one.onset() >= group.event.start() - tolerance
                        && one.start() <= group.latestOnset + tolerance);
    }

    /**
     * @param one event of one server that is over
     * @param out gets the event that it was the last part of
     */
    public void end(TrackedEvent one, Consumer<TrackedEvent> out) {
        for (Iterator<Group> all = groups.iterator(); all.hasNext(); ) {
            Group group = all.next();
            if (group.slow.contains(Member.of(one))) {
                group.remove(one);
                if (group.slow.isEmpty()) {
                    group.end(one.end());
                    out.accept(group.event);
                    all.remove();
                }
            }
        }
    }

    /**
     * The file system as a whole has an event: it takes in those of its servers that have the same cause.
     *
     * @param isPart whether an event of servers has the same cause
     * @param open what is known of the event of a kind on a server that is slow
     * @return the servers that are slow in no other event
     */
    public SortedSet<String> mergeInto(
            TrackedEvent whole,
            boolean metadata,
            Predicate<TrackedEvent> isPart,
            BiFunction<String, EventKind, TrackedEvent> open,
            Consumer<TrackedEvent> out) {
        follow(open);
        TreeSet<String> servers = new TreeSet<>();
        groups.removeIf(group -> {
            if (group.metadata != metadata || !isPart.test(group.event)) {
                return false;
            }
            servers.addAll(group.servers());
            ServerTraffic moved = group.event.moved();
            group.end(whole.openedAt());
            group.event.moved(moved);
            group.event.mergeInto(whole.onset());
            whole.beginAt(Math.min(whole.start(), group.event.start()));
            out.accept(group.event);
            return true;
        });
        groups.forEach(group -> servers.removeAll(group.servers()));
        return servers;
    }

    /**
     * Brings the events up to date.
     *
     * @param open what is known of the event of a kind on a server that is slow
     */
    public void follow(BiFunction<String, EventKind, TrackedEvent> open) {
        for (Group group : groups) {
            ServerTraffic moved = group.movedBefore;
            String before = "";
            for (Member member : group.slow) {
                TrackedEvent one = open.apply(member.server, member.kind);
                group.event.resemble(one);
                moved = member.server.equals(before) ? moved : moved.plus(one.moved());
                before = member.server;
            }
            group.event.moved(moved);
        }
    }

    /** @return the events, oldest first */
    public Collection<TrackedEvent> open() {
        return groups.stream().map(group -> group.event).toList();
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(groups, out, Group::writeTo);
    }

    /** @return what {@link #writeTo} wrote */
    public static ServerEvents readFrom(DataInput in) throws IOException {
        ServerEvents events = new ServerEvents();
        BinaryCollections.read(in, Group::readFrom, events.groups::add);
        return events;
    }
}
