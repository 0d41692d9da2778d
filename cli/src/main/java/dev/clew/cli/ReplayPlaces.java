package dev.clew.cli;

import dev.clew.report.AtomicFile;
import dev.clew.report.ReplayFile;
import dev.clew.report.ReplayProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * Where replay files go: under a name that can be read if it is free, or taken by an earlier check
 * of the same program. What another program left there, or a check that runs at the same time, is
 * never overwritten: then the name ends with a hash, of the program and how it was run, so that the
 * next check of it takes that name again, or of what the file says if that is taken, too.
 *
 * <p>A test is known by its name alone, whatever its class path was: a finding replaces what
 * earlier runs of the test found.
 */
final class ReplayPlaces {
  private static final String EXTENSION = ".clew";

  private final Path directory;

  /** Files older than this are not of a check that runs at the same time. */
  private final Instant start;

  private final boolean isOfTest;

  ReplayPlaces(Path directory, Instant start, boolean isOfTest) {
    this.directory = directory;
    this.start = start;
    this.isOfTest = isOfTest;
  }

  /** The place of a name that nothing keeps from being used. */
  Path plain(String name) {
    return directory.resolve(name + EXTENSION);
  }

  /** Writes a file, and returns where. */
  Path write(String name, ReplayFile replay) throws IOException {
    Files.createDirectories(directory);
    Path plain = plain(name);
    String text = replay.toText();
    Path file = plain;
    if (!claim(plain) && !isToReplace(plain, replay, text)) {
      ReplayFile.Subject subject = replay.subject();
      Path own = hashed(name, subject.target() + subject.settings());
      file = claim(own) || isToReplace(own, replay, text) ? own : hashed(name, text);
    }
    if (isOfTest) {
      removeEarlier(name, replay);
    }
    AtomicFile.write(file, text);
    return file;
  }

  /** Removes what earlier runs of a test found and left under names with a hash. */
  private void removeEarlier(String name, ReplayFile replay) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String own = file.getFileName().toString();
        boolean isHashed =
            own.startsWith(name + "-")
                && own.substring(name.length()).matches("-[0-9a-f]{8}\\" + EXTENSION);
        if (isHashed && isEarlier(file) && isOfSameProgram(Files.readString(file), replay)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private Path hashed(String name, String text) {
    CRC32 checksum = new CRC32();
    checksum.update(text.getBytes(StandardCharsets.UTF_8));
    return plain(name + "-" + HexFormat.of().toHexDigits(checksum.getValue(), 8));
  }

  /** Makes an empty file that others see; says whether there was none. */
  private static boolean claim(Path file) throws IOException {
    try {
      Files.createFile(file);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Whether a file is of an earlier check of the same program, or cannot be avoided. */
  private boolean isToReplace(Path file, ReplayFile replay, String text) throws IOException {
    if (!Files.isRegularFile(file)) {
      return true; // to write it fails, and that is told
    }
    String found = Files.readString(file);
    if (found.equals(text)) {
      return true;
    }
    return isEarlier(file) && isOfSameProgram(found, replay) && claimAgain(file);
  }

  private boolean isEarlier(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant().isBefore(start);
  }

  private boolean isOfSameProgram(String found, ReplayFile replay) {
    try {
      ReplayFile.Subject subject = ReplayFile.parse(found).subject();
      return subject.target().equals(replay.subject().target())
          && (isOfTest || subject.settings().equals(replay.subject().settings()));
    } catch (ReplayProblem e) {
      return false;
    }
  }

  /** Claims the name of a file of an earlier check; says whether nobody else was quicker. */
  private boolean claimAgain(Path file) throws IOException {
    Path old = Files.createTempFile(directory, "clew", ".tmp");
    Files.move(file, old, StandardCopyOption.REPLACE_EXISTING);
    if (!isEarlier(old)) {
      Files.move(old, file); // of one that was quicker
      return false;
    }
    Files.delete(old);
    return claim(file);
  }
}
