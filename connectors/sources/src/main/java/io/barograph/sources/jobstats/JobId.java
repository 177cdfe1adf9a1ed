package io.barograph.sources.jobstats;

import io.barograph.schemas.admission.NameRule;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A job id as {@code job_stats} prints it. Lustre quotes an id that has unusual characters and writes each of their bytes
 * as {@code \xHH}; older versions print the id as it is, whatever it contains. What no name has ({@link NameRule}) is
 * written as {@code %HH}, so that a user cannot hide a job behind its name, nor have the others' counters refused with it.
 *
 * @param id the id, escaped as a name; empty for processes without a job
 * @param executable name of the executable; null where the id has none
 * @param user user id; null where the id has none
 */
record JobId(String id, String executable, String user) {
    /** @param printed what follows {@code job_id:} */
    static JobId of(String printed, JobIdForm form) {
        String id = NameRule.escaped(unescaped(unquoted(printed.strip())));
        int dot = id.lastIndexOf('.');
        if (form == JobIdForm.WHOLE || dot <= 0 || dot == id.length() - 1) {
            return new JobId(id, null, null);
        }
        return new JobId(id, id.substring(0, dot), id.substring(dot + 1));
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int from = 0;
        for (int at = 0; at < text.length(); ) {
            int value = escapeAt(text, at);
            if (value >= 0) {
                bytes.writeBytes(text.substring(from, at).getBytes(StandardCharsets.UTF_8));
                bytes.write(value);
                from = at + 4;
                at = from;
            } else {
                at++;
            }
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return decoded(bytes.toByteArray());
    }

    /** @return the byte that {@code \xHH} stands for; -1 if there is no such thing at this place */
    private static int escapeAt(String text, int at) {
        if (!text.startsWith("\\x", at) || at + 4 > text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(at + 2), 16);
        int low = Character.digit(text.charAt(at + 3), 16);
        return high < 0 || low < 0 ? -1 : 16 * high + low;
    }

    /** Ids that differ stay different, also where their bytes are no UTF-8. */
    private static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
