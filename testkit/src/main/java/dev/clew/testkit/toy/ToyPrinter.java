package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Exchange;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.FetchAdd;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Read;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Unary;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.toy.Toy.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints a program as text that reads back as the same program, one statement per line. */
public final class ToyPrinter {
  private static final int TIGHTEST = 7;

  private final StringBuilder out = new StringBuilder();
  private int depth;

  private ToyPrinter() {}

  /** The text of a program. */
  public static String print(Toy toy) {
    ToyPrinter printer = new ToyPrinter();
    if (toy.patience() != Toy.PATIENCE) {
      printer.out.append(ToyWords.PATIENCE).append(' ').append(toy.patience()).append('\n');
    }
    toy.globals().forEach(printer::global);
    toy.threads().forEach(printer::thread);
    return printer.out.toString();
  }

  /** The text of statements. */
  static String print(List<Statement> body) {
    ToyPrinter printer = new ToyPrinter();
    printer.block(body);
    return printer.out.toString();
  }

  /** The text of an expression. */
  public static String print(Expr expression) {
    ToyPrinter printer = new ToyPrinter();
    printer.expression(expression, 0);
    return printer.out.toString();
  }

  private void global(Global global) {
    out.append(ToyWords.word(global.kind())).append(' ').append(global.name());
    size(global.size());
    switch (global.kind()) {
      case ATOMIC, SHARED, SEMAPHORE, BARRIER -> out.append(" = ").append(global.initial());
      case LOCK, CONDITION, RWLOCK -> {}
    }
    out.append('\n');
  }

  private void thread(ThreadCode thread) {
    out.append(ToyWords.word(thread.role())).append(' ').append(thread.name());
    size(thread.size());
    out.append(' ');
    block(thread.body());
    out.append('\n');
  }

  private void size(int size) {
    if (size >= 0) {
      out.append('[').append(size).append(']');
    }
  }

  private void block(List<Statement> body) {
    out.append("{\n");
    depth++;
    for (Statement statement : body) {
      indent();
      statement(statement);
      out.append('\n');
    }
    depth--;
    indent();
    out.append('}');
  }

  private void indent() {
    out.append("  ".repeat(depth));
  }

  private void statement(Statement statement) {
    if (statement instanceof Assign assign) {
      result(assign.local());
      expression(assign.value(), 0);
    } else if (statement instanceof If branch) {
      branch(branch);
    } else if (statement instanceof While loop) {
      out.append("while ");
      expression(loop.condition(), 0);
      out.append(' ');
      block(loop.body());
    } else if (statement instanceof Repeat loop) {
      out.append("repeat ").append(loop.times()).append(' ');
      block(loop.body());
    } else if (statement instanceof Assert claim) {
      out.append("assert ");
      expression(claim.condition(), 0);
      if (!claim.message().isEmpty()) {
        out.append(" \"").append(escaped(claim.message())).append('"');
      }
    } else if (statement instanceof Act act) {
      act(act);
    } else {
      access(statement);
    }
  }

  private void branch(If branch) {
    out.append("if ");
    expression(branch.condition(), 0);
    out.append(' ');
    block(branch.then());
    List<Statement> otherwise = branch.otherwise();
    if (otherwise.isEmpty()) {
      return;
    }
    out.append(" else ");
    if (otherwise.size() == 1 && otherwise.get(0) instanceof If chained) {
      branch(chained);
    } else {
      block(otherwise);
    }
  }

  private void access(Statement statement) {
    if (statement instanceof Read read) {
      result(read.result());
      reference(read.variable());
    } else if (statement instanceof Write write) {
      reference(write.variable());
      out.append(" = ");
      expression(write.value(), 0);
    } else if (statement instanceof FetchAdd add) {
      call(add.result(), "add", add.variable(), add.amount());
    } else if (statement instanceof Exchange swap) {
      call(swap.result(), "swap", swap.variable(), swap.value());
    } else if (statement instanceof CompareAndSet cas) {
      call(cas.result(), "cas", cas.variable(), cas.expected(), cas.value());
    } else if (statement instanceof Wait wait) {
      result(wait.result());
      out.append("wait ");
      reference(wait.condition());
      out.append(' ');
      reference(wait.lock());
      timed(wait.timed(), wait.within());
    } else if (statement instanceof Choose choose) {
      result(choose.result());
      out.append("choose ").append(choose.count());
    } else {
      throw new IllegalStateException("unknown statement " + statement);
    }
  }

  private void act(Act act) {
    result(act.result());
    out.append(ToyWords.word(act.verb()));
    if (act.object() != null) {
      out.append(' ');
      reference(act.object());
    }
    if (act.amount() != null) {
      out.append(' ');
      expression(act.amount(), 0);
    }
    if (act.verb() == Verb.SLEEP) {
      out.append(' ').append(act.within());
    }
    timed(act.timed(), act.within());
  }

  private void timed(boolean isTimed, int within) {
    if (isTimed) {
      out.append(" timed");
    }
    if (isTimed && within > 0) {
      out.append(' ').append(within);
    }
  }

  private void call(@Nullable String result, String function, Ref variable, Expr... arguments) {
    result(result);
    out.append(function).append('(');
    reference(variable);
    for (Expr argument : arguments) {
      out.append(", ");
      expression(argument, 0);
    }
    out.append(')');
  }

  private void result(@Nullable String local) {
    if (local != null) {
      out.append(local).append(" = ");
    }
  }

  private void reference(Ref ref) {
    out.append(ref.name());
    if (ref.index() != null) {
      out.append('[');
      expression(ref.index(), 0);
      out.append(']');
    }
  }

  /** Prints an expression, in parentheses if it binds less tightly than the place demands. */
  private void expression(Expr expression, int tightness) {
    if (expression instanceof Constant constant) {
      out.append(constant.value());
    } else if (expression instanceof Local local) {
      out.append(local.name());
    } else if (expression instanceof Unary unary) {
      out.append(unary.operator());
      boolean isNumber = unary.operand() instanceof Constant; // "-1" would read as a constant
      out.append(isNumber ? "(" : "");
      expression(unary.operand(), TIGHTEST);
      out.append(isNumber ? ")" : "");
    } else if (expression instanceof Binary binary) {
      int own = tightness(binary.operator());
      boolean enclosed = own < tightness;
      out.append(enclosed ? "(" : "");
      expression(binary.left(), own);
      out.append(' ').append(binary.operator()).append(' ');
      expression(binary.right(), own + 1);
      out.append(enclosed ? ")" : "");
    }
  }

  private static int tightness(String operator) {
    return switch (operator) {
      case "||" -> 1;
      case "&&" -> 2;
      case "==", "!=" -> 3;
      case "<", "<=", ">", ">=" -> 4;
      case "+", "-" -> 5;
      case "*", "/", "%" -> 6;
      default -> throw new IllegalStateException("unknown operator " + operator);
    };
  }

  private static String escaped(String message) {
    return message
        .replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }
}
