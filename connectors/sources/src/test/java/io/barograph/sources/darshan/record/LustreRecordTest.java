package io.barograph.sources.darshan.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.sources.darshan.record.LustreRecord.Component;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LustreRecordTest {
    private static final long STRIPED = 0;
    private static final long ON_MDT = 2;
    private static final long TO_THE_END = -1;

    private static LustreRecord file(Component... components) {
        List<Integer> osts = List.of(components).stream()
                .flatMap(component -> component.osts().stream())
                .filter(ost -> ost >= 0)
                .map(Math::toIntExact)
                .toList();
        long stripes = List.of(components).stream()
                .mapToLong(component -> component.osts().size())
                .sum();
        return new LustreRecord(1, osts, osts.size() == stripes, List.of(components));
    }

    @Property
    void shouldPlaceEveryByteWhereCountingByteByByteDoes(
            @ForAll @IntRange(min = 1, max = 5) int stripeSize,
            @ForAll @IntRange(min = 2, max = 6) int stripes,
            @ForAll @IntRange(min = 1, max = 40) int boundary,
            @ForAll @IntRange(min = 1, max = 200) int size) {
        List<Long> first = List.of(50L, 51L);
        List<Long> second = IntStream.range(0, stripes).mapToObj(Long::valueOf).toList();
        Map<Integer, Long> counted = new HashMap<>();
        for (int offset = 0; offset < size; offset++) {
            boolean inFirst = offset < boundary;
            int stripe = offset / (inFirst ? 3 : stripeSize);
            List<Long> osts = inFirst ? first : second;
            counted.merge(osts.get(stripe % osts.size()).intValue(), 1L, Long::sum);
        }

        Map<Integer, Long> placed = file(
                        new Component(3, STRIPED, 0, boundary, first),
                        new Component(stripeSize, STRIPED, boundary, TO_THE_END, second))
                .place(size, size)
                .orElseThrow();

        placed.values().removeIf(bytes -> bytes == 0);
        assertThat(placed).isEqualTo(counted);
    }

    @Example
    void shouldPlaceAllBytesOfAFileThatLiesOnOneOst() {
        Component component = new Component(1 << 20, -1, 0, TO_THE_END, List.of(7L));

        assertThat(file(component).place(3_000_000, 10)).hasValue(Map.of(7, 3_000_000L));
    }

    @Example
    void shouldNotPlaceWhatWasNotMovedOnceFromBeginningToEnd() {
        Component component = new Component(1 << 20, STRIPED, 0, TO_THE_END, List.of(7L, 8L));

        assertThat(file(component).place(3_000_000, 3_000_001)).isEmpty();
        assertThat(file(component).place(0, 0)).hasValue(Map.of());
    }

    @Example
    void shouldNotPlaceFilesOnMetadataServersMirrorsHolesOrUnknownOsts() {
        Component onMdt = new Component(1 << 20, ON_MDT, 0, 100, List.of());
        Component rest = new Component(1 << 20, STRIPED, 100, TO_THE_END, List.of(3L));
        Component whole = new Component(10, STRIPED, 0, TO_THE_END, List.of(4L, 5L));
        Component unknown = new Component(10, STRIPED, 0, TO_THE_END, List.of(4L, -1L));

        assertThat(file(onMdt, rest).place(1000, 1000)).isEmpty();
        assertThat(file(whole, whole).place(1000, 1000)).isEmpty();
        assertThat(file(rest, new Component(10, STRIPED, 200, TO_THE_END, List.of(4L)))
                        .place(1000, 1000))
                .isEmpty();
        assertThat(file(unknown).place(1000, 1000)).isEmpty();
    }

    @Example
    void shouldIgnoreAComponentThatTheFileDoesNotReach() {
        Component used = new Component(10, STRIPED, 0, 100, List.of(4L, 5L));
        Component notAllocated = new Component(10, STRIPED, 100, TO_THE_END, List.of(-1L, -1L));

        assertThat(file(used, notAllocated).place(40, 40)).hasValue(Map.of(4, 20L, 5, 20L));
    }
}
