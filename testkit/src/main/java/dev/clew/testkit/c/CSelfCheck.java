package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.written.WrittenSelfCheck;
import java.io.PrintStream;

/** Writes random programs in C and compares what searches find in them with the oracles. */
public final class CSelfCheck {
  private final WrittenSelfCheck check;

  /** A check that has not begun. */
  public CSelfCheck(Compiler compiler, PrintStream out) {
    this.check = new WrittenSelfCheck(new CLanguage(compiler), out);
  }

  /** See {@link WrittenSelfCheck#run}. */
  public boolean run(int count, long seed, int maxThreads, int maxOps) {
    return check.run(count, seed, maxThreads, maxOps);
  }

  /** See {@link WrittenSelfCheck#difference}. */
  public String difference(Toy program) {
    return check.difference(program);
  }
}
