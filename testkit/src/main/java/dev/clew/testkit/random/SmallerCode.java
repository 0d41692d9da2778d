package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ways to make code a little smaller.
 *
 * <p>Every result has fewer statements, or as many and fewer parts, or as many and smaller numbers,
 * so shrinking ends.
 */
final class SmallerCode {
  private SmallerCode() {}

  /** All blocks one reduction away: without a statement, with a smaller one, without two. */
  static List<List<Statement>> blocks(List<Statement> block) {
    List<List<Statement>> smaller = new ArrayList<>();
    for (int i = 0; i < block.size(); i++) {
      smaller.add(replaced(block, i, List.of()));
    }
    for (int i = 0; i < block.size(); i++) {
      for (List<Statement> replacement : replacements(block.get(i))) {
        smaller.add(replaced(block, i, replacement));
      }
    }
    for (int j = 1; j < block.size(); j++) {
      for (int i = 0; i < j; i++) {
        smaller.add(replaced(replaced(block, j, List.of()), i, List.of()));
      }
    }
    return smaller;
  }

  private static List<Statement> replaced(
      List<Statement> block, int at, List<Statement> replacement) {
    List<Statement> result = new ArrayList<>(block.subList(0, at));
    result.addAll(replacement);
    result.addAll(block.subList(at + 1, block.size()));
    return List.copyOf(result);
  }

  /** What can stand for a statement: what is inside it, or a smaller one. */
  private static List<List<Statement>> replacements(Statement statement) {
    List<List<Statement>> all = new ArrayList<>();
    if (statement instanceof Toy.If s) {
      all.add(s.then());
      all.add(s.otherwise());
    } else if (statement instanceof Toy.While s) {
      all.add(s.body());
    } else if (statement instanceof Toy.Repeat s) {
      all.add(s.body());
    }
    for (Statement smaller : statements(statement)) {
      all.add(List.of(smaller));
    }
    return all;
  }

  private static List<Statement> statements(Statement statement) {
    List<Statement> all = new ArrayList<>();
    if (statement instanceof Toy.If s) {
      each(blocks(s.then()), b -> new Toy.If(s.condition(), b, s.otherwise(), s.at()), all);
      each(blocks(s.otherwise()), b -> new Toy.If(s.condition(), s.then(), b, s.at()), all);
      each(expressions(s.condition()), e -> new Toy.If(e, s.then(), s.otherwise(), s.at()), all);
    } else if (statement instanceof Toy.While s) {
      each(blocks(s.body()), b -> new Toy.While(s.condition(), b, s.at()), all);
      each(expressions(s.condition()), e -> new Toy.While(e, s.body(), s.at()), all);
    } else if (statement instanceof Toy.Repeat s) {
      each(blocks(s.body()), b -> new Toy.Repeat(s.times(), b, s.at()), all);
      if (s.times() > 1) {
        all.add(new Toy.Repeat(s.times() - 1, s.body(), s.at()));
      }
    } else if (statement instanceof Toy.Assign s) {
      each(expressions(s.value()), e -> new Toy.Assign(s.local(), e, s.at()), all);
    } else if (statement instanceof Toy.Assert s) {
      each(expressions(s.condition()), e -> new Toy.Assert(e, s.message(), s.at()), all);
    } else if (statement instanceof Toy.Choose s) {
      if (s.count() > 1) {
        all.add(new Toy.Choose(s.result(), s.count() - 1, s.at()));
      }
    } else if (statement instanceof Toy.Act s) {
      addActs(s, all);
    } else if (statement instanceof Toy.Wait s) {
      addWaits(s, all);
    } else {
      addAccesses(statement, all);
    }
    return all;
  }

  private static void addActs(Toy.Act s, List<Statement> all) {
    if (s.timed()) {
      all.add(new Toy.Act(s.verb(), s.result(), s.object(), s.amount(), false, s.at()));
    }
    if (s.within() > 0) {
      for (int shorter : new int[] {0, 1, s.within() / 2, s.within() - 1}) {
        all.add(
            new Toy.Act(s.verb(), s.result(), s.object(), s.amount(), s.timed(), shorter, s.at()));
      }
    }
    if (s.result() != null && canDropResult(s.verb())) {
      all.add(new Toy.Act(s.verb(), null, s.object(), s.amount(), s.timed(), s.within(), s.at()));
    }
    Expr amount = s.amount();
    if (amount != null) {
      all.add(new Toy.Act(s.verb(), s.result(), s.object(), null, s.timed(), s.within(), s.at()));
      each(
          expressions(amount),
          e -> new Toy.Act(s.verb(), s.result(), s.object(), e, s.timed(), s.within(), s.at()),
          all);
    }
    Ref object = s.object();
    if (object != null) {
      each(
          references(object),
          r -> new Toy.Act(s.verb(), s.result(), r, s.amount(), s.timed(), s.within(), s.at()),
          all);
    }
  }

  /** Whether the verb makes sense for itself; asking without looking at the answer does not. */
  private static boolean canDropResult(Toy.Verb verb) {
    return switch (verb) {
      case TRYLOCK, TRYACQUIRE, TRYREADLOCK, TRYWRITELOCK, ALIVE, INTERRUPTED, CLOCK -> false;
      case LOCK, UNLOCK, NOTIFY, NOTIFYALL, SIGNAL, PARK, UNPARK, INTERRUPT, START, JOIN -> true;
      case ACQUIRE, RELEASE, CLOSE, READLOCK, READUNLOCK, WRITELOCK, WRITEUNLOCK -> true;
      case ARRIVE, YIELD, SLEEP, EXIT, HALT -> true;
    };
  }

  private static void addWaits(Toy.Wait s, List<Statement> all) {
    if (s.timed()) {
      all.add(new Toy.Wait(s.result(), s.condition(), s.lock(), false, s.at()));
    }
    if (s.within() > 0) {
      all.add(new Toy.Wait(s.result(), s.condition(), s.lock(), s.timed(), 0, s.at()));
    }
    if (s.result() != null) {
      all.add(new Toy.Wait(null, s.condition(), s.lock(), s.timed(), s.within(), s.at()));
    }
    each(
        references(s.condition()),
        r -> new Toy.Wait(s.result(), r, s.lock(), s.timed(), s.within(), s.at()),
        all);
    each(
        references(s.lock()),
        r -> new Toy.Wait(s.result(), s.condition(), r, s.timed(), s.within(), s.at()),
        all);
  }

  private static void addAccesses(Statement statement, List<Statement> all) {
    if (statement instanceof Toy.Read s) {
      each(references(s.variable()), r -> new Toy.Read(s.result(), r, s.at()), all);
    } else if (statement instanceof Toy.Write s) {
      each(references(s.variable()), r -> new Toy.Write(r, s.value(), s.at()), all);
      each(expressions(s.value()), e -> new Toy.Write(s.variable(), e, s.at()), all);
    } else if (statement instanceof Toy.FetchAdd s) {
      if (s.result() != null) {
        all.add(new Toy.FetchAdd(null, s.variable(), s.amount(), s.at()));
      }
      each(references(s.variable()), r -> new Toy.FetchAdd(s.result(), r, s.amount(), s.at()), all);
      each(
          expressions(s.amount()), e -> new Toy.FetchAdd(s.result(), s.variable(), e, s.at()), all);
    } else if (statement instanceof Toy.Exchange s) {
      if (s.result() != null) {
        all.add(new Toy.Exchange(null, s.variable(), s.value(), s.at()));
      }
      each(references(s.variable()), r -> new Toy.Exchange(s.result(), r, s.value(), s.at()), all);
      each(expressions(s.value()), e -> new Toy.Exchange(s.result(), s.variable(), e, s.at()), all);
    } else if (statement instanceof Toy.CompareAndSet s) {
      addCompareAndSets(s, all);
    }
  }

  private static void addCompareAndSets(Toy.CompareAndSet s, List<Statement> all) {
    if (s.result() != null) {
      all.add(new Toy.CompareAndSet(null, s.variable(), s.expected(), s.value(), s.at()));
    }
    each(
        references(s.variable()),
        r -> new Toy.CompareAndSet(s.result(), r, s.expected(), s.value(), s.at()),
        all);
    each(
        expressions(s.expected()),
        e -> new Toy.CompareAndSet(s.result(), s.variable(), e, s.value(), s.at()),
        all);
    each(
        expressions(s.value()),
        e -> new Toy.CompareAndSet(s.result(), s.variable(), s.expected(), e, s.at()),
        all);
  }

  /** References with a smaller index, which must not get out of range where it is a constant. */
  private static List<Ref> references(Ref ref) {
    @Nullable Expr index = ref.index();
    if (index == null || index.equals(new Constant(0))) {
      return List.of();
    }
    return List.of(new Ref(ref.name(), new Constant(0), ref.at()));
  }

  /** A part of the expression, a constant, or the same with a smaller part. */
  private static List<Expr> expressions(Expr expression) {
    List<Expr> all = new ArrayList<>();
    if (expression instanceof Constant constant) {
      int value = constant.value();
      if (value != 0) {
        all.add(new Constant(0));
      }
      if (value > 1 || value < -1) {
        all.add(new Constant(value / 2));
        all.add(new Constant(value > 0 ? value - 1 : value + 1));
      }
      return all;
    }
    all.add(new Constant(0));
    all.add(new Constant(1));
    if (expression instanceof Toy.Unary unary) {
      all.add(unary.operand());
      each(expressions(unary.operand()), e -> new Toy.Unary(unary.operator(), e), all);
    } else if (expression instanceof Toy.Binary binary) {
      all.add(binary.left());
      all.add(binary.right());
      each(
          expressions(binary.left()),
          e -> new Toy.Binary(binary.operator(), e, binary.right()),
          all);
      each(
          expressions(binary.right()),
          e -> new Toy.Binary(binary.operator(), binary.left(), e),
          all);
    }
    return all;
  }

  private static <P, R> void each(List<P> parts, Function<P, ? extends R> whole, List<R> results) {
    for (P part : parts) {
      results.add(whole.apply(part));
    }
  }
}
