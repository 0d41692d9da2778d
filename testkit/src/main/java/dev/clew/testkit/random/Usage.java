package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Which globals and threads the statements of a program name. */
final class Usage {
  private Usage() {}

  /** The program with those declarations only that some statement names. */
  static Toy withoutUnusedGlobals(Toy program) {
    Set<String> used = names(program);
    List<Global> globals = new ArrayList<>();
    for (Global global : program.globals()) {
      if (used.contains(global.name())) {
        globals.add(global);
      }
    }
    return program.withGlobals(List.copyOf(globals));
  }

  /** The globals and threads that some statement names. */
  static Set<String> names(Toy program) {
    Set<String> names = new LinkedHashSet<>();
    for (ThreadCode thread : program.threads()) {
      mapRefs(
          thread.body(),
          ref -> {
            names.add(ref.name());
            return ref;
          });
    }
    return names;
  }

  /** The statements without those that name a global or thread themselves. */
  static List<Statement> withoutMentions(String name, List<Statement> statements) {
    List<Statement> kept = new ArrayList<>();
    for (Statement statement : statements) {
      if (statement instanceof Toy.If s) {
        List<Statement> then = withoutMentions(name, s.then());
        List<Statement> otherwise = withoutMentions(name, s.otherwise());
        kept.add(new Toy.If(s.condition(), then, otherwise, s.at()));
      } else if (statement instanceof Toy.While s) {
        kept.add(new Toy.While(s.condition(), withoutMentions(name, s.body()), s.at()));
      } else if (statement instanceof Toy.Repeat s) {
        kept.add(new Toy.Repeat(s.times(), withoutMentions(name, s.body()), s.at()));
      } else if (!mentions(name, statement)) {
        kept.add(statement);
      }
    }
    return List.copyOf(kept);
  }

  private static boolean mentions(String name, Statement statement) {
    boolean[] found = {false};
    mapRefs(
        List.of(statement),
        ref -> {
          found[0] |= ref.name().equals(name);
          return ref;
        });
    return found[0];
  }

  /** The statements with every reference, in inner statements too, replaced. */
  static List<Statement> mapRefs(List<Statement> statements, UnaryOperator<Ref> map) {
    List<Statement> mapped = new ArrayList<>();
    for (Statement statement : statements) {
      mapped.add(mapRefs(statement, map));
    }
    return List.copyOf(mapped);
  }

  private static Statement mapRefs(Statement statement, UnaryOperator<Ref> map) {
    if (statement instanceof Toy.If s) {
      List<Statement> then = mapRefs(s.then(), map);
      return new Toy.If(s.condition(), then, mapRefs(s.otherwise(), map), s.at());
    } else if (statement instanceof Toy.While s) {
      return new Toy.While(s.condition(), mapRefs(s.body(), map), s.at());
    } else if (statement instanceof Toy.Repeat s) {
      return new Toy.Repeat(s.times(), mapRefs(s.body(), map), s.at());
    } else if (statement instanceof Toy.Read s) {
      return new Toy.Read(s.result(), map.apply(s.variable()), s.at());
    } else if (statement instanceof Toy.Write s) {
      return new Toy.Write(map.apply(s.variable()), s.value(), s.at());
    } else if (statement instanceof Toy.FetchAdd s) {
      return new Toy.FetchAdd(s.result(), map.apply(s.variable()), s.amount(), s.at());
    } else if (statement instanceof Toy.Exchange s) {
      return new Toy.Exchange(s.result(), map.apply(s.variable()), s.value(), s.at());
    } else if (statement instanceof Toy.CompareAndSet s) {
      Ref variable = map.apply(s.variable());
      return new Toy.CompareAndSet(s.result(), variable, s.expected(), s.value(), s.at());
    } else if (statement instanceof Toy.Wait s) {
      Ref condition = map.apply(s.condition());
      return new Toy.Wait(
          s.result(), condition, map.apply(s.lock()), s.timed(), s.within(), s.at());
    } else if (statement instanceof Toy.Act s) {
      Ref object = s.object();
      return object == null
          ? s
          : new Toy.Act(
              s.verb(), s.result(), map.apply(object), s.amount(), s.timed(), s.within(), s.at());
    }
    return statement;
  }
}
