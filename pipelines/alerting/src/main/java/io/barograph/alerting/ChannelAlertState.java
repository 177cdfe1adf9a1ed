package io.barograph.alerting;

import io.barograph.alerting.AlertNotification.Change;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What one channel has received of one alert. */
final class ChannelAlertState {
    /** What has been sent of it. */
    enum Level {
        /** Nothing yet. */
        NOTHING,
        /** Kept for the next digest. */
        HELD,
        /** In a digest; its end is not sent. */
        DIGESTED,
        /** The channel did not take it; its end is not sent. */
        GIVEN_UP,
        /** That it has begun; its end must be sent. */
        OPEN,
        /** Everything is sent. */
        OVER;

        static Level after(Change change, boolean delivered) {
            return switch (change) {
                case BEGUN -> delivered ? OPEN : GIVEN_UP;
                case CHANGED -> OPEN;
                case BEGUN_AND_OVER, OVER -> OVER;
            };
        }
    }

    Level level = Level.NOTHING;
    int episode;
    Severity severity = Severity.INFO;
    /** Severity in the message that began it, which stays among the labels of all that follow. */
    Severity opening = Severity.INFO;

    boolean unknown;
    String gist = "";
    String thread = "";

    /** Wall clock of the last message about it. */
    long at = Long.MIN_VALUE / 2;

    /** Wall clock since which something waits to be sent; 0 if nothing does. */
    long dueSince;

    /** A new episode begins anew, unless the end of the one before was not sent yet: then it goes on. */
    void follow(int currentEpisode) {
        if (episode != currentEpisode) {
            episode = currentEpisode;
            if (level != Level.OPEN && level != Level.HELD) {
                level = Level.NOTHING;
                dueSince = 0;
            }
        }
    }

    void record(Level newLevel, AlertView view, String newThread, Severity newOpening, long now) {
        level = newLevel;
        episode = view.episode();
        severity = view.severity();
        unknown = view.unknown();
        gist = view.story().gist();
        thread = newThread;
        opening = newOpening;
        at = now;
        dueSince = 0;
    }

    void digest(int currentEpisode, Severity currentSeverity, long now) {
        level = Level.DIGESTED;
        episode = currentEpisode;
        severity = currentSeverity;
        at = now;
        dueSince = 0;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeUTF(level.name());
        out.writeInt(episode);
        out.writeUTF(severity.name());
        out.writeUTF(opening.name());
        out.writeBoolean(unknown);
        out.writeUTF(gist);
        out.writeUTF(thread);
        out.writeLong(at);
        out.writeLong(dueSince);
    }

    static ChannelAlertState readFrom(DataInput in) throws IOException {
        ChannelAlertState state = new ChannelAlertState();
        state.level = Level.valueOf(in.readUTF());
        state.episode = in.readInt();
        state.severity = Severity.valueOf(in.readUTF());
        state.opening = Severity.valueOf(in.readUTF());
        state.unknown = in.readBoolean();
        state.gist = in.readUTF();
        state.thread = in.readUTF();
        state.at = in.readLong();
        state.dueSince = in.readLong();
        return state;
    }
}
