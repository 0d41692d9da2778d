package dev.clew.testkit.toy;

import dev.clew.trace.AlikeThreads;
import dev.clew.trace.Names;
import dev.clew.trace.NumberExchange;
import dev.clew.trace.Program;
import dev.clew.trace.Prospects;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** A toy program as the engine sees it: schedule in, trace out. */
public final class ToyProgram implements Program {
  /** How many yields are free of a thread that the program may end without. */
  public static final int ROUNDS = 2;

  private final Toy toy;
  private final ToyLayout layout;
  private final ToyCode code;
  private final ToyRun run;
  private final ToyProspects prospects;
  private final Names names;
  private List<String> reductions = List.of();

  private ToyProgram(Toy toy, List<String> lines) {
    this.toy = toy;
    this.layout = new ToyLayout(toy);
    this.code = ToyCompiler.compile(toy, layout);
    this.run = new ToyRun(code, this);
    this.prospects = new ToyProspects(code, run.visible(), layout.locks(toy));
    run.setProspects(prospects);
    this.names = new ToyNames(toy.name(), layout, lines);
    setPatience(toy.patience());
  }

  /**
   * The program of a text.
   *
   * @param name what to call it in messages, usually its file
   * @throws ToySyntaxException if the text is not a toy program
   */
  public static ToyProgram parse(String name, String text) {
    return new ToyProgram(ToyParser.parse(name, text), text.lines().toList());
  }

  /**
   * The program of a tree. Its positions are lines of the text that {@link ToyPrinter} prints,
   * whatever positions the tree has.
   *
   * @throws ToySyntaxException if the tree breaks a rule of the language
   */
  public static ToyProgram of(Toy toy) {
    ToyChecker.check(toy);
    return parse(toy.name(), ToyPrinter.print(toy));
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    run.run(schedule, trace);
  }

  /** Sets how far threads may get ahead of the clock by sleeping, from the next execution on. */
  public void setPatience(int patience) {
    run.setPatience(patience);
  }

  @Override
  public int threadCount() {
    return code.threads + (code.hasClock ? 1 : 0);
  }

  @Override
  public int objectCount() {
    return code.objects;
  }

  @Override
  public boolean isPlain(int object) {
    return code.plain[object];
  }

  @Override
  public int interruptStatus(int thread) {
    boolean canBe = thread < code.threads && code.interruptible[thread];
    return canBe ? code.statuses + thread : -1;
  }

  @Override
  public void makeVisible(int object) {
    if (!code.plain[object]) {
      throw new IllegalArgumentException(names.object(object) + " is no shared variable");
    }
    run.makeVisible(object);
    prospects.forget();
  }

  @Override
  public Prospects prospects() {
    return prospects;
  }

  @Override
  public void takeTurns() {
    int[] ahead = alikeThreads();
    run.takeTurns(ahead);
    reductions = List.of(AlikeThreads.reduction(ahead));
  }

  @Override
  public List<String> reductions() {
    return reductions;
  }

  @Override
  public NumberExchange numberExchange() {
    return new ToyExchange(run);
  }

  /** Whether threads that are left had few rounds only, in some execution so far. */
  public boolean isCut() {
    return run.isCut();
  }

  /** Whether some statement can give up. */
  public boolean isTimed() {
    return layout.isTimed();
  }

  /** For each thread the latest one before it that is alike, -1 if there is none. */
  public int[] alikeThreads() {
    return ToyAlikeThreads.find(toy, layout);
  }

  @Override
  public Names names() {
    return names;
  }

  /** The tree this program was made from. */
  public Toy toy() {
    return toy;
  }

  /** The id of the object with this name, as {@link Names#object} gives it; -1 if there is none. */
  public int objectNamed(String name) {
    for (int object = 0; object < code.objects; object++) {
      if (layout.objectName(object).equals(name)) {
        return object;
      }
    }
    return -1;
  }

  /** A number for what the program does, whatever its comments and layout: SHA-256 in hex. */
  public String sourceHash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] printed = ToyPrinter.print(toy).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(digest.digest(printed));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
