package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Exchange;
import dev.clew.testkit.toy.Toy.FetchAdd;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Read;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.toy.Toy.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks the rules of {@code docs/toy-language.md} that go beyond syntax, on the tree: a program
 * built by a generator is held to the same rules as one that was read.
 */
public final class ToyChecker {
  private final ToyDeclarations declarations;
  private final ToyExprChecker expressions;
  private final Map<String, ThreadCode> starters = new LinkedHashMap<>();
  private final String program;

  private ToyChecker(Toy toy) {
    this.program = toy.name();
    this.declarations = new ToyDeclarations(toy);
    this.expressions = new ToyExprChecker(declarations);
  }

  /**
   * Returns if the program is well formed.
   *
   * @throws ToySyntaxException at the first rule it breaks
   */
  public static void check(Toy toy) {
    ToyChecker checker = new ToyChecker(toy);
    for (ThreadCode thread : toy.threads()) {
      checker.checkBlock(thread, thread.body(), 1);
    }
    checker.checkRoles(toy);
  }

  /** With hooks it must be known when the last thread has ended that keeps the program going. */
  private void checkRoles(Toy toy) {
    boolean hasHooks = toy.threads().stream().anyMatch(thread -> thread.role() == Role.HOOK);
    for (ThreadCode thread : toy.threads()) {
      ThreadCode starter = starters.get(thread.name());
      if (starter == null) {
        continue;
      }
      String name = "'" + thread.name() + "'";
      require(
          thread.role() != Role.HOOK,
          starter.at(),
          name + " is a hook: it is started when the program ends");
      require(
          !hasHooks || thread.role() == Role.DAEMON || starter.role() == Role.THREAD,
          starter.at(),
          "where there are hooks a "
              + ToyWords.word(starter.role())
              + " can start daemons only, and "
              + name
              + " is none");
    }
  }

  private void checkBlock(ThreadCode thread, List<Statement> body, int depth) {
    if (depth > ToyStatementParser.DEEPEST + 1) {
      Position at = body.isEmpty() ? Position.NONE : body.get(0).at();
      throw error(at, "blocks can be nested at most " + ToyStatementParser.DEEPEST + " deep");
    }
    for (Statement statement : body) {
      checkStatement(thread, statement, depth);
    }
  }

  private void checkStatement(ThreadCode thread, Statement statement, int depth) {
    if (statement instanceof Assign assign) {
      checkLocal(assign.local(), assign.at());
      expressions.check(assign.value(), assign.at());
    } else if (statement instanceof If branch) {
      expressions.check(branch.condition(), branch.at());
      checkBlock(thread, branch.then(), depth + 1);
      checkBlock(thread, branch.otherwise(), depth + 1);
    } else if (statement instanceof While loop) {
      expressions.check(loop.condition(), loop.at());
      checkBlock(thread, loop.body(), depth + 1);
    } else if (statement instanceof Repeat loop) {
      require(loop.times() >= 0, loop.at(), "a block cannot be repeated less than 0 times");
      checkBlock(thread, loop.body(), depth + 1);
    } else if (statement instanceof Assert claim) {
      expressions.check(claim.condition(), claim.at());
    } else if (statement instanceof Act act) {
      checkAct(thread, act);
    } else {
      checkAccess(statement);
    }
  }

  private void checkAccess(Statement statement) {
    if (statement instanceof Read read) {
      checkLocal(read.result(), read.at());
      checkVariable(read.variable(), false);
    } else if (statement instanceof Write write) {
      checkVariable(write.variable(), false);
      expressions.check(write.value(), write.at());
    } else if (statement instanceof FetchAdd add) {
      checkLocal(add.result(), add.at());
      checkVariable(add.variable(), true);
      expressions.check(add.amount(), add.at());
    } else if (statement instanceof Exchange swap) {
      checkLocal(swap.result(), swap.at());
      checkVariable(swap.variable(), true);
      expressions.check(swap.value(), swap.at());
    } else if (statement instanceof CompareAndSet cas) {
      checkLocal(cas.result(), cas.at());
      checkVariable(cas.variable(), true);
      expressions.check(cas.expected(), cas.at());
      expressions.check(cas.value(), cas.at());
    } else if (statement instanceof Wait wait) {
      checkLocal(wait.result(), wait.at());
      checkTime(wait.within(), wait.at());
      declarations.resolve(wait.condition(), GlobalKind.CONDITION);
      declarations.resolve(wait.lock(), GlobalKind.LOCK);
      expressions.checkIndex(wait.condition());
      expressions.checkIndex(wait.lock());
    } else if (statement instanceof Choose choose) {
      checkLocal(choose.result(), choose.at());
      require(choose.count() >= 1, choose.at(), "choose needs at least 1 value");
      require(
          choose.count() <= ToyDeclarations.MOST_CHOICES,
          choose.at(),
          "choose can have at most " + ToyDeclarations.MOST_CHOICES + " values");
    } else {
      throw new IllegalStateException("unknown statement " + statement);
    }
  }

  private void checkVariable(Ref variable, boolean atomic) {
    declarations.resolveVariable(variable, atomic);
    expressions.checkIndex(variable);
  }

  private void checkAct(ThreadCode thread, Act act) {
    ToyVerbRules rules = ToyVerbRules.of(act.verb());
    String verb = "'" + ToyWords.word(act.verb()) + "'";
    checkLocal(act.result(), act.at());
    checkTime(act.within(), act.at());
    require(act.result() == null || rules.givesResult(), act.at(), verb + " has no result");
    require(!act.timed() || rules.canBeTimed(), act.at(), verb + " cannot be timed");
    require(
        act.amount() == null || rules.takesAmount(), act.at(), verb + " has no number after it");
    Ref object = act.object();
    require((object != null) == rules.takesObject(), act.at(), verb + takes(rules));
    if (object != null) {
      declarations.resolve(object, rules.kind());
      expressions.checkIndex(object);
      if (act.verb() == Verb.START) {
        checkStart(thread, act, object);
      }
    }
    if (act.amount() != null) {
      expressions.check(act.amount(), act.at());
    }
  }

  private void checkTime(int within, Position at) {
    require(within >= 0, at, "a time cannot be less than 0");
    require(
        within <= ToyDeclarations.LONGEST_TIME,
        at,
        "a time can be at most " + ToyDeclarations.LONGEST_TIME);
  }

  private static String takes(ToyVerbRules rules) {
    return rules.takesObject() ? " needs " + rules.objectWanted() : " stands alone";
  }

  private void checkStart(ThreadCode starter, Act act, Ref target) {
    require(starter.size() < 0, act.at(), "a thread of an array cannot start threads");
    require(!starter.name().equals(target.name()), act.at(), "a thread cannot start itself");
    ThreadCode other = starters.putIfAbsent(target.name(), starter);
    if (other != null && !other.name().equals(starter.name())) {
      throw error(
          act.at(),
          "'"
              + target.name()
              + "' is started by '"
              + other.name()
              + "' already: one thread only may start it");
    }
  }

  private void checkLocal(@Nullable String local, Position at) {
    if (local == null) {
      return;
    }
    require(
        !local.equals(ToyWords.SELF),
        at,
        "'self' is the index of the thread, it cannot be changed");
    require(ToyWords.isName(local), at, "'" + local + "' cannot be the name of a local");
    require(
        !declarations.isDeclared(local),
        at,
        "'" + local + "' is declared outside the threads and cannot name a local");
  }

  private void require(boolean holds, Position at, String problem) {
    if (!holds) {
      throw error(at, problem);
    }
  }

  private ToySyntaxException error(Position at, String problem) {
    return new ToySyntaxException(program, at.line(), at.column(), problem);
  }
}
