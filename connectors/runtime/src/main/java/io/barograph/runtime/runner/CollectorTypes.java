package io.barograph.runtime.runner;

import io.barograph.runtime.CollectorType;
import io.barograph.schemas.NearestName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** All kinds of sources: those that {@link ServiceLoader} finds on the class path. */
public final class CollectorTypes {
    /** All types, in the order of their names. */
    public static final List<CollectorType<?>> ALL = load();

    private CollectorTypes() {}

    private static List<CollectorType<?>> load() {
        List<CollectorType<?>> types = new ArrayList<>();
        ServiceLoader.load(CollectorType.class).forEach(types::add);
        types.sort(Comparator.comparing(CollectorType::name));
        return List.copyOf(types);
    }

    public static Optional<CollectorType<?>> named(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    static String unknown(String name) {
        List<String> names = ALL.stream().map(CollectorType::name).toList();
        return "\"" + name + "\" is no kind of source; did you mean \""
                + NearestName.of(name, names).orElse("") + "\"? (known: " + String.join(", ", names) + ")";
    }
}
