package dev.clew.benchmarks;

import dev.clew.jvm.agent.ExtraHooks;
import dev.clew.jvm.program.EntryPoint;
import dev.clew.jvm.program.JvmProgram;
import dev.clew.jvm.program.ProgramLoader;
import dev.clew.jvm.program.SourceFiles;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Java programs of this module under control. */
final class JavaPrograms {
  private static final long STACK = 256L << 20;

  private JavaPrograms() {}

  /** What is done with a program while it is loaded. */
  interface Use {
    void with(JvmProgram program);
  }

  /** Loads a program, with arguments for its main method. */
  static void use(Class<?> main, List<String> arguments, Use use) {
    use(main, arguments, Set.of(), use);
  }

  /** The same, and has its code tell more. */
  static void use(Class<?> main, List<String> arguments, Set<ExtraHooks> extra, Use use) {
    try {
      Path place = Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (ProgramLoader loader = new ProgramLoader(List.of(place), extra);
          JvmProgram program =
              new JvmProgram(
                  EntryPoint.main(loader, main.getName(), arguments),
                  SourceFiles.in(List.of(), List.of()))) {
        use.with(program);
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Does work with the stack that programs under control need. */
  static void onDeepStack(Runnable work) throws InterruptedException {
    Thread carrier = new Thread(null, work, "explorer", STACK);
    carrier.start();
    carrier.join();
  }
}
