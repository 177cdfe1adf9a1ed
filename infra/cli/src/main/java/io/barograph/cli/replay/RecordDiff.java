package io.barograph.cli.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** What two sets of records do not share. Of several records of one identity the last one counts. */
final class RecordDiff {
    private final Function<SpecificRecord, String> identity;
    private final Map<String, SpecificRecord> a = new TreeMap<>();
    private final Map<String, SpecificRecord> b = new TreeMap<>();

    RecordDiff(Function<SpecificRecord, String> identity) {
        this.identity = identity;
    }

    void addToA(SpecificRecord record) {
        add(record, a);
    }

    void addToB(SpecificRecord record) {
        add(record, b);
    }

    /** The highest revision is the last one, whatever order they come in. */
    private void add(SpecificRecord record, Map<String, SpecificRecord> to) {
        to.merge(identity.apply(record), record, (one, other) -> revision(one) > revision(other) ? one : other);
    }

    private static int revision(SpecificRecord record) {
        Schema.Field field = record.getSchema().getField("revision");
        return field == null ? 0 : (Integer) record.get(field.pos());
    }

    int size() {
        Set<String> all = new TreeSet<>(a.keySet());
        all.addAll(b.keySet());
        return all.size();
    }

    List<String> lines(String nameOfA, String nameOfB) {
        Set<String> all = new TreeSet<>(a.keySet());
        all.addAll(b.keySet());
        List<String> lines = new ArrayList<>();
        for (String each : all) {
            SpecificRecord ofA = a.get(each);
            SpecificRecord ofB = b.get(each);
            if (ofA == null || ofB == null) {
                lines.add("only in " + (ofB == null ? nameOfA : nameOfB) + ": " + each);
            } else {
                List<String> changes = new ArrayList<>();
                compare("", ofA, ofB, changes);
                if (!changes.isEmpty()) {
                    lines.add(each + ": " + String.join(", ", changes));
                }
            }
        }
        return lines;
    }

    private static void compare(String path, Object one, Object other, List<String> changes) {
        // Records and lists are compared part by part: Avro's own equality knows no times in lists.
        if (one instanceof SpecificRecord recordOfA && other instanceof SpecificRecord recordOfB) {
            for (Schema.Field field : recordOfA.getSchema().getFields()) {
                compare(
                        path.isEmpty() ? field.name() : path + "." + field.name(),
                        recordOfA.get(field.pos()),
                        recordOfB.get(field.pos()),
                        changes);
            }
        } else if (one instanceof List<?> listOfA
                && other instanceof List<?> listOfB
                && listOfA.size() == listOfB.size()) {
            for (int i = 0; i < listOfA.size(); i++) {
                compare(path + "[" + i + "]", listOfA.get(i), listOfB.get(i), changes);
            }
        } else if (one instanceof Map<?, ?> mapOfA && other instanceof Map<?, ?> mapOfB) {
            Set<Object> keys = new TreeSet<>(mapOfA.keySet());
            keys.addAll(mapOfB.keySet());
            keys.forEach(key -> compare(path + "." + key, mapOfA.get(key), mapOfB.get(key), changes));
        } else if (one instanceof List<?> listOfA && other instanceof List<?> listOfB) {
            changes.add(path + " " + listOfA.size() + " -> " + listOfB.size() + " entries");
        } else if (!Objects.equals(one, other)) {
            changes.add(path + " " + value(one) + " -> " + value(other) + by(one, other));
        }
    }

    private static String by(Object one, Object other) {
        if (!(one instanceof Number ofA) || !(other instanceof Number ofB)) {
            return "";
        }
        double difference = ofB.doubleValue() - ofA.doubleValue();
        return ofA.doubleValue() == 0
                ? String.format(Locale.ROOT, " (%+.4g)", difference)
                : String.format(Locale.ROOT, " (%+.4g, %+.1f %%)", difference, 100 * difference / ofA.doubleValue());
    }

    private static String value(Object value) {
        String text = value instanceof SpecificRecord ? "{...}" : String.valueOf(value);
        return text.length() <= 80 ? text : text.substring(0, 77) + "...";
    }
}
