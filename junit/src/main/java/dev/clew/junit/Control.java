package dev.clew.junit;

import dev.clew.jvm.run.Explorations;
import dev.clew.jvm.run.Invariants;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What can be done in an execution only: only there is the tool that this calls. */
final class Control {
  private Control() {}

  static int choose(int count) {
    return Explorations.choose(count);
  }

  /** Whether what happens here and now is explored, not only done before. */
  static boolean isExploring() {
    return Explorations.isExploring();
  }

  static void watch(String text, BooleanSupplier condition) {
    Invariants.watch(text, condition);
  }

  /** Runs a scenario and ends the execution, unless it is one whose result is known. */
  static Exploration explore(Clew.Scenario scenario) {
    @Nullable String known = Explorations.beginPart();
    if (known != null) {
      return Exploration.ofWords(known);
    }
    run(scenario);
    throw Explorations.over();
  }

  private static void run(Clew.Scenario scenario) {
    try {
      scenario.run();
    } catch (Exception e) {
      throw sneaky(e);
    }
  }

  /** Throws anything as it is: what the scenario threw is what the report tells. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E sneaky(Throwable e) throws E {
    throw (E) e;
  }
}
