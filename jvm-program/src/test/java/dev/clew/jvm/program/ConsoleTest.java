package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.junit.jupiter.api.Test;

/** The standard streams of a program. */
final class ConsoleTest {
  /** Prints in all ways. */
  public static final class Prints {
    public static void main(String[] args) throws IOException {
      System.out.print('a');
      System.out.print(1);
      System.out.print(2L);
      System.out.print(true);
      System.out.print(new char[] {'x', 'y'});
      System.out.print((Object) null);
      System.out.println(" ä€");
      System.err.println(1.5);
      System.out.printf("%s-%d%n", "f", 7);
      System.out.append("seq").append("sequence", 0, 1).append('c').println();
      System.out.write("bytes\n".getBytes(StandardCharsets.UTF_8));
      System.out.write('!');
      System.out.flush();
      System.out.close();
      System.out.println(System.out.checkError());
    }
  }

  @Test
  void whatAProgramPrintsIsKeptIfDetailsAreWanted() {
    assertThat(printed(Prints.class, true))
        .isEqualTo(lines("a12truexynull ä€", "1.5", "f-7", "seqsc", "bytes\n!false"));
    assertThat(printed(Prints.class, false)).isEmpty();
  }

  private static String lines(String... lines) {
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  /** Prints much. */
  public static final class PrintsMuch {
    public static void main(String[] args) {
      for (int i = 0; i < 20_000; i++) {
        System.out.println("line " + i);
      }
    }
  }

  @Test
  void ofMuchTheEndIsKept() {
    String printed = printed(PrintsMuch.class, true);
    assertThat(printed).startsWith("...").endsWith(lines("line 19999"));
    assertThat(printed.length()).isBetween(65_000, 66_000);
  }

  /** Prints objects that do something when they are asked for their text. */
  public static final class PrintsObjects {
    static volatile int asked;

    @Override
    public String toString() {
      asked++;
      return "me";
    }

    public static void main(String[] args) throws InterruptedException {
      Thread other = new Thread(() -> System.out.println(new PrintsObjects()));
      other.start();
      System.out.printf("%s", new PrintsObjects());
      other.join();
      if (asked < 2) {
        throw new IllegalStateException("lost an update");
      }
    }
  }

  @Test
  void theTextOfAnObjectIsAStepOfTheProgram() {
    Outcome outcome = Harness.explore(PrintsObjects.class);
    assertThat(outcome.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("lost an update"));
  }

  /** Changes the streams of the JVM. */
  public static final class Redirects {
    public static void main(String[] args) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      System.setOut(new PrintStream(bytes, true));
      System.setIn(InputStream.nullInputStream());
      System.out.print("seen");
      if (!bytes.toString(StandardCharsets.UTF_8).equals("seen")) {
        throw new IllegalStateException("nothing seen");
      }
      System.err.print("beside");
    }
  }

  @Test
  void streamsThatAProgramChangesAreItsOwn() {
    PrintStream before = System.out;
    for (int i = 0; i < 2; i++) {
      assertThat(Harness.explore(Redirects.class).findings()).isEmpty();
      assertThat(printed(Redirects.class, true)).isEqualTo("beside");
    }
    assertThat(System.out).isSameAs(before);
  }

  /** Reads to the end. */
  public static final class Reads {
    public static void main(String[] args) {
      Scanner scanner = new Scanner(System.in, StandardCharsets.UTF_8);
      while (scanner.hasNextLine()) {
        System.out.println("<" + scanner.nextLine() + ">");
      }
      System.out.println(System.console());
    }
  }

  @Test
  void aProgramReadsWhatItWasGiven() {
    assertThat(printed(Reads.class, true)).isEqualTo(lines("null"));
    assertThat(printed(Reads.class, true, "one\ntwo")).isEqualTo(lines("<one>", "<two>", "null"));
  }

  /** Two threads read one byte each. */
  public static final class ReadTogether {
    public static void main(String[] args) throws Exception {
      int[] read = new int[2];
      Thread other = new Thread(() -> read[1] = readByte());
      other.start();
      read[0] = readByte();
      other.join();
      if (read[0] == 'b' && read[1] == 'a') {
        throw new IllegalStateException("the other one was first");
      }
    }

    private static int readByte() {
      try {
        return System.in.read();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void whoReadsFirstIsAChoice() {
    Outcome outcome =
        Harness.program(ReadTogether.class)
            .with(program -> program.console().setInput(new byte[] {'a', 'b'}))
            .explore();
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.kind()).isEqualTo(FindingKind.EXCEPTION));
    assertThat(Harness.explore(ReadTogether.class).executions()).isEqualTo(1);
  }

  private static String printed(Class<?> main, boolean recordsDetails) {
    return printed(main, recordsDetails, "");
  }

  private static String printed(Class<?> main, boolean recordsDetails, String input) {
    return Harness.program(main)
        .with(program -> program.console().setInput(input.getBytes(StandardCharsets.UTF_8)))
        .use(
            program -> {
              Schedule schedule = new Schedule();
              schedule.setStepLimit(1000);
              schedule.recordDetails(recordsDetails);
              program.run(schedule, new Trace());
              return program.console().output();
            });
  }
}
