package dev.clew.testkit.corpus;

import java.util.ArrayList;
import java.util.List;

/** Every known program. */
public final class Corpus {
  private Corpus() {}

  /** The programs in their own order of threads. */
  public static List<KnownProgram> programs() {
    List<KnownProgram> programs = new ArrayList<>();
    programs.addAll(LitmusPrograms.all());
    programs.addAll(CounterPrograms.all());
    programs.addAll(LockPrograms.all());
    programs.addAll(OnceMissedPrograms.all());
    programs.addAll(EndPrograms.all());
    programs.addAll(TimePrograms.all());
    programs.addAll(BenchmarkPrograms.all());
    return List.copyOf(programs);
  }

  /** The programs, and after each the same with its threads in the opposite order. */
  public static List<KnownProgram> withVariants() {
    List<KnownProgram> programs = new ArrayList<>();
    for (KnownProgram program : programs()) {
      programs.add(program);
      programs.add(program.reversed());
    }
    return List.copyOf(programs);
  }

  /** The programs of {@link #withVariants} that have at most this many classes. */
  public static List<KnownProgram> upTo(long classes) {
    return withVariants().stream().filter(program -> program.classes() <= classes).toList();
  }
}
