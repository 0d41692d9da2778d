package dev.clew.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Directories that killed processes left are removed, and nothing else: where temporary files go,
 * other users may put what looks like one.
 */
@Timeout(60)
class OwnerTest {
  private static final String PREFIX = "clew-x-";
  private static final int NOBODY = 65534;
  private static final int FILES = 3000;

  @TempDir Path directory;
  private Path temporary;
  private Path victim;

  @BeforeEach
  void makeDirectories() throws IOException {
    temporary = Files.createDirectory(directory.resolve("tmp"));
    victim = Files.createDirectory(directory.resolve("victim"));
    Files.writeString(victim.resolve("file"), "precious");
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws Exception {
    Path left = abandoned("1");
    Files.createDirectories(left.resolve("a/b"));
    Files.writeString(left.resolve("a/b/file"), "");
    Files.createSymbolicLink(left.resolve("a/link"), victim);

    Owner.removeAbandoned(temporary, PREFIX);

    assertThat(left).doesNotExist();
    assertVictimIsWhole();
  }

  @Test
  void whatALivingProcessUsesStays() throws Exception {
    Path used = Files.createTempDirectory(temporary, PREFIX);
    Owner.mark(used);

    Owner.removeAbandoned(temporary, PREFIX);

    assertThat(used.resolve(".owner")).exists();
  }

  @Test
  void directoryThatOthersMayEnterStays() throws Exception {
    Path open = abandoned("1");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx---r-x"));

    Owner.removeAbandoned(temporary, PREFIX);
    Owner.deleteTree(open);

    assertThat(open.resolve(".owner")).exists();
  }

  @Test
  void directoryOfAnotherUserStays() throws Exception {
    assumeTrue(Files.getOwner(directory).getName().equals("root"));
    Path foreign = abandoned("1");
    Files.setAttribute(foreign, "unix:uid", NOBODY);

    Owner.removeAbandoned(temporary, PREFIX);
    Owner.deleteTree(foreign);

    assertThat(foreign.resolve(".owner")).exists();
    assertThat(Owner.isPrivate(foreign)).isFalse();
  }

  @Test
  void linkToADirectoryIsNotFollowed() throws Exception {
    Files.move(abandoned("1"), directory.resolve("away"));
    Path link =
        Files.createSymbolicLink(temporary.resolve(PREFIX + "1"), directory.resolve("away"));

    Owner.removeAbandoned(temporary, PREFIX);
    Owner.deleteTree(link);

    assertThat(directory.resolve("away/.owner")).exists();
  }

  /** The way is checked, then it leads elsewhere. */
  @Test
  void directoryThatBecomesALinkMeanwhileIsNotFollowed() throws Exception {
    Path left = abandoned("1");
    for (int i = 0; i < FILES; i++) {
      Files.createFile(left.resolve("file-" + i));
      Files.writeString(victim.resolve("file-" + i), "precious");
    }
    Thread remover = new Thread(() -> Owner.removeAbandoned(temporary, PREFIX));
    remover.start();
    while (count(left) == FILES + 1) {
      Thread.onSpinWait();
    }
    Files.move(left, directory.resolve("away"));
    Files.createSymbolicLink(left, victim);
    remover.join();

    assertThat(count(victim)).isEqualTo(FILES + 1);
    assertVictimIsWhole();
  }

  private static long count(Path directory) {
    String[] names = directory.toFile().list();
    return names == null ? 0 : names.length;
  }

  private void assertVictimIsWhole() {
    assertThat(victim.resolve("file")).hasContent("precious");
  }

  /** A directory as a process leaves it that is killed. */
  private Path abandoned(String name) throws IOException, InterruptedException {
    Path left =
        Files.createDirectory(
            temporary.resolve(PREFIX + name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Process process = new ProcessBuilder("true").start();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    String space = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    Files.writeString(left.resolve(".owner"), space + " " + process.pid() + " 1");
    return left;
  }
}
