package dev.clew.testkit.oracle;

import dev.clew.testkit.oracle.Instruction.Halt;
import dev.clew.testkit.oracle.Instruction.JumpIfUnstarted;
import dev.clew.testkit.oracle.Instruction.Operation;
import dev.clew.testkit.oracle.Instruction.Report;
import dev.clew.testkit.toy.Toy;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a program ends, as instructions.
 *
 * <p>An exit of a program with hooks takes a lock that nobody gives back, so that one only can be
 * the first; then it starts the hooks and waits for them. Without hooks it is no operation at all.
 */
final class Endings {
  private static final LocalExpression ZERO = (cells, locals) -> 0;

  private final int process;
  private final List<Integer> hooks;

  /** The endings of a program with these hooks, where that object is the lock. */
  Endings(int process, List<Integer> hooks) {
    this.process = process;
    this.hooks = hooks;
  }

  List<Instruction> halt(LocalExpression status, int line) {
    return List.of(new Report(status, line), new Halt(line));
  }

  List<Instruction> exit(LocalExpression status, int line) {
    if (hooks.isEmpty()) {
      return halt(status, line);
    }
    List<Instruction> code = new ArrayList<>();
    code.add(on(OpKind.LOCK, process, status, line));
    hooks.forEach(hook -> code.add(on(OpKind.START, hook, ZERO, line)));
    hooks.forEach(hook -> code.add(on(OpKind.JOIN, hook, ZERO, line)));
    code.addAll(halt(status, line));
    return code;
  }

  /**
   * The code of the thread that ends the program by itself: it waits for those that keep it going,
   * again and again in the order of the text, for each once its starter has been waited for.
   */
  List<Instruction> afterThreads(List<Toy.ThreadCode> threads, Map<String, Reference> names) {
    List<Instruction> code = new ArrayList<>();
    Set<String> waitedFor = new LinkedHashSet<>();
    int before = -1;
    while (before < waitedFor.size()) {
      before = waitedFor.size();
      for (Toy.ThreadCode thread : threads) {
        boolean isDue =
            threads.stream()
                .filter(other -> starts(other.body(), thread.name()))
                .allMatch(starter -> waitedFor.contains(starter.name()));
        if (isDue && thread.role() == Toy.Role.THREAD && waitedFor.add(thread.name())) {
          Reference all = names.get(thread.name());
          for (int i = 0; all != null && i < Math.max(1, all.size()); i++) {
            code.add(new JumpIfUnstarted(all.first() + i, code.size() + 2, 0));
            code.add(on(OpKind.JOIN, all.first() + i, ZERO, 0));
          }
        }
      }
    }
    code.addAll(exit(ZERO, 0));
    return code;
  }

  private static boolean starts(List<Toy.Statement> body, String thread) {
    for (Toy.Statement statement : body) {
      boolean starts =
          statement instanceof Toy.Act act
                  && act.verb() == Toy.Verb.START
                  && act.object() != null
                  && act.object().name().equals(thread)
              || statement instanceof Toy.If branch
                  && (starts(branch.then(), thread) || starts(branch.otherwise(), thread))
              || statement instanceof Toy.While loop && starts(loop.body(), thread)
              || statement instanceof Toy.Repeat loop && starts(loop.body(), thread);
      if (starts) {
        return true;
      }
    }
    return false;
  }

  private static Operation on(OpKind kind, int object, LocalExpression value, int line) {
    return new Operation(
        kind,
        -1,
        new Reference(object, -1, ZERO),
        Reference.NOTHING,
        value,
        ZERO,
        false,
        false,
        false,
        line);
  }
}
