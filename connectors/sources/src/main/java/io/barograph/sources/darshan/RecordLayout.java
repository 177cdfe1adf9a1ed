package io.barograph.sources.darshan;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Where the counters of a module's file record lie: record identity, rank, then the integer counters and the
 * floating-point counters in the order of the name lists that the library exports. The lists, not fixed numbers, say
 * how many there are, because later library versions append counters.
 */
final class RecordLayout {
    private static final long RANK_OFFSET = 8;
    private static final long COUNTERS_OFFSET = 16;
    private static final int MOST_COUNTERS = 1000;
    private static final long NOT_RECORDED = -1;

    private final Map<Counter, long[]> counterOffsets = new EnumMap<>(Counter.class);
    private final Map<TimeCounter, Long> timeOffsets = new EnumMap<>(TimeCounter.class);
    private final Map<Detail, Long> detailOffsets = new EnumMap<>(Detail.class);
    private final Map<TimeDetail, Long> timeDetailOffsets = new EnumMap<>(TimeDetail.class);
    private final IoModule module;
    private final RecordRules rules;

    /**
     * @param library libdarshan-util
     * @param module a module
     * @throws DarshanLibraryException if the library does not list the module's counters
     */
    RecordLayout(NativeLibrary library, IoModule module) {
        this.module = module;
        List<String> counterNames = names(library, module.counterSymbol());
        List<String> timeNames = names(library, module.timeSymbol());
        module.counters()
                .forEach((counter, names) -> counterOffsets.put(
                        counter,
                        names.stream()
                                .mapToLong(name -> offset(COUNTERS_OFFSET, name, counterNames))
                                .toArray()));
        module.details()
                .forEach((detail, name) -> detailOffsets.put(detail, offset(COUNTERS_OFFSET, name, counterNames)));
        long timesOffset = COUNTERS_OFFSET + (long) Long.BYTES * counterNames.size();
        module.times().forEach((time, name) -> timeOffsets.put(time, offset(timesOffset, name, timeNames)));
        module.timeDetails()
                .forEach((detail, name) -> timeDetailOffsets.put(detail, offset(timesOffset, name, timeNames)));
        this.rules = new RecordRules(module, COUNTERS_OFFSET, counterNames, timeNames);
    }

    RecordRules rules() {
        return rules;
    }

    /** @return the file's identity, the first field of every module's records */
    static long identity(Pointer fileRecord) {
        return fileRecord.getLong(0);
    }

    /**
     * @param fileRecord a record of this module
     * @param impossible is told of values that no run can have, which are left out
     * @return its counters; those that are -1 were not recorded and are left out
     */
    RecordValues read(Pointer fileRecord, Consumer<String> impossible) {
        Map<Counter, Long> counters = new EnumMap<>(Counter.class);
        counterOffsets.forEach((counter, offsets) -> {
            for (long offset : offsets) {
                long value = fileRecord.getLong(offset);
                if (value >= 0) {
                    counters.merge(counter, value, Math::addExact);
                } else if (value != NOT_RECORDED) {
                    impossible.accept(module.counters().get(counter) + " of " + value);
                }
            }
        });
        Map<Detail, Long> details = new EnumMap<>(Detail.class);
        detailOffsets.forEach((detail, offset) -> {
            long value = fileRecord.getLong(offset);
            if (value >= 0) {
                details.put(detail, value);
            } else if (value != NOT_RECORDED) {
                impossible.accept(module.details().get(detail) + " of " + value);
            }
        });
        Map<TimeCounter, Double> seconds = new EnumMap<>(TimeCounter.class);
        // Sound logs of old versions do have negative times; they are summed as Darshan's own tools do.
        timeOffsets.forEach(
                (time, offset) -> read(fileRecord, offset, module.times().get(time), impossible)
                        .ifPresent(value -> seconds.put(time, value)));
        Map<TimeDetail, Double> timeDetails = new EnumMap<>(TimeDetail.class);
        timeDetailOffsets.forEach((detail, offset) -> read(
                        fileRecord, offset, module.timeDetails().get(detail), impossible)
                .ifPresent(value -> timeDetails.put(detail, value)));
        return new RecordValues(
                identity(fileRecord), fileRecord.getLong(RANK_OFFSET), counters, seconds, details, timeDetails);
    }

    private static OptionalDouble read(Pointer fileRecord, long offset, String name, Consumer<String> impossible) {
        double value = fileRecord.getDouble(offset);
        if (!Double.isFinite(value)) {
            impossible.accept(name + " of " + value);
            return OptionalDouble.empty();
        }
        return value == NOT_RECORDED ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private long offset(long base, String name, List<String> names) {
        return base + (long) Long.BYTES * indexOf(name, names, module);
    }

    private static int indexOf(String name, List<String> names, IoModule module) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new DarshanLibraryException("libdarshan-util lists no counter " + name + " of module "
                    + module.darshanName() + "; its version does not fit");
        }
        return index;
    }

    private static List<String> names(NativeLibrary library, String symbol) {
        Pointer list = library.getGlobalVariableAddress(symbol);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < MOST_COUNTERS; i++) {
            String name = list.getPointer((long) i * Native.POINTER_SIZE).getString(0);
            if (name.endsWith("_NUM_INDICES")) {
                return names;
            }
            names.add(name);
        }
        throw new DarshanLibraryException("libdarshan-util's list " + symbol + " has no end; its version does not fit");
    }
}
