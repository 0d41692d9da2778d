package dev.clew.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is as before or complete. */
class AtomicFileTest {
  @TempDir Path directory;

  @Test
  void fileIsReplaced() throws IOException {
    Path file = directory.resolve("file");
    AtomicFile.write(file, "one, and a long one");
    AtomicFile.write(file, "two");

    assertThat(file).hasContent("two");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void failureLeavesTheOldFile() throws IOException {
    Path file = directory.resolve("file");
    AtomicFile.write(file, "old");

    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      out.write(new byte[100_000]);
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");

    assertThat(file).hasContent("old");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void linkStaysALink() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    AtomicFile.write(link, "new");

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void fileInSharedMemoryIsReplacedToo() throws IOException {
    Path file = Files.createTempFile(Path.of("/dev/shm"), "clew", ".txt");
    try {
      AtomicFile.write(file, "one, and a long one");
      AtomicFile.write(file, "two");

      assertThat(file).hasContent("two");
    } finally {
      Files.delete(file);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
