package io.barograph.alerting;

import java.io.Serializable;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Which alerts a rule, a route or a silence is for. An empty set lets everything pass. */
public record AlertScope(Set<String> fileSystems, Set<String> types, Set<String> applications) implements Serializable {
    public static final AlertScope ALL = new AlertScope(Set.of(), Set.of(), Set.of());

    /** Copies the sets; types in upper case. */
    public AlertScope {
        fileSystems = Set.copyOf(fileSystems);
        Set<String> upper = new TreeSet<>();
        types.forEach(type -> upper.add(type.toUpperCase(Locale.ROOT).replace('-', '_')));
        types = Set.copyOf(upper);
        applications = Set.copyOf(applications);
    }

    boolean holds(AlertSource source, String fileSystem, String type, String application) {
        return (fileSystems.isEmpty() || fileSystems.contains(fileSystem))
                && (types.isEmpty() || types.contains(type) || types.contains(source.name()))
                && (applications.isEmpty() || applications.contains(application));
    }
}
