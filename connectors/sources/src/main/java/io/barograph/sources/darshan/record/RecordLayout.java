package io.barograph.sources.darshan.record;

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
public final class RecordLayout {
    private static final long RANK_OFFSET = 8;
    private static final long COUNTERS_OFFSET = 16;
    private static final int MAX_COUNTERS = 1000;
    private static final long NOT_RECORDED = -1;

    private final Map<SummedCounter, long[]> counterOffsets = new EnumMap<>(SummedCounter.class);
    private final Map<SummedTimeCounter, Long> timeOffsets = new EnumMap<>(SummedTimeCounter.class);
    private final Map<PerRecordCounter, Long> detailOffsets = new EnumMap<>(PerRecordCounter.class);
    private final Map<PerRecordTimeCounter, Long> timeDetailOffsets = new EnumMap<>(PerRecordTimeCounter.class);
    private final IoModule module;
    private final RecordRules rules;

    /** @throws DarshanLibraryException if the library does not list the module's counters */
    public RecordLayout(NativeLibrary library, IoModule module) {
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

    public RecordRules rules() {
        return rules;
    }

    /** @return the file's identity, the first field of every module's records */
    public static long identity(Pointer fileRecord) {
        return fileRecord.getLong(0);
    }

    /**
     * @param impossible receives values that no run can have, which are left out
     * @return its counters; those that are -1 were not recorded and are left out
     */
    public RecordValues read(Pointer fileRecord, Consumer<String> impossible) {
        Map<SummedCounter, Long> counters = new EnumMap<>(SummedCounter.class);
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
        Map<PerRecordCounter, Long> details = new EnumMap<>(PerRecordCounter.class);
        detailOffsets.forEach((detail, offset) -> {
            long value = fileRecord.getLong(offset);
            if (value >= 0) {
                details.put(detail, value);
            } else if (value != NOT_RECORDED) {
                impossible.accept(module.details().get(detail) + " of " + value);
            }
        });
        Map<SummedTimeCounter, Double> seconds = new EnumMap<>(SummedTimeCounter.class);
        // Sound logs of old versions do have negative times; they are summed as Darshan's own tools do.
        timeOffsets.forEach(
                (time, offset) -> read(fileRecord, offset, module.times().get(time), impossible)
                        .ifPresent(value -> seconds.put(time, value)));
        Map<PerRecordTimeCounter, Double> timeDetails = new EnumMap<>(PerRecordTimeCounter.class);
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
        int index = names.indexOf(name);
        if (index < 0) {
            throw new DarshanLibraryException("libdarshan-util lists no counter " + name + " of module "
                    + module.darshanName() + "; its version does not fit");
        }
        return base + (long) Long.BYTES * index;
    }

    private static List<String> names(NativeLibrary library, String symbol) {
        Pointer list = library.getGlobalVariableAddress(symbol);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < MAX_COUNTERS; i++) {
            String name = list.getPointer((long) i * Native.POINTER_SIZE).getString(0);
            if (name.endsWith("_NUM_INDICES")) {
                return names;
            }
            names.add(name);
        }
        throw new DarshanLibraryException("libdarshan-util's list " + symbol + " has no end; its version does not fit");
    }
}
