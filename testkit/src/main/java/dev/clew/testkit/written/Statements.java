package dev.clew.testkit.written;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Exchange;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.FetchAdd;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Read;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.Unary;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.toy.Toy.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What stands in the statements of a toy thread. */
public final class Statements {
  private Statements() {}

  /** All statements, those inside others too, and those of a loop as if they stood there twice. */
  public static List<Statement> unrolled(List<Statement> body) {
    List<Statement> all = new ArrayList<>();
    add(body, all);
    return all;
  }

  private static void add(List<Statement> body, List<Statement> all) {
    for (Statement statement : body) {
      all.add(statement);
      if (statement instanceof If branch) {
        add(branch.then(), all);
        add(branch.otherwise(), all);
      } else if (statement instanceof While loop) {
        add(loop.body(), all);
        add(loop.body(), all);
      } else if (statement instanceof Repeat loop) {
        add(loop.body(), all);
        add(loop.body(), all);
      }
    }
  }

  /** The locals of a thread, {@code self} not among them. */
  public static Set<String> locals(List<Statement> body) {
    Set<String> names = new TreeSet<>();
    for (Statement statement : unrolled(body)) {
      String result = result(statement);
      if (result != null) {
        names.add(result);
      }
      for (Expr expression : expressions(statement)) {
        addLocals(expression, names);
      }
    }
    names.remove("self");
    return names;
  }

  private static void addLocals(Expr expression, Set<String> names) {
    if (expression instanceof Local local) {
      names.add(local.name());
    } else if (expression instanceof Unary unary) {
      addLocals(unary.operand(), names);
    } else if (expression instanceof Binary binary) {
      addLocals(binary.left(), names);
      addLocals(binary.right(), names);
    }
  }

  /** The local that takes the result, null if none does. */
  public static @Nullable String result(Statement statement) {
    if (statement instanceof Assign assign) {
      return assign.local();
    } else if (statement instanceof Read read) {
      return read.result();
    } else if (statement instanceof FetchAdd add) {
      return add.result();
    } else if (statement instanceof Exchange swap) {
      return swap.result();
    } else if (statement instanceof CompareAndSet cas) {
      return cas.result();
    } else if (statement instanceof Act act) {
      return act.result();
    } else if (statement instanceof Wait wait) {
      return wait.result();
    } else if (statement instanceof Choose choose) {
      return choose.result();
    }
    return null;
  }

  /** The objects that a statement names. */
  public static List<Ref> references(Statement statement) {
    if (statement instanceof Read read) {
      return List.of(read.variable());
    } else if (statement instanceof Write write) {
      return List.of(write.variable());
    } else if (statement instanceof FetchAdd add) {
      return List.of(add.variable());
    } else if (statement instanceof Exchange swap) {
      return List.of(swap.variable());
    } else if (statement instanceof CompareAndSet cas) {
      return List.of(cas.variable());
    } else if (statement instanceof Wait wait) {
      return List.of(wait.condition(), wait.lock());
    } else if (statement instanceof Act act && act.object() != null) {
      return List.of(act.object());
    }
    return List.of();
  }

  /** The computations in a statement. */
  public static List<Expr> expressions(Statement statement) {
    List<Expr> all = new ArrayList<>();
    for (Ref ref : references(statement)) {
      if (ref.index() != null) {
        all.add(ref.index());
      }
    }
    if (statement instanceof Assign assign) {
      all.add(assign.value());
    } else if (statement instanceof If branch) {
      all.add(branch.condition());
    } else if (statement instanceof While loop) {
      all.add(loop.condition());
    } else if (statement instanceof Assert claim) {
      all.add(claim.condition());
    } else if (statement instanceof Write write) {
      all.add(write.value());
    } else if (statement instanceof FetchAdd add) {
      all.add(add.amount());
    } else if (statement instanceof Exchange swap) {
      all.add(swap.value());
    } else if (statement instanceof CompareAndSet cas) {
      all.add(cas.expected());
      all.add(cas.value());
    } else if (statement instanceof Act act && act.amount() != null) {
      all.add(act.amount());
    }
    return all;
  }
}
