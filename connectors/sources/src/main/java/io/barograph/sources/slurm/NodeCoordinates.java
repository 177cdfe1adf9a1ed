package io.barograph.sources.slurm;

import io.barograph.runtime.UnreadableSourceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where nodes are, from a text file: on each line a node's name and its coordinates x, y and z, separated by blanks; what
 * follows {@code #} is a remark. The unit is the site's choice, for instance positions in a torus or metres.
 */
record NodeCoordinates(Map<String, double[]> coordinates) {
    private static final int NUMBERS = 3;

    /** Distances of a job's nodes from their centre. */
    record Radius(double min, double mean, double max) {}

    /** @throws UnreadableSourceException if it cannot be read, naming the line */
    static NodeCoordinates read(Path file) {
        Map<String, double[]> coordinates = new HashMap<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                String content = line.split("#", 2)[0].strip();
                if (!content.isEmpty() && coordinates.put(name(content), numbers(file, number, content)) != null) {
                    throw unreadable(file, number, "the node " + name(content) + " is there twice");
                }
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    file.toString(),
                    "cannot be read (" + e + ")",
                    "check its name, permissions and encoding (UTF-8)",
                    e);
        }
        return new NodeCoordinates(coordinates);
    }

    private static String name(String content) {
        return content.split("\\s+", 2)[0];
    }

    private static double[] numbers(Path file, int line, String content) {
        String[] fields = content.split("\\s+", -1);
        if (fields.length != 1 + NUMBERS) {
            throw unreadable(file, line, "it has " + fields.length + " fields instead of node x y z");
        }
        double[] numbers = new double[NUMBERS];
        for (int axis = 0; axis < NUMBERS; axis++) {
            try {
                numbers[axis] = Double.parseDouble(fields[1 + axis]);
            } catch (NumberFormatException e) {
                throw unreadable(file, line, "\"" + TextShortener.of(fields[1 + axis]) + "\" is no number");
            }
            if (!Double.isFinite(numbers[axis])) {
                throw unreadable(file, line, fields[1 + axis] + " is no coordinate");
            }
        }
        return numbers;
    }

    private static UnreadableSourceException unreadable(Path file, int line, String problem) {
        return new UnreadableSourceException(
                file + ":" + line, problem, "write a line per node: its name and the coordinates x y z");
    }

    /** @return the nodes of them that the file does not have, once each */
    Set<String> unknown(Collection<String> nodes) {
        Set<String> unknown = new LinkedHashSet<>(nodes);
        unknown.removeAll(coordinates.keySet());
        return unknown;
    }

    /** @return how far the nodes are from their centre; empty without nodes, or if the file lacks one of them */
    Optional<Radius> radius(Collection<String> nodes) {
        if (nodes.isEmpty() || !coordinates.keySet().containsAll(nodes)) {
            return Optional.empty();
        }
        double[] centre = new double[NUMBERS];
        for (String node : nodes) {
            for (int axis = 0; axis < NUMBERS; axis++) {
                centre[axis] += coordinates.get(node)[axis] / nodes.size();
            }
        }
        double min = Double.POSITIVE_INFINITY;
        double sum = 0;
        double max = 0;
        for (String node : nodes) {
            double distance = distance(coordinates.get(node), centre);
            min = Math.min(min, distance);
            sum += distance;
            max = Math.max(max, distance);
        }
        return Optional.of(new Radius(min, sum / nodes.size(), max));
    }

    private static double distance(double[] a, double[] b) {
        double squares = 0;
        for (int axis = 0; axis < NUMBERS; axis++) {
            squares += (a[axis] - b[axis]) * (a[axis] - b[axis]);
        }
        return Math.sqrt(squares);
    }
}
