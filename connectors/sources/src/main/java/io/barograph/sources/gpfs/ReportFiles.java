package io.barograph.sources.gpfs;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RereadableText;
import io.barograph.runtime.TextLineReader;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.RegularFileCheck;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** The texts in recorded files: text, compressed text, or the members of an archive. */
final class ReportFiles {
    private ReportFiles() {}

    @FunctionalInterface
    interface Reader {
        void read(TextLineReader text) throws IOException;
    }

    /**
     * @param file {@code .tgz}, {@code .tar.gz}, {@code .tar}, {@code .gz} or plain text
     * @throws UnreadableSourceException if it is damaged
     */
    static void read(Path file, DeadLetterCounter refusals, Reader reader) {
        String name = file.getFileName().toString();
        try {
            if (name.endsWith(".tgz") || name.endsWith(".tar.gz") || name.endsWith(".tar")) {
                readArchive(file, refusals, reader);
            } else {
                try (TextLineReader text = new TextLineReader(
                        file.toString(), RereadableText.file(file).open(), refusals)) {
                    reader.read(text);
                }
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    file.toString(),
                    e.getClass().getSimpleName() + " " + e.getMessage(),
                    "get a complete copy of the file",
                    e);
        }
    }

    private static void readArchive(Path file, DeadLetterCounter refusals, Reader reader) throws IOException {
        try (InputStream bytes = new BufferedInputStream(RegularFileCheck.open(file));
                InputStream plain = file.toString().endsWith(".tar") ? bytes : new GZIPInputStream(bytes);
                TarArchiveInputStream archive = new TarArchiveInputStream(plain)) {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                if (entry.isFile()) {
                    try (TextLineReader text =
                            new TextLineReader(file + ":" + entry.getName(), new Member(archive), refusals)) {
                        reader.read(text);
                    }
                }
            }
        }
    }

    /** A member ends; the archive goes on. */
    private static final class Member extends FilterInputStream {
        Member(InputStream archive) {
            super(archive);
        }

        @Override
        public void close() {}
    }
}
