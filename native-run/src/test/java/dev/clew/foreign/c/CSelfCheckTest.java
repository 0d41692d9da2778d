package dev.clew.foreign.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.c.CSelfCheck;
import dev.clew.testkit.c.Expressible;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs in C: every search finds what brute force finds in the toy programs. */
class CSelfCheckTest {
  /** Many more are compared by {@code ./clew selfcheck --front-end c}. */
  private static final int PROGRAMS = 100;

  @Test
  void searchesOfRandomProgramsAgreeWithTheOracles() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);

    boolean passed = new CSelfCheck(CPrograms::of, print).run(PROGRAMS, 1, 4, 4);

    assertThat(passed).as(out.toString(StandardCharsets.UTF_8)).isTrue();
  }

  /** Programs that once showed something else in C. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // those who met at a barrier told it to those who met there the next time
        """
        barrier b = 2
        lock m
        lock n
        shared x = 0
        thread a { x = 1; arrive b }
        thread c { arrive b; lock m; lock n }
        thread d { r = trylock m; if !r { arrive b; r = x } }
        thread e { r = trylock n; if !r { arrive b } }
        """,
        // who joined a thread that had nothing left to do was preempted
        """
        atomic x = 0
        thread a { r = x; join c }
        thread b { x = 1 }
        thread c { }
        """
      })
  void onceDiffered(String text) {
    Toy program = ToyProgram.parse("once differed", text).toy();

    assertThat(Expressible.inC(program)).isTrue();
    assertThat(new CSelfCheck(CPrograms::of, System.out).difference(program)).isEmpty();
  }
}
