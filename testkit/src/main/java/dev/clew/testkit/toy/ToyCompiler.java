package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.ThreadCode;
import java.util.Arrays;

/** Compiles a checked program: one stretch of code per thread, and the initial state. */
final class ToyCompiler {
  private final ToyLayout layout;
  private final ToyAssembler assembler = new ToyAssembler();
  private final int[] entry;
  private final int[] exit;
  private final int[] registers;
  private final boolean[] startsByItself;
  private final boolean[] isAwaited;
  private final boolean[] interruptible;
  private final boolean[] observed;
  private final boolean[] plain;
  private final int[] parties;
  private final int[] further;
  private final int[] block;
  private final int clock;
  private final int[] initial;

  private ToyCompiler(Toy toy, ToyLayout layout) {
    this.layout = layout;
    int threads = layout.threads();
    entry = new int[threads];
    exit = new int[threads];
    registers = new int[threads];
    startsByItself = new boolean[threads];
    isAwaited = new boolean[threads];
    interruptible = new boolean[threads];
    observed = new boolean[threads];
    plain = new boolean[layout.objects()];
    parties = new int[layout.objects()];
    further = new int[layout.objects()];
    block = new int[threads];
    describeObjects(toy);
    compileThreads(toy);
    int cells = placeFurtherCells(toy);
    for (int t = 0; t < threads; t++) {
      block[t] = cells;
      cells += registers[t];
    }
    clock = cells;
    initial = new int[cells + 2];
    initializeObjects(toy);
    initializeThreads();
  }

  static ToyCode compile(Toy toy, ToyLayout layout) {
    return new ToyCode(new ToyCompiler(toy, layout));
  }

  private void describeObjects(Toy toy) {
    for (Global global : toy.globals()) {
      ToyLayout.Range range = layout.range(global.name());
      int end = range.first() + range.size();
      Arrays.fill(plain, range.first(), end, global.kind() == GlobalKind.SHARED);
      Arrays.fill(
          parties, range.first(), end, global.kind() == GlobalKind.BARRIER ? global.initial() : 0);
    }
  }

  private void compileThreads(Toy toy) {
    assembler.emit(ToyOp.NOT_STARTED);
    assembler.emit(ToyOp.ENDED);
    assembler.emit(ToyOp.HALTED);
    for (ThreadCode thread : toy.threads()) {
      ToyLayout.Range range = layout.range(thread.name());
      for (int self = 0; self < range.size(); self++) {
        int t = range.first() + self;
        startsByItself[t] = !layout.isStarted(thread);
        isAwaited[t] = thread.role() == Role.THREAD;
        interruptible[t] = layout.isInterrupted(thread);
        observed[t] = layout.isObserved(thread);
        entry[t] = assembler.here();
        ToyThreadCompiler compiler =
            new ToyThreadCompiler(assembler, layout, plain, self, layout.goesRound(thread));
        exit[t] = compiler.compile(thread.body(), thread.at().line(), observed[t]);
        registers[t] = compiler.registers();
      }
    }
    if (layout.ender() >= 0) {
      compileEnder(toy);
    }
  }

  private void compileEnder(Toy toy) {
    int t = layout.ender();
    startsByItself[t] = true;
    entry[t] = assembler.here();
    ToyThreadCompiler compiler = new ToyThreadCompiler(assembler, layout, plain, 0, false);
    exit[t] = compiler.compileEnder(ToyEnder.joined(toy.threads()));
    registers[t] = compiler.registers();
  }

  /** Gives the objects that need more than one cell their further ones; returns the next free. */
  private int placeFurtherCells(Toy toy) {
    int next = layout.objects();
    for (Global global : toy.globals()) {
      int needed =
          switch (global.kind()) {
            case LOCK -> 2;
            case RWLOCK -> ToyCode.READ_HOLDS + 2 * layout.threads();
            case ATOMIC, SHARED, CONDITION, SEMAPHORE, BARRIER -> 0;
          };
      ToyLayout.Range range = layout.range(global.name());
      for (int i = 0; needed > 0 && i < range.size(); i++) {
        further[range.first() + i] = next;
        next = Math.addExact(next, needed);
      }
    }
    if (layout.process() >= 0) {
      further[layout.process()] = next;
      next += 2;
    }
    return next;
  }

  private void initializeObjects(Toy toy) {
    for (Global global : toy.globals()) {
      int value =
          switch (global.kind()) {
            case ATOMIC, SHARED, SEMAPHORE -> global.initial();
            case LOCK, RWLOCK -> -1;
            case CONDITION, BARRIER -> 0;
          };
      ToyLayout.Range range = layout.range(global.name());
      Arrays.fill(initial, range.first(), range.first() + range.size(), value);
    }
    if (layout.process() >= 0) {
      initial[layout.process()] = -1;
    }
  }

  private void initializeThreads() {
    for (int t = 0; t < layout.threads(); t++) {
      initial[block[t] + ToyCode.PC] = startsByItself[t] ? entry[t] : ToyCode.NOT_STARTED;
      initial[block[t] + ToyCode.WAITING] = -1;
      initial[block[t] + ToyCode.ENDER] = -1;
      initial[block[t] + ToyCode.DEADLINE] = -1;
    }
  }

  ToyLayout layout() {
    return layout;
  }

  ToyAssembler assembler() {
    return assembler;
  }

  int[] entry() {
    return entry;
  }

  int[] exit() {
    return exit;
  }

  boolean[] startsByItself() {
    return startsByItself;
  }

  boolean[] isAwaited() {
    return isAwaited;
  }

  boolean[] interruptible() {
    return interruptible;
  }

  boolean[] observed() {
    return observed;
  }

  boolean[] plain() {
    return plain;
  }

  int[] parties() {
    return parties;
  }

  int[] further() {
    return further;
  }

  int[] block() {
    return block;
  }

  int clock() {
    return clock;
  }

  int[] initial() {
    return initial;
  }
}
