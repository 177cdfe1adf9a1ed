package io.barograph.collectors.darshan;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where the counters of a module's file record lie: record identity, rank, then the integer counters and the
 * floating-point counters in the order of the name lists that the library exports. The lists, not fixed numbers, say
 * how many there are, because later library versions append counters.
 */
final class RecordLayout {
    private static final long COUNTERS_OFFSET = 16;
    private static final int MOST_COUNTERS = 1000;
    private static final long NOT_RECORDED = -1;

    private final Map<Counter, long[]> counterOffsets = new EnumMap<>(Counter.class);
    private final Map<TimeCounter, Long> timeOffsets = new EnumMap<>(TimeCounter.class);
    private final IoModule module;

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
                                .mapToLong(name ->
                                        COUNTERS_OFFSET + (long) Long.BYTES * indexOf(name, counterNames, module))
                                .toArray()));
        long timesOffset = COUNTERS_OFFSET + (long) Long.BYTES * counterNames.size();
        module.times()
                .forEach((time, name) ->
                        timeOffsets.put(time, timesOffset + (long) Double.BYTES * indexOf(name, timeNames, module)));
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
        Map<TimeCounter, Double> seconds = new EnumMap<>(TimeCounter.class);
        timeOffsets.forEach((time, offset) -> {
            double value = fileRecord.getDouble(offset);
            // Sound logs of old versions do have negative times; they are summed as Darshan's own tools do.
            if (!Double.isFinite(value)) {
                impossible.accept(module.times().get(time) + " of " + value);
            } else if (value != NOT_RECORDED) {
                seconds.put(time, value);
            }
        });
        return new RecordValues(counters, seconds);
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
