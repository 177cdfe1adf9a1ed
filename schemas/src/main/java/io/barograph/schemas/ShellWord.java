package io.barograph.schemas;

import java.util.regex.Pattern;

/** Words of commands that people copy into a shell. Names in them come from users. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/:=@%+,-]+");

    private ShellWord() {}

    /** @return the word itself, or in single quotes if a shell would take a part of it for anything else */
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
