package io.barograph.sources.gpfs;

import io.barograph.runtime.TextLineReader;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code mmperfmon query} prints: a legend that names the columns, then a table that is as wide as the terminal
 * was, so that its columns come in several blocks, each with all rows. A row is labelled with the local time at which its
 * interval ends.
 */
final class MmperfmonReport {
    private static final Pattern LEGEND = Pattern.compile("(\\d{1,9}):\\s+(\\S+)");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd-HH:mm:ss").withResolverStyle(ResolverStyle.STRICT);
    private static final int MAX_COLUMNS = 10_000;

    @FunctionalInterface
    interface Values {
        /**
         * @param value bytes for a value with a unit; NaN for {@code null}
         * @return null, or why the value is refused
         */
        String take(Column column, LocalDateTime time, double value);
    }

    private final Values values;
    private final List<Column> columns = new ArrayList<>();
    private List<Column> block = List.of();
    private int blocksEnd;
    private boolean inLegend;

    private MmperfmonReport(Values values) {
        this.values = values;
    }

    /** @throws IOException if the text cannot be read to its end */
    static void read(TextLineReader text, Values values) throws IOException {
        MmperfmonReport report = new MmperfmonReport(values);
        for (String line = text.next(); line != null; line = text.next()) {
            if (!line.isBlank()) {
                String problem = report.line(line.strip());
                if (problem != null) {
                    text.refuse(problem, line);
                }
            }
        }
    }

    private String line(String line) {
        if (line.equals("Legend:")) {
            columns.clear();
            block = List.of();
            blocksEnd = 0;
            inLegend = true;
            return null;
        }
        List<String> words = List.of(line.split("\\s+", -1));
        if (words.get(0).equals("Row")) {
            inLegend = false;
            return header(words);
        }
        Matcher entry = LEGEND.matcher(line);
        if (inLegend && entry.matches()) {
            return legend(entry);
        }
        return row(words);
    }

    private String legend(Matcher entry) {
        Column column = Column.of(entry.group(2));
        if (column == null || Integer.parseInt(entry.group(1)) != columns.size() + 1 || columns.size() == MAX_COLUMNS) {
            inLegend = false;
            columns.clear();
            return "not the next entry of a legend, node|sensor|...|metric";
        }
        columns.add(column);
        return null;
    }

    /** The next block holds the next columns of the legend. */
    private String header(List<String> words) {
        int begin = blocksEnd;
        int end = begin + words.size() - 2;
        block = List.of();
        if (words.size() < 3 || !words.get(1).equals("Timestamp") || end > columns.size()) {
            return "not Row, Timestamp and the next columns of the legend";
        }
        for (int i = begin; i < end; i++) {
            if (!columns.get(i).metric().equals(words.get(i - begin + 2))) {
                return "column " + (i + 1) + " is " + columns.get(i).metric() + " in the legend";
            }
        }
        block = List.copyOf(columns.subList(begin, end));
        blocksEnd = end;
        return null;
    }

    private String row(List<String> words) {
        if (block.isEmpty()) {
            return "it belongs to no block of columns";
        }
        LocalDateTime time = time(words);
        if (time == null) {
            return "not a row number and a time like 2019-05-15-11:01:00";
        }
        List<Double> numbers = numbers(words.subList(2, words.size()));
        if (numbers.size() != block.size()) {
            return "not " + block.size() + " values";
        }
        String problem = null;
        for (int i = 0; i < block.size(); i++) {
            String refused = values.take(block.get(i), time, numbers.get(i));
            problem = problem == null ? refused : problem;
        }
        return problem;
    }

    private static LocalDateTime time(List<String> words) {
        if (words.size() < 2 || !words.get(0).matches("\\d{1,9}")) {
            return null;
        }
        try {
            return LocalDateTime.parse(words.get(1), TIME);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** @return the values; fewer if one of them is none */
    private static List<Double> numbers(List<String> words) {
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            double number = number(words.get(i));
            if (number < 0) {
                return List.of();
            }
            boolean hasUnit = i + 1 < words.size()
                    && Character.isLetter(words.get(i + 1).charAt(0))
                    && !words.get(i + 1).equals("null");
            if (hasUnit) {
                i++;
                double unit = unit(words.get(i));
                if (unit < 0) {
                    return List.of();
                }
                number *= unit;
            }
            numbers.add(number);
        }
        return numbers;
    }

    /** @return NaN for null, -1 for what is no number */
    private static double number(String word) {
        if (word.equals("null")) {
            return Double.NaN;
        }
        return word.matches("\\d{1,18}(\\.\\d{1,18})?") ? Double.parseDouble(word) : -1;
    }

    /** mmperfmon calls 1024 bytes kB. */
    private static double unit(String word) {
        return switch (word) {
            case "B" -> 1;
            case "kB" -> 0x1p10;
            case "MB" -> 0x1p20;
            case "GB" -> 0x1p30;
            case "TB" -> 0x1p40;
            case "PB" -> 0x1p50;
            default -> -1;
        };
    }

    /**
     * What a column of an mmperfmon report stands for, as its legend says: {@code node|sensor|...|metric}.
     *
     * @param parts what lies between sensor and metric: the disk, or cluster and file system
     */
    record Column(String node, String sensor, List<String> parts, String metric) {
        private static final int MIN_PARTS = 3;

        /** @return the column; null if the text is none */
        static Column of(String key) {
            List<String> parts = List.of(key.split("\\|", -1));
            if (parts.size() < MIN_PARTS || parts.stream().anyMatch(String::isBlank)) {
                return null;
            }
            int last = parts.size() - 1;
            return new Column(parts.get(0), parts.get(1), parts.subList(2, last), parts.get(last));
        }
    }
}
