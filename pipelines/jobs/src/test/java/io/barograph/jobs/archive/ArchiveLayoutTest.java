package io.barograph.jobs.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveLayoutTest {
    @Test
    void shouldEscapeWhatIsNoNameOfAFolder() {
        assertThat(ArchiveLayout.fileSystemFolder("/lustre/scratch")).isEqualTo("~2Flustre~2Fscratch");
        assertThat(ArchiveLayout.fileSystemFolder("..")).isEqualTo("~2E.");
        assertThat(ArchiveLayout.fileSystemFolder("")).isEqualTo("_all");
        assertThat(ArchiveLayout.fileSystemFolder("_all")).isEqualTo("~5Fall");
    }

    /** One sample with a long name ended the archive of all file systems, again after each restart. */
    @Test
    void shouldMakeAFolderOfTheLongestNameThatIsAdmitted(@TempDir Path folder) throws Exception {
        Set<String> folders = new HashSet<>();
        List<String> names = List.of("-".repeat(128), "-".repeat(127) + "a", "/".repeat(128), "\u00fc".repeat(128));
        for (String name : names) {
            Path made = folder.resolve(ArchiveLayout.folder("server-polls", name, 0));
            Files.createDirectories(made);
            folders.add(made.toString());
        }
        assertThat(folders).hasSameSizeAs(names);
    }
}
