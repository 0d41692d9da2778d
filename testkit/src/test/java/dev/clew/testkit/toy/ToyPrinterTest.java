package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.corpus.Corpus;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Unary;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is printed reads back as the same program, but for the positions. */
final class ToyPrinterTest {
  private static final String EVERYTHING =
      """
      atomic n = -1
      shared p = 2
      atomic slot[4] = 0
      lock m
      lock ms[2]
      condition c
      semaphore s = 1
      rwlock rw
      barrier b = 2
      thread main {
        start late
        r = alive late
        join late timed
        r = n
        n = r * (r + 1) - -2
        slot[r % 4] = q
        r = add(n, 1)
        add(slot[0], -1)
        r = swap(n, r)
        r = cas(n, 0, r + 1)
        r = lock m timed
        unlock m
        r = trylock ms[r]
        r = wait c m timed
        wait c ms[1]
        notify c
        notifyall c
        park timed
        unpark pool[1]
        interrupt main
        r = interrupted
        acquire s 2 timed
        acquire s
        r = tryacquire s r + 1
        release s
        readlock rw
        readunlock rw
        writelock rw timed
        writeunlock rw
        r = tryreadlock rw
        r = trywritelock rw
        r = arrive b
        arrive b
        r = choose 3
        yield
        if r == 1 && !r || r < 2 {
          yield
        } else if r {
        } else {
          yield
        }
        while r > 0 {
          r = r - 1
        }
        repeat 3 {
          p = r
        }
        assert r "a \\"quoted\\" \\\\ message"
        assert r != 1
      }
      thread late {
      }
      thread pool[2] {
        r = self
      }
      """;

  @Test
  void everyStatementIsPrintedAsItWasWritten() {
    assertThat(ToyPrinter.print(ToyParser.parse("p", EVERYTHING))).isEqualTo(EVERYTHING);
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void theCorpusReadsBackTheSame(KnownProgram program) {
    assertReadsBack(ToyParser.parse(program.name(), program.text()));
  }

  static List<KnownProgram> corpus() {
    return Corpus.programs();
  }

  @Test
  void randomProgramsReadBackTheSame() {
    LongStream.range(0, 500)
        .mapToObj(seed -> RandomPrograms.generate(seed, 4, 6))
        .forEach(ToyPrinterTest::assertReadsBack);
  }

  @Test
  void expressionsKeepTheirShape() {
    Expr a = new Local("a");
    Expr one = new Constant(1);
    for (Expr expression :
        List.of(
            new Unary("-", one),
            new Unary("-", new Constant(-1)),
            new Unary("-", new Unary("-", a)),
            new Unary("!", new Binary("+", a, one)),
            new Unary("!", one),
            new Binary("-", a, new Binary("-", a, one)),
            new Binary("-", new Binary("-", a, one), a),
            new Binary("*", new Binary("+", a, one), new Unary("-", a)),
            new Binary("<", new Binary("<", a, one), new Binary("<", one, a)),
            new Binary("==", new Binary("<", a, one), new Binary("||", one, a)),
            new Binary("-", new Constant(Integer.MIN_VALUE), new Constant(Integer.MIN_VALUE)))) {
      assertReadsBack(program(new Assign("r", expression, Position.NONE)));
    }
  }

  @Test
  void messagesKeepTheirCharacters() {
    String message = "tab\t, line\nend\r, \"quote\", \\ and \u00e9";
    assertReadsBack(program(new Assert(new Local("r"), message, Position.NONE)));
  }

  private static Toy program(Statement statement) {
    ThreadCode thread = new ThreadCode("t", -1, List.of(statement), Position.NONE);
    return new Toy("built", List.of(), List.of(thread));
  }

  private static void assertReadsBack(Toy toy) {
    Toy again = ToyParser.parse(toy.name(), ToyPrinter.print(toy));
    assertThat(withoutPositions(again)).isEqualTo(withoutPositions(toy));
  }

  /** The same tree with {@link Position#NONE} everywhere. */
  private static @Nullable Object withoutPositions(@Nullable Object node) {
    if (node instanceof Position) {
      return Position.NONE;
    }
    if (node instanceof List<?> list) {
      return list.stream().map(ToyPrinterTest::withoutPositions).toList();
    }
    if (!(node instanceof Record)) {
      return node;
    }
    try {
      RecordComponent[] components = node.getClass().getRecordComponents();
      @Nullable Object[] values = new Object[components.length];
      Class<?>[] types = new Class<?>[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        values[i] = withoutPositions(components[i].getAccessor().invoke(node));
      }
      return node.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
