package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Constant;
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
import org.jspecify.annotations.Nullable;

/**
 * What is left of the code of one thread of an array when its index is known: branches that the
 * index decides are gone, so that threads which the code tells apart have different residual code,
 * and those that do the same from there on have the same.
 */
final class ToyResidual {
  private final Constant self;

  private ToyResidual(int self) {
    this.self = new Constant(self);
  }

  /** The code of the thread with this index. */
  static List<Statement> of(List<Statement> body, int self) {
    return new ToyResidual(self).block(body);
  }

  private List<Statement> block(List<Statement> body) {
    List<Statement> left = new ArrayList<>();
    for (Statement statement : body) {
      if (statement instanceof If branch) {
        addBranch(branch, left);
      } else {
        left.add(statement(statement));
      }
    }
    return left;
  }

  private void addBranch(If branch, List<Statement> left) {
    Expr condition = expression(branch.condition());
    if (condition instanceof Constant known) {
      left.addAll(block(known.value() != 0 ? branch.then() : branch.otherwise()));
    } else {
      left.add(new If(condition, block(branch.then()), block(branch.otherwise()), branch.at()));
    }
  }

  private Statement statement(Statement statement) {
    if (statement instanceof Assign assign) {
      return new Assign(assign.local(), expression(assign.value()), assign.at());
    }
    if (statement instanceof While loop) {
      return new While(expression(loop.condition()), block(loop.body()), loop.at());
    }
    if (statement instanceof Repeat loop) {
      return new Repeat(loop.times(), block(loop.body()), loop.at());
    }
    if (statement instanceof Assert claim) {
      return new Assert(expression(claim.condition()), claim.message(), claim.at());
    }
    if (statement instanceof Act act) {
      Ref object = act.object() == null ? null : reference(act.object());
      Expr amount = act.amount() == null ? null : expression(act.amount());
      return new Act(act.verb(), act.result(), object, amount, act.timed(), act.within(), act.at());
    }
    return access(statement);
  }

  private Statement access(Statement statement) {
    if (statement instanceof Read read) {
      return new Read(read.result(), reference(read.variable()), read.at());
    }
    if (statement instanceof Write write) {
      return new Write(reference(write.variable()), expression(write.value()), write.at());
    }
    if (statement instanceof FetchAdd add) {
      Ref variable = reference(add.variable());
      return new FetchAdd(add.result(), variable, expression(add.amount()), add.at());
    }
    if (statement instanceof Exchange swap) {
      Ref variable = reference(swap.variable());
      return new Exchange(swap.result(), variable, expression(swap.value()), swap.at());
    }
    if (statement instanceof CompareAndSet cas) {
      return new CompareAndSet(
          cas.result(),
          reference(cas.variable()),
          expression(cas.expected()),
          expression(cas.value()),
          cas.at());
    }
    if (statement instanceof Wait wait) {
      Ref condition = reference(wait.condition());
      Ref lock = reference(wait.lock());
      return new Wait(wait.result(), condition, lock, wait.timed(), wait.within(), wait.at());
    }
    return statement;
  }

  private Ref reference(Ref ref) {
    Expr index = ref.index();
    return new Ref(ref.name(), index == null ? null : expression(index), ref.at());
  }

  private Expr expression(Expr expression) {
    if (expression instanceof Local local) {
      return local.name().equals("self") ? self : local;
    }
    if (expression instanceof Unary unary) {
      Expr operand = expression(unary.operand());
      if (operand instanceof Constant known) {
        boolean isNegation = unary.operator().equals("-");
        return new Constant(isNegation ? -known.value() : known.value() == 0 ? 1 : 0);
      }
      return new Unary(unary.operator(), operand);
    }
    if (expression instanceof Binary binary) {
      Expr left = expression(binary.left());
      Expr right = expression(binary.right());
      boolean isKnown = left instanceof Constant && right instanceof Constant;
      Constant result =
          isKnown
              ? value(binary.operator(), ((Constant) left).value(), ((Constant) right).value())
              : null;
      return result == null ? new Binary(binary.operator(), left, right) : result;
    }
    return expression;
  }

  /** The value of an operation, null if it is one that fails. */
  private static @Nullable Constant value(String operator, int a, int b) {
    boolean divides = operator.equals("/") || operator.equals("%");
    if (divides && b == 0) {
      return null;
    }
    return new Constant(
        switch (operator) {
          case "+" -> a + b;
          case "-" -> a - b;
          case "*" -> a * b;
          case "/" -> a / b;
          case "%" -> a % b;
          case "==" -> a == b ? 1 : 0;
          case "!=" -> a != b ? 1 : 0;
          case "<" -> a < b ? 1 : 0;
          case "<=" -> a <= b ? 1 : 0;
          case ">" -> a > b ? 1 : 0;
          case ">=" -> a >= b ? 1 : 0;
          case "&&" -> a != 0 && b != 0 ? 1 : 0;
          case "||" -> a != 0 || b != 0 ? 1 : 0;
          default -> throw new IllegalStateException("unknown operator " + operator);
        });
  }
}
