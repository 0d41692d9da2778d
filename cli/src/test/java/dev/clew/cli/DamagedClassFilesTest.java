package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class file that is damaged is named; it is no failure of the tool. */
class DamagedClassFilesTest {
  private static final int MUTANTS = Integer.getInteger("clew.mutants", 300);

  private static final String SOURCE =
      """
      public class Whole {
        static volatile int n;
        static int[] slots = new int[2];
        public static void main(String[] args) throws Exception {
          Thread other = new Thread(() -> n++);
          other.start();
          synchronized (slots) { slots[0] = new Part().twice(n); }
          other.join();
        }
      }
      class Part {
        int twice(int k) { return 2 * k; }
      }
      """;

  @TempDir Path directory;

  @BeforeEach
  void compile() throws IOException {
    JavaPrograms.compile(directory, "Whole", SOURCE);
  }

  @Test
  void classForANewerJdkIsRefusedWhereverItIsLoaded() throws IOException {
    for (String name : List.of("Part", "Whole")) {
      Path file = directory.resolve(name + ".class");
      byte[] newer = Files.readAllBytes(file);
      newer[7] = (byte) (44 + Runtime.version().feature() + 1);
      Files.write(file, newer);

      Clew.Result result = check();

      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(2);
      assertThat(result.err())
          .contains(
              "class " + name + " cannot be loaded",
              "has been compiled by a more recent version of the Java Runtime");
    }
  }

  @Test
  void mutantsNeverLookLikeAFailureOfTheTool() throws IOException {
    List<String> wrong = new ArrayList<>();
    int refused = 0;
    for (String name : List.of("Whole", "Part")) {
      Path file = directory.resolve(name + ".class");
      byte[] whole = Files.readAllBytes(file);
      Random random = new Random(20260501);
      for (int i = 0; i < MUTANTS; i++) {
        Files.write(file, mutant(whole, i, random));
        Clew.Result result = check();
        if (result.exit() == 2) {
          refused++;
        }
        if (result.exit() == 4) {
          wrong.add(name + " " + i + ": " + result.err().strip());
        }
      }
      Files.write(file, whole);
    }

    assertThat(wrong).isEmpty();
    assertThat(refused).isGreaterThan(MUTANTS / 3);
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    Path file = directory.resolve("Part.class");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));

    Clew.Result result = check();

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("clew: the class file Part.class in " + directory + " is damaged")
        .endsWith("Compile the class again.\n");
  }

  private static byte[] mutant(byte[] whole, int number, Random random) {
    byte[] bytes = whole.clone();
    switch (number % 3) {
      case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      default -> {
        for (int k = 0; k < 8; k++) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    return bytes;
  }

  private Clew.Result check() {
    return Clew.run(
        "check",
        "-cp",
        directory,
        "--out",
        directory.resolve("out"),
        "--hang",
        "1s",
        "--executions",
        20,
        "--steps",
        500,
        "Whole");
  }
}
