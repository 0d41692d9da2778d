package dev.clew.testkit.oracle;

import dev.clew.testkit.oracle.Instruction.Check;
import dev.clew.testkit.oracle.Instruction.Compute;
import dev.clew.testkit.oracle.Instruction.Jump;
import dev.clew.testkit.oracle.Instruction.JumpIfZero;
import dev.clew.testkit.oracle.Instruction.Operation;
import dev.clew.testkit.toy.Toy;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the statements of one thread into a list of instructions, and its locals into slots. */
final class Flattener {
  /** The slot of {@code self}. */
  static final int SELF_SLOT = 0;

  private final Map<String, Reference> globals;
  private final Endings endings;
  private final List<Instruction> code = new ArrayList<>();
  private final Map<String, Integer> slots = new LinkedHashMap<>();
  private int loops;

  /** What every global and thread stands for, given without an index. */
  Flattener(Map<String, Reference> globals, Endings endings) {
    this.globals = globals;
    this.endings = endings;
    slots.put("self", SELF_SLOT);
  }

  /** The instructions of a thread with this body. */
  List<Instruction> flatten(List<Toy.Statement> body) {
    addAll(body);
    return List.copyOf(code);
  }

  /** How many slots the locals need. */
  int slotCount() {
    return slots.size();
  }

  private void addAll(List<Toy.Statement> statements) {
    for (Toy.Statement statement : statements) {
      add(statement);
    }
  }

  private void add(Toy.Statement statement) {
    int line = statement.at().line();
    if (statement instanceof Toy.Assign s) {
      code.add(new Compute(slot(s.local()), expression(s.value()), line));
    } else if (statement instanceof Toy.If s) {
      addIf(s);
    } else if (statement instanceof Toy.While s) {
      int head = code.size();
      int exit = placeholder();
      addAll(s.body());
      code.add(new Jump(head, line));
      code.set(exit, new JumpIfZero(expression(s.condition()), code.size(), line));
    } else if (statement instanceof Toy.Repeat s) {
      addRepeat(s);
    } else if (statement instanceof Toy.Assert s) {
      code.add(new Check(expression(s.condition()), s.message(), line));
    } else if (statement instanceof Toy.Act s && s.verb() == Toy.Verb.EXIT) {
      code.addAll(endings.exit(status(s), line));
    } else if (statement instanceof Toy.Act s && s.verb() == Toy.Verb.HALT) {
      code.addAll(endings.halt(status(s), line));
    } else if (statement instanceof Toy.Act s && s.verb() == Toy.Verb.CLOCK) {
      String result = s.result();
      code.add(new Compute(slot(result == null ? "clock#" : result), State.TIME, line));
    } else {
      code.add(operation(statement));
    }
  }

  private LocalExpression status(Toy.Act ending) {
    Toy.Expr status = ending.amount();
    return status == null ? (cells, locals) -> 0 : expression(status);
  }

  private void addIf(Toy.If s) {
    int line = s.at().line();
    int toElse = placeholder();
    addAll(s.then());
    int toEnd = placeholder();
    code.set(toElse, new JumpIfZero(expression(s.condition()), code.size(), line));
    addAll(s.otherwise());
    code.set(toEnd, new Jump(code.size(), line));
  }

  private void addRepeat(Toy.Repeat s) {
    int line = s.at().line();
    int left = slot("repeat#" + loops++);
    int times = s.times();
    code.add(new Compute(left, (cells, locals) -> times, line));
    int head = code.size();
    int exit = placeholder();
    code.add(new Compute(left, (cells, locals) -> cells[locals + left] - 1, line));
    addAll(s.body());
    code.add(new Jump(head, line));
    code.set(exit, new JumpIfZero((cells, locals) -> cells[locals + left], code.size(), line));
  }

  private int placeholder() {
    code.add(new Jump(-1, 0));
    return code.size() - 1;
  }

  private Operation operation(Toy.Statement statement) {
    int line = statement.at().line();
    if (statement instanceof Toy.Read s) {
      return simple(OpKind.READ, s.result(), s.variable(), LocalExpression.ONE, false, line);
    } else if (statement instanceof Toy.Write s) {
      return simple(OpKind.WRITE, null, s.variable(), expression(s.value()), false, line);
    } else if (statement instanceof Toy.FetchAdd s) {
      return new Operation(
          OpKind.READ_MODIFY_WRITE,
          resultSlot(s.result()),
          reference(s.variable()),
          Reference.NOTHING,
          expression(s.amount()),
          LocalExpression.ONE,
          true,
          false,
          false,
          line);
    } else if (statement instanceof Toy.Exchange s) {
      LocalExpression value = expression(s.value());
      return simple(OpKind.READ_MODIFY_WRITE, s.result(), s.variable(), value, false, line);
    } else if (statement instanceof Toy.CompareAndSet s) {
      return new Operation(
          OpKind.COMPARE_AND_SET,
          resultSlot(s.result()),
          reference(s.variable()),
          Reference.NOTHING,
          expression(s.value()),
          expression(s.expected()),
          false,
          false,
          false,
          line);
    } else if (statement instanceof Toy.Wait s) {
      return new Operation(
          OpKind.WAIT,
          resultSlot(s.result()),
          reference(s.lock()),
          reference(s.condition()),
          LocalExpression.ONE,
          LocalExpression.ONE,
          false,
          false,
          s.timed(),
          s.within(),
          line);
    } else if (statement instanceof Toy.Choose s) {
      int count = s.count();
      return simple(OpKind.CHOICE, s.result(), null, (cells, locals) -> count, false, line);
    } else if (statement instanceof Toy.Act s) {
      Toy.Expr amount = s.amount();
      LocalExpression value = amount == null ? LocalExpression.ONE : expression(amount);
      boolean timed = s.timed() || s.verb() == Toy.Verb.SLEEP;
      Operation any =
          simple(kindOf(s.verb()), s.result(), s.object(), value, timed, line).within(s.within());
      return switch (s.verb()) {
        case SIGNAL -> any.onTheFirst();
        case CLOSE -> any.closing();
        default -> any;
      };
    }
    throw new IllegalArgumentException("no statement: " + statement);
  }

  private Operation simple(
      OpKind kind,
      @Nullable String result,
      Toy.@Nullable Ref object,
      LocalExpression value,
      boolean timed,
      int line) {
    return new Operation(
        kind,
        resultSlot(result),
        object == null ? Reference.NOTHING : reference(object),
        Reference.NOTHING,
        value,
        LocalExpression.ONE,
        false,
        false,
        timed,
        line);
  }

  private static OpKind kindOf(Toy.Verb verb) {
    return switch (verb) {
      case LOCK -> OpKind.LOCK;
      case UNLOCK -> OpKind.UNLOCK;
      case TRYLOCK -> OpKind.TRY_LOCK;
      case NOTIFY, SIGNAL -> OpKind.NOTIFY;
      case NOTIFYALL -> OpKind.NOTIFY_ALL;
      case PARK -> OpKind.PARK;
      case UNPARK -> OpKind.UNPARK;
      case INTERRUPT -> OpKind.INTERRUPT;
      case INTERRUPTED -> OpKind.TEST_INTERRUPT;
      case START -> OpKind.START;
      case JOIN -> OpKind.JOIN;
      case ALIVE -> OpKind.IS_ALIVE;
      case ACQUIRE -> OpKind.ACQUIRE;
      case TRYACQUIRE -> OpKind.TRY_ACQUIRE;
      case RELEASE, CLOSE -> OpKind.RELEASE;
      case READLOCK -> OpKind.READ_LOCK;
      case TRYREADLOCK -> OpKind.TRY_READ_LOCK;
      case READUNLOCK -> OpKind.READ_UNLOCK;
      case WRITELOCK -> OpKind.WRITE_LOCK;
      case TRYWRITELOCK -> OpKind.TRY_WRITE_LOCK;
      case WRITEUNLOCK -> OpKind.WRITE_UNLOCK;
      case ARRIVE -> OpKind.ARRIVE;
      case YIELD, SLEEP -> OpKind.YIELD;
      case CLOCK -> throw new IllegalStateException("to read the clock is local");
      case EXIT, HALT -> throw new IllegalArgumentException(verb + " is no operation");
    };
  }

  private Reference reference(Toy.Ref ref) {
    Reference whole = globals.get(ref.name());
    if (whole == null) {
      throw new IllegalArgumentException("unknown name " + ref.name());
    }
    Toy.Expr index = ref.index();
    if ((index == null) != (whole.size() < 0)) {
      throw new IllegalArgumentException(ref.name() + ": an index goes with arrays only");
    }
    return index == null ? whole : new Reference(whole.first(), whole.size(), expression(index));
  }

  private LocalExpression expression(Toy.Expr expression) {
    return LocalExpression.of(expression, this::slot);
  }

  private int resultSlot(@Nullable String local) {
    return local == null ? -1 : slot(local);
  }

  private int slot(String local) {
    return slots.computeIfAbsent(local, name -> slots.size());
  }
}
