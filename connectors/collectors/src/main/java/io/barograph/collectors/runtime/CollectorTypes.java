package io.barograph.collectors.runtime;

import io.barograph.collectors.core.CollectorType;
import io.barograph.collectors.lmt.LmtCollectorType;
import io.barograph.schemas.NearestName;
import java.util.List;
import java.util.Optional;

/** All kinds of sources. A new one is a line in the list. */
public final class CollectorTypes {
    /** All types, in the order of their names. */
    public static final List<CollectorType<?>> ALL = List.of(new LmtCollectorType());

    private CollectorTypes() {}

    /**
     * @param name name of a type
     * @return the type
     */
    public static Optional<CollectorType<?>> named(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    static String unknown(String name) {
        List<String> names = ALL.stream().map(CollectorType::name).toList();
        return "\"" + name + "\" is no kind of source; did you mean \""
                + NearestName.of(name, names).orElse("") + "\"? (known: " + String.join(", ", names) + ")";
    }
}
