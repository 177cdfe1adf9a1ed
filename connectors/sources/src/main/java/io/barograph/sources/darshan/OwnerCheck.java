package io.barograph.sources.darshan;

import io.barograph.runtime.UserFile;
import java.util.Optional;

/** Where a log must belong to the user that it names: anybody who may write to the folder can forge the user id in it. */
public enum OwnerCheck {
    /** In folders that group or others may write to, as Darshan needs them. */
    SHARED,
    /** Also where the mode does not show who may write, as with the access lists of GPFS and NFS 4. */
    ALWAYS,
    /** For a copy whose files belong to somebody else, in a folder that others may write to. */
    NEVER;

    private static final long ROOT = 0;

    /**
     * @return why the log is refused; empty if it may be the user's. A file of root with no second name is a copy by
     *     root
     */
    Optional<String> problem(long user, UserFile log) {
        boolean copyByRoot = log.owner() == ROOT && log.links() == 1;
        if (!isFor(log) || log.owner() == user || copyByRoot) {
            return Optional.empty();
        }
        return Optional.of("it names user " + user + " but its file belongs to user " + log.owner()
                + ", and others may write to its folder: a forged user id, or a link to a file of somebody else; for a"
                + " copy of logs under another account set ownerCheck to never");
    }

    /** @return whether the owner of this log counts */
    boolean isFor(UserFile log) {
        return this == ALWAYS || (this == SHARED && log.isInSharedFolder());
    }
}
