package io.barograph.verdicts.causes;

/** The ten root causes, after table II of the zoom-in analysis. */
public enum CauseKind {
    MANY_PHASES("too many I/O phases", CauseSide.APPLICATION),
    SINGLE_OST("single-OST bandwidth", CauseSide.APPLICATION),
    SMALL_DATA("small data", CauseSide.APPLICATION),
    UNBALANCED_RANKS("unbalanced ranks", CauseSide.APPLICATION),
    SMALL_REQUESTS("small requests", CauseSide.APPLICATION),
    UNBALANCED_OSTS("unbalanced OSTs", CauseSide.APPLICATION),
    BAD_WEATHER("bad weather", CauseSide.SYSTEM),
    FILE_PER_PROCESS("file per process", CauseSide.APPLICATION),
    READ_CACHING("read caching", CauseSide.APPLICATION),
    WIDE_BALANCED_STRIPING("wide balanced striping", CauseSide.APPLICATION);

    private final String title;
    private final CauseSide side;

    CauseKind(String title, CauseSide side) {
        this.title = title;
        this.side = side;
    }

    /** @return its name in records and sentences */
    public String title() {
        return title;
    }

    /** @return {@link CauseSide#APPLICATION} or {@link CauseSide#SYSTEM} */
    public CauseSide side() {
        return side;
    }
}
