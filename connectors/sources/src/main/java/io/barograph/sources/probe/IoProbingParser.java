package io.barograph.sources.probe;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.barograph.schemas.ProbeOperation;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the recordings of io-probing, the tool of Kunkel and Betke, line by line. There are three forms, distinguished by
 * the first line:
 *
 * <ul>
 *   <li>latency files: header {@code time,runtime}; start since the beginning of the run and duration, seconds, of one
 *       operation that the file does not name
 *   <li>tables of its {@code parse.py}: header {@code time,dir,write,read,md-read,md-stat,md-create,md-delete}; seconds
 *       since the epoch, name of the file system, durations in seconds
 *   <li>its standard output: blocks between {@code start} and {@code end} with a {@code timestamp}, a line of statistics
 *       of the small files and one line each for {@code write} and {@code read}
 * </ul>
 *
 * <p>In the last two forms the instant is the start of the slot, in whole seconds; it is taken for the end of each of its
 * operations.
 */
final class IoProbingParser {
    private static final double MAX_SECONDS = 1e7;
    private static final String NUMBER = "([0-9]{1,20}(?:\\.[0-9]{0,20})?(?:e[+-]?[0-9]{1,3})?)";
    private static final Pattern TIMESTAMP = Pattern.compile("timestamp ([0-9]{1,12})");
    private static final Pattern TRANSFER =
            Pattern.compile("(write|read) " + NUMBER + "(?: rnd_offsets\\(([0-9 ]*)\\))?");
    private static final Pattern STATISTICS = Pattern.compile("(read|stat|create|delete)\\(" + NUMBER + "s,");
    private static final Pattern OBJECTS = Pattern.compile(" objects:([0-9]{1,12}) ");
    private static final Map<String, ProbeOperation> COLUMNS = Map.of(
            "write", ProbeOperation.DATA_WRITE,
            "read", ProbeOperation.DATA_READ,
            "md-read", ProbeOperation.READ,
            "md-stat", ProbeOperation.STAT,
            "md-create", ProbeOperation.CREATE,
            "md-delete", ProbeOperation.DELETE);

    interface Output {
        /**
         * @param offset offset in the data file; null if not given
         * @param directory what the recording calls the file system; null if it does not say
         */
        void timing(ProbeOperation operation, Instant end, double seconds, Long offset, String directory, long line);

        void refused(long line, String text, String reason);
    }

    private record Transfer(ProbeOperation operation, double seconds, Long offset, long line) {}

    private final ProbeOperation operation;
    private final Instant start;
    private final Output output;
    private BiConsumer<Long, String> form;
    private List<String> header = List.of();
    private boolean inBlock;
    private Instant timestamp;
    private final List<Transfer> pending = new ArrayList<>();

    /**
     * @param operation operation that a latency file is of; null if not known
     * @param start start of the run that a latency file is of; null if not known
     */
    IoProbingParser(ProbeOperation operation, Instant start, Output output) {
        this.operation = operation;
        this.start = start;
        this.output = output;
    }

    void line(long number, String line) {
        String text = line.strip();
        if (text.isEmpty()) {
            return;
        }
        if (form == null && text.equals("time,runtime")) {
            form = this::latency;
        } else if (form == null && text.startsWith("time,dir,")) {
            form = this::row;
            header = List.of(text.split(",", -1));
        } else {
            if (form == null) {
                form = this::block;
            }
            form.accept(number, text);
        }
    }

    /** Ends the recording; a block that is cut short is refused. */
    void end(long number) {
        if (inBlock) {
            dropBlock(number, "the recording ends within a block");
        }
    }

    private void latency(long number, String text) {
        String[] fields = text.split(",", -1);
        Optional<Double> since = fields.length == 2 ? seconds(fields[0], 1e10) : Optional.empty();
        Optional<Double> runtime = fields.length == 2 ? seconds(fields[1], MAX_SECONDS) : Optional.empty();
        if (since.isEmpty() || runtime.isEmpty()) {
            output.refused(number, text, "not two numbers of seconds");
        } else if (operation == null || start == null) {
            output.refused(number, text, "the recording does not say its operation and start; give both as options");
        } else {
            long micros = Math.round((since.get() + runtime.get()) * 1e6);
            output.timing(operation, start.plus(micros, ChronoUnit.MICROS), runtime.get(), null, null, number);
        }
    }

    private void row(long number, String text) {
        List<String> fields;
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(text)) {
            fields = reader.stream()
                    .findFirst()
                    .map(record -> record.getFields())
                    .orElse(List.of());
        } catch (CsvParseException | IOException e) {
            output.refused(number, text, "no row of a table: " + e.getMessage());
            return;
        }
        if (fields.size() != header.size()) {
            output.refused(number, text, "it has " + fields.size() + " columns, the header " + header.size());
            return;
        }
        Instant time = instant(fields.get(0));
        if (time == null) {
            output.refused(number, text, "the time is no number of seconds since the epoch");
            return;
        }
        for (int column = 2; column < fields.size(); column++) {
            ProbeOperation of = COLUMNS.get(header.get(column));
            Optional<Double> seconds = seconds(fields.get(column), MAX_SECONDS);
            if (of == null || seconds.isEmpty()) {
                output.refused(number, text, "column " + header.get(column) + " is no duration of an operation");
            } else {
                output.timing(of, time, seconds.get(), null, fields.get(1), number);
            }
        }
    }

    private void block(long number, String text) {
        Matcher stamp = TIMESTAMP.matcher(text);
        Matcher transfer = TRANSFER.matcher(text);
        if (text.equals("start")) {
            if (inBlock) {
                dropBlock(number, "the block before it has no end");
            }
            inBlock = true;
        } else if (!inBlock) {
            output.refused(number, text, "it lies outside of a block");
        } else if (text.equals("end")) {
            endBlock(number);
        } else if (stamp.matches()) {
            timestamp = instant(stamp.group(1));
        } else if (transfer.matches()) {
            transfer(number, text, transfer);
        } else if (text.startsWith("benchmark process ")) {
            statistics(number, text);
        } else {
            output.refused(number, text, "neither a timestamp nor statistics");
        }
    }

    private void transfer(long number, String text, Matcher matcher) {
        String offsets = matcher.group(3) == null ? "" : matcher.group(3).strip();
        Optional<Double> seconds = seconds(matcher.group(2), MAX_SECONDS);
        Optional<Long> offset = offset(offsets);
        if (seconds.isEmpty()) {
            output.refused(number, text, "no duration");
        } else if (offsets.contains(" ")) {
            output.refused(number, text, "a sum over several processes is no timing");
        } else {
            pending.add(new Transfer(COLUMNS.get(matcher.group(1)), seconds.get(), offset.orElse(null), number));
        }
    }

    private static Optional<Long> offset(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void statistics(long number, String text) {
        Matcher objects = OBJECTS.matcher(text);
        if (!objects.find() || Long.parseLong(objects.group(1)) != 1) {
            output.refused(number, text, "statistics over several files are no timing");
            return;
        }
        Matcher matcher = STATISTICS.matcher(text);
        while (matcher.find()) {
            ProbeOperation of = COLUMNS.get("md-" + matcher.group(1));
            Optional<Double> seconds = seconds(matcher.group(2), MAX_SECONDS);
            if (seconds.isPresent()) {
                pending.add(new Transfer(of, seconds.get(), null, number));
            } else {
                output.refused(number, text, matcher.group(1) + " has no duration");
            }
        }
    }

    private void endBlock(long number) {
        if (timestamp == null) {
            dropBlock(number, "the block has no timestamp");
            return;
        }
        for (Transfer transfer : pending) {
            output.timing(
                    transfer.operation(), timestamp, transfer.seconds(), transfer.offset(), null, transfer.line());
        }
        clearBlock();
    }

    private void dropBlock(long number, String reason) {
        output.refused(number, "", reason + "; " + pending.size() + " timings of it are lost");
        clearBlock();
    }

    private void clearBlock() {
        pending.clear();
        timestamp = null;
        inBlock = false;
    }

    private static Optional<Double> seconds(String text, double most) {
        if (!text.strip().matches(NUMBER)) {
            return Optional.empty();
        }
        double value = Double.parseDouble(text.strip());
        return value <= most ? Optional.of(value) : Optional.empty();
    }

    private static Instant instant(String seconds) {
        try {
            long value = Long.parseLong(seconds);
            return value < 0 || value > 253_402_300_799L ? null : Instant.ofEpochSecond(value);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
