package io.barograph.verdicts.causes;

/** The ten root causes, after table II of the zoom-in analysis. */
public enum Cause {
    MANY_PHASES("too many I/O phases", Side.APPLICATION),
    SINGLE_OST("single-OST bandwidth", Side.APPLICATION),
    SMALL_DATA("small data", Side.APPLICATION),
    UNBALANCED_RANKS("unbalanced ranks", Side.APPLICATION),
    SMALL_REQUESTS("small requests", Side.APPLICATION),
    UNBALANCED_OSTS("unbalanced OSTs", Side.APPLICATION),
    BAD_WEATHER("bad weather", Side.SYSTEM),
    FILE_PER_PROCESS("file per process", Side.APPLICATION),
    READ_CACHING("read caching", Side.APPLICATION),
    WIDE_BALANCED_STRIPING("wide balanced striping", Side.APPLICATION);

    private final String title;
    private final Side side;

    Cause(String title, Side side) {
        this.title = title;
        this.side = side;
    }

    /** @return its name in records and sentences */
    public String title() {
        return title;
    }

    /** @return {@link Side#APPLICATION} or {@link Side#SYSTEM} */
    public Side side() {
        return side;
    }
}
