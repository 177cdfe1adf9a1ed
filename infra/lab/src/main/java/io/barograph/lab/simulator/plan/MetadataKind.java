package io.barograph.lab.simulator.plan;

import java.util.Locale;

/** Metadata operations by the names that Lustre gives them, and how much work each is for an MDT. */
public enum MetadataKind {
    OPEN(0, 1000),
    CLOSE(1, 500),
    GETATTR(2, 400),
    SETATTR(3, 800),
    MKNOD(4, 2000),
    UNLINK(5, 1500),
    MKDIR(6, 2500),
    GETXATTR(7, 300),
    STATFS(8, 300);

    /** An MDT's capacity is stated in operations of this much work. */
    public static final int WORK_OF_ONE_OPERATION = 1000;

    private final int slot;
    private final int work;
    private final String lustreName = name().toLowerCase(Locale.ROOT);

    MetadataKind(int slot, int work) {
        this.slot = slot;
        this.work = work;
    }

    /** @return place of its counter, from 0 */
    public int slot() {
        return slot;
    }

    public int work() {
        return work;
    }

    public String lustreName() {
        return lustreName;
    }
}
