package io.barograph.verdicts.explanation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The columns of the additive monotone model: each input becomes a piecewise linear function that never falls, through 0
 * where the input is as usual, made of three steps above and one below it. Behind them the memory of earlier runs, then a
 * constant, which belongs to no cause.
 */
final class LossModelColumns {
    /** Where the steps above 0 end: twice, 4.5 times, 20 times the usual value on a logarithmic scale. */
    private static final double[] KNOTS = {0.7, 1.5, 3};

    private static final int STEPS = KNOTS.length + 1;

    private static final List<WeatherInput> INPUTS = List.of(WeatherInput.values());
    private static final double PRIOR_OF_TRAFFIC = 0.06;
    private static final double PRIOR_OF_OTHER_DIRECTION = 0.03;
    private static final double PRIOR_OF_INPUT = 0.03;
    private static final double PRIOR_OF_DIRECTORY_READS = 0.15;

    /** Last run, recent runs, other motifs by time constant. */
    private static final List<Column> OF_MEMORY = List.of(
            new Column(LossCause.LASTING, null, 0.25),
            new Column(LossCause.LASTING, null, 0.4),
            new Column(LossCause.SLOW_FOR_OTHERS, null, 0.15),
            new Column(LossCause.SLOW_FOR_OTHERS, null, 0.15),
            new Column(LossCause.SLOW_FOR_OTHERS, null, 0));

    private static final List<Column> COLUMNS = new ArrayList<>();

    /** First column of the memory. */
    static final int MEMORY;

    static final int CONSTANT;
    static final int COUNT;

    static {
        for (WeatherInput input : INPUTS) {
            for (int direction = 0; direction < (input.isByDirection() ? 2 : 1); direction++) {
                COLUMNS.addAll(Collections.nCopies(STEPS, new Column(input.cause(), input, prior(input, direction))));
            }
        }
        MEMORY = COLUMNS.size();
        COLUMNS.addAll(OF_MEMORY);
        CONSTANT = COLUMNS.size();
        COLUMNS.add(new Column(null, null, 0));
        COUNT = COLUMNS.size();
    }

    /**
     * One column.
     *
     * @param cause null for the constant
     * @param input null where it is none
     * @param prior what is assumed before a file system has had runs: small shares of what slows runs everywhere, from the
     *     fits of a year of runs on five file systems (docs/anomalies.md), rounded
     */
    record Column(LossCause cause, WeatherInput input, double prior) {}

    private LossModelColumns() {}

    private static double prior(WeatherInput input, int direction) {
        if (input.isByDirection()) {
            boolean isSame = (input.cause() == LossCause.LOAD_READ) == (direction == 0);
            return isSame ? PRIOR_OF_TRAFFIC : PRIOR_OF_OTHER_DIRECTION;
        }
        return input == WeatherInput.DIRECTORY_READS ? PRIOR_OF_DIRECTORY_READS : PRIOR_OF_INPUT;
    }

    static Column get(int place) {
        return COLUMNS.get(place);
    }

    /**
     * @param worse how much worse than usual each input is, in the order of {@link WeatherInput}
     * @param readPart bytes read / bytes of the run
     * @return the columns; those of the memory are 0
     */
    static double[] of(double[] worse, double readPart) {
        double[] columns = new double[COUNT];
        int column = 0;
        for (int i = 0; i < worse.length; i++) {
            double value = worse[i];
            if (INPUTS.get(i).isByDirection()) {
                put(columns, column, value, readPart);
                put(columns, column + STEPS, value, 1 - readPart);
                column += 2 * STEPS;
            } else {
                put(columns, column, value, 1);
                column += STEPS;
            }
        }
        columns[CONSTANT] = 1;
        return columns;
    }

    private static void put(double[] columns, int first, double worse, double part) {
        double below = 0;
        for (int i = 0; i < KNOTS.length; i++) {
            columns[first + i] = part * Math.max(0, Math.min(worse, KNOTS[i]) - below);
            below = KNOTS[i];
        }
        columns[first + KNOTS.length] = part * Math.max(Math.min(worse, 0), -below);
    }
}
