package io.barograph.jobs.archive;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Where a record lies: {@code <topic>/<file system>/<yyyy-MM-dd>/<HH>}, by the hour of its event time, UTC. */
final class ArchiveLayout {
    static final String SUFFIX = ".avro";

    /** Folder of what has no file system of its own. */
    static final String NO_FILE_SYSTEM = "_all";

    static final Duration HOUR = Duration.ofHours(1);

    /** Names of folders may have 255 bytes; a file system may be called by up to 128 characters, each 12 of them here. */
    static final int MAX_FOLDER_NAME = 200;

    private static final DateTimeFormatter FOLDERS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd/HH", Locale.ROOT).withZone(ZoneOffset.UTC);

    private ArchiveLayout() {}

    static String folder(String topic, String fileSystem, long time) {
        return topic + "/" + fileSystemFolder(fileSystem) + "/" + FOLDERS.format(Instant.ofEpochMilli(time));
    }

    static String fileSystemFolder(String fileSystem) {
        return fileSystem.isEmpty() ? NO_FILE_SYSTEM : escaped(fileSystem);
    }

    /** @return beginning of the hour; empty if the names are none */
    static Optional<Instant> hour(String date, String hour) {
        try {
            return Optional.of(LocalDateTime.parse(date + "/" + hour, FOLDERS).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A name may be a mount point, and hidden or special folders must not come of one: ~ and the byte's hex digits. */
    private static String escaped(String fileSystem) {
        StringBuilder name = new StringBuilder();
        for (byte each : fileSystem.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (each & 0xFF);
            boolean plain = (character >= 'a' && character <= 'z')
                    || (character >= 'A' && character <= 'Z')
                    || (character >= '0' && character <= '9')
                    || character == '-'
                    || ((character == '_' || character == '.') && !name.isEmpty());
            if (plain) {
                name.append(character);
            } else {
                name.append(String.format(Locale.ROOT, "~%02X", (int) character));
            }
        }
        return name.length() <= MAX_FOLDER_NAME ? name.toString() : shortened(name.toString(), fileSystem);
    }

    /** Two long names with the same beginning are two folders. No other name has ~~ in it. */
    private static String shortened(String escaped, String fileSystem) {
        String hash = UUID.nameUUIDFromBytes(fileSystem.getBytes(StandardCharsets.UTF_8))
                .toString();
        return escaped.substring(0, MAX_FOLDER_NAME - hash.length() - 2) + "~~" + hash;
    }
}
