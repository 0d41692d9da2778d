package dev.clew.cli;

import dev.clew.explore.Progress;
import dev.clew.jvm.run.ProgramNumbers;
import dev.clew.report.AtomicFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * A file from which a search that was interrupted goes on.
 *
 * <p>It holds a magic number, what search it belongs to, the state of the search, and a checksum of
 * all that. It is replaced in one step, so it is never half written.
 */
final class Checkpoint {
  private static final long MAGIC = 0x636C65772D636B70L; // "clew-ckp"
  private static final int FORMAT = 5;
  private static final int CHECKSUM_BYTES = Long.BYTES;

  /**
   * What a saved search must have in common with the one that resumes it.
   *
   * @param version the version of the tool
   * @param sourceHash which program
   * @param steps the step limit; a search may go on with a larger one
   */
  record Header(
      String version,
      String sourceHash,
      String strategy,
      long seed,
      int steps,
      boolean reportsRaces,
      int planCap,
      int depth) {

    private void write(DataOutputStream out) throws IOException {
      out.writeUTF(version);
      out.writeUTF(sourceHash);
      out.writeUTF(strategy);
      out.writeLong(seed);
      out.writeInt(steps);
      out.writeBoolean(reportsRaces);
      out.writeInt(planCap);
      out.writeInt(depth);
    }

    private static Header read(DataInputStream in) throws IOException {
      return new Header(
          in.readUTF(),
          in.readUTF(),
          in.readUTF(),
          in.readLong(),
          in.readInt(),
          in.readBoolean(),
          in.readInt(),
          in.readInt());
    }

    /** What keeps a search with this header from going on where the saved one stood. */
    private List<String> differencesFrom(Header saved) {
      List<String> differences = new ArrayList<>();
      compare(differences, "the version of clew", saved.version, version);
      if (!saved.sourceHash.equals(sourceHash)) {
        differences.add("the program has changed since, or is another one");
      }
      compare(differences, "--strategy", saved.strategy, strategy);
      compare(differences, "--seed", saved.seed, seed);
      if (saved.steps > steps) {
        compare(differences, "--steps", saved.steps, steps);
      }
      compare(differences, "--races", races(saved), races(this));
      compare(differences, "--plan-cap", saved.planCap, planCap);
      compare(differences, "--depth", saved.depth, depth);
      return differences;
    }

    private static String races(Header header) {
      return header.reportsRaces ? "report" : "ignore";
    }

    private static void compare(List<String> differences, String what, Object saved, Object now) {
      if (!saved.equals(now)) {
        differences.add(what + " was " + saved + " and is " + now + " now");
      }
    }
  }

  /**
   * A search that was saved.
   *
   * @param executions how many it has made
   * @param seconds the time it has taken
   */
  record Saved(long executions, double seconds, DataInputStream state) {}

  private final Path file;
  private final Header header;

  /** A checkpoint of the search with this header; the file may exist or not. */
  Checkpoint(Path file, Header header) {
    this.file = file;
    this.header = header;
  }

  Path file() {
    return file;
  }

  boolean exists() {
    return Files.exists(file);
  }

  /**
   * The search to go on with, nothing if the file does not exist.
   *
   * @throws UsageProblem if the file is no checkpoint, or one of another search
   */
  Optional<Saved> load() {
    if (!exists()) {
      return Optional.empty();
    }
    try {
      DataInputStream in = open(file);
      List<String> differences = header.differencesFrom(Header.read(in));
      if (!differences.isEmpty()) {
        throw unusable(file, String.join("; ", differences));
      }
      return Optional.of(new Saved(in.readLong(), in.readDouble(), in));
    } catch (IOException e) {
      throw unusable(file, "it cannot be read: " + Reason.of(e));
    }
  }

  /**
   * Prepares this JVM for a search of a Java program that goes on from a file, before the program
   * is loaded: what is saved first is what the numbers of this JVM mean. A file that is no
   * checkpoint of this search prepares for nothing; whoever loads it says what is wrong with it.
   *
   * @throws UsageProblem if the file is no checkpoint at all
   */
  static void prepare(Path file, String version) {
    if (!Files.exists(file)) {
      return;
    }
    try {
      DataInputStream in = open(file);
      if (Header.read(in).version.equals(version)) {
        in.readLong();
        in.readDouble();
        ProgramNumbers.restoreOfJvm(in);
      }
    } catch (IOException e) {
      // of a program that is none in Java, or damaged: it is loaded later, and refused
    }
  }

  /** What is in a file after its format. */
  private static DataInputStream open(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (bytes.length < Long.BYTES || in.readLong() != MAGIC) {
      throw unusable(file, "it is no checkpoint of clew");
    }
    if (!isIntact(bytes)) {
      throw unusable(file, "it is damaged or incomplete");
    }
    int format = in.readInt();
    if (format != FORMAT) {
      throw unusable(file, "it has format " + format + ", and this version reads format " + FORMAT);
    }
    return in;
  }

  private static UsageProblem unusable(Path file, String why) {
    return new UsageProblem(
        "cannot go on from the checkpoint "
            + file
            + ": "
            + why
            + ".\n  Delete the file, or name another one.");
  }

  private static boolean isIntact(byte[] bytes) throws IOException {
    int length = bytes.length - CHECKSUM_BYTES;
    if (length < Long.BYTES) {
      return false;
    }
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, length);
    ByteArrayInputStream end = new ByteArrayInputStream(bytes, length, CHECKSUM_BYTES);
    return new DataInputStream(end).readLong() == checksum.getValue();
  }

  /** Replaces the file. */
  void save(Progress progress) throws IOException {
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    progress.save(new DataOutputStream(state));
    AtomicFile.write(
        file,
        stream -> {
          CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32());
          DataOutputStream out = new DataOutputStream(checked);
          out.writeLong(MAGIC);
          out.writeInt(FORMAT);
          header.write(out);
          out.writeLong(progress.executions());
          out.writeDouble(progress.seconds());
          state.writeTo(out);
          out.writeLong(checked.getChecksum().getValue());
        });
  }

  /** Removes the file: the search is over. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
