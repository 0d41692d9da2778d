package dev.clew.cli;

import dev.clew.foreign.UnusableProgram;
import dev.clew.testkit.ProgramsTooLarge;
import dev.clew.testkit.SelfCheck;
import dev.clew.testkit.c.CSelfCheck;
import dev.clew.testkit.java.JavaLanguage;
import dev.clew.testkit.written.WrittenSelfCheck;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Compares every strategy with the oracles on random programs. */
@Command(
    name = "selfcheck",
    header = "Compares every strategy with brute force on random programs.",
    customSynopsis = "clew selfcheck [options]",
    footer = {"", "Exit code: 0 all agree, 1 some differ."})
final class SelfCheckCommand implements Callable<Integer> {
  /** What runs the programs. */
  enum FrontEnd {
    TOY,
    C,
    JAVA
  }

  /** {@code toy}, {@code c} or {@code java}. */
  static final class FrontEndByName implements ITypeConverter<FrontEnd> {
    @Override
    public FrontEnd convert(String value) {
      return switch (value) {
        case "toy" -> FrontEnd.TOY;
        case "c" -> FrontEnd.C;
        case "java" -> FrontEnd.JAVA;
        default -> throw new TypeConversionException("'" + value + "' is none of toy, c and java");
      };
    }
  }

  private final Console console;

  @Option(
      names = "--programs",
      converter = OptionValues.WholeNumber.class,
      paramLabel = "N",
      description = "How many programs (default ${DEFAULT-VALUE}).",
      defaultValue = "1000")
  private long programs;

  @Option(
      names = "--seed",
      converter = OptionValues.WholeNumber.class,
      paramLabel = "S",
      description = "Determines the programs (default ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--threads",
      converter = OptionValues.WholeNumber.class,
      paramLabel = "N",
      description = "The most threads of a program, 2 to 6 (default ${DEFAULT-VALUE}).",
      defaultValue = "4")
  private long threads;

  @Option(
      names = "--ops",
      converter = OptionValues.WholeNumber.class,
      paramLabel = "N",
      description = "About the most operations of a thread, 1 to 12 (default ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private long ops;

  @Option(
      names = "--front-end",
      converter = FrontEndByName.class,
      paramLabel = "NAME",
      description =
          "Runs the programs as they are (toy), or written in C or Java (c, java; default"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "toy")
  private FrontEnd frontEnd = FrontEnd.TOY;

  @Mixin private CommonOptions common = new CommonOptions();

  SelfCheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    requireWithin("--programs", programs, 1, Integer.MAX_VALUE);
    requireWithin("--threads", threads, 2, 6);
    requireWithin("--ops", ops, 1, 12);
    boolean passed;
    try {
      passed =
          switch (frontEnd) {
            case TOY ->
                new SelfCheck((int) programs, seed, (int) threads, (int) ops, console.out()).run();
            case C ->
                new CSelfCheck(CompiledPrograms::of, console.out())
                    .run((int) programs, seed, (int) threads, (int) ops);
            case JAVA ->
                new WrittenSelfCheck(new JavaLanguage(CompiledClasses::of), console.out())
                    .run((int) programs, seed, (int) threads, (int) ops);
          };
    } catch (ProgramsTooLarge | UnusableProgram e) {
      throw new UsageProblem(String.valueOf(e.getMessage()));
    }
    return (passed ? ExitCode.VERIFIED : ExitCode.VIOLATION).number();
  }

  private static void requireWithin(String option, long value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageProblem(option + " is " + value + ", it must be " + least + " to " + most);
    }
  }
}
