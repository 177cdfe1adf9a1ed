package io.barograph.schemas.motif;

import io.barograph.schemas.admission.NameRule;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of applications, from executables. The rules are tried in order; the first whose pattern is found in the
 * executable gives the name. Where none is found the name is the base name of the program, without its arguments.
 *
 * <pre>{@code
 * ApplicationNames names = new ApplicationNames(List.of(new Rule(Pattern.compile("/vasp(_[a-z]+)?"), "vasp")));
 * names.of("/opt/vasp/6.3/bin/vasp_std -n 4"); // vasp
 * names.of("/home/me/a.out --big");            // a.out
 * }</pre>
 */
public final class ApplicationNames implements Serializable {
    /** No rules: base names. */
    public static final ApplicationNames BASE_NAMES = new ApplicationNames(List.of());

    private static final String UNNAMED = "unknown";

    private final ArrayList<Rule> rules;

    /**
     * One rule.
     *
     * @param pattern what must be found in the executable
     * @param name the name then; {@code $1} stands for the first group
     */
    public record Rule(Pattern pattern, String name) implements Serializable {}

    /** @param rules rules in the order in which they are tried */
    public ApplicationNames(List<Rule> rules) {
        this.rules = new ArrayList<>(rules);
    }

    /**
     * @param executable path of a program, with or without arguments, as Darshan has it
     * @return name of the application, never empty; {@code /} within it becomes {@code _}, because it parts the motif, and
     *     so does what no name has ({@link NameRule})
     */
    public String of(String executable) {
        for (Rule rule : rules) {
            var matcher = rule.pattern().matcher(executable);
            if (matcher.find()) {
                // Replaces only what matched, which is then cut out: the rest of the path is no part of the name.
                StringBuilder name = new StringBuilder();
                int before = matcher.start();
                matcher.appendReplacement(name, rule.name());
                return nonEmpty(name.substring(before));
            }
        }
        String program = executable.strip().split("\\s+", 2)[0];
        return nonEmpty(program.substring(program.lastIndexOf('/') + 1));
    }

    private static String nonEmpty(String name) {
        String stripped = NameRule.name(name.strip().replace('/', '_')).strip();
        return stripped.isEmpty() ? UNNAMED : stripped;
    }
}
