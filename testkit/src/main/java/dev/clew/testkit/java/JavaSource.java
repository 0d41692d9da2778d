package dev.clew.testkit.java;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Exchange;
import dev.clew.testkit.toy.Toy.FetchAdd;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.written.Statements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A toy program as a Java class with a main method, in the words that Java has for it.
 *
 * <p>The threads of the toy are there from the start. So the main thread holds a lock until it has
 * started all of them, which each one needs for reading before it begins, if they may notice each
 * other's starts. Some variables are fields of nested classes, which the thread that comes first
 * initialises.
 */
final class JavaSource {
  private static final int HOLDERS = 2;
  private static final int FIRST_OF_ENUM = 'A';

  private final Toy toy;
  private final String name;
  private final StringBuilder out = new StringBuilder();
  private final JavaConditions conditions;
  private final Set<String> monitors;
  private final Set<String> changed = new HashSet<>();
  private final Set<String> started = new HashSet<>();
  private final List<Integer> toyLines = new ArrayList<>();
  private final Random random;
  private final boolean hasHolders;
  private final boolean hasGate;
  private boolean hasEnum;
  private final List<List<String>> members = new ArrayList<>();
  private final java.util.Map<String, String> places = new java.util.HashMap<>();

  private JavaSource(Toy toy, String name) {
    this.toy = toy;
    this.name = name;
    this.conditions = JavaConditions.of(toy);
    this.monitors = JavaMonitors.in(toy);
    this.random = new Random(toy.name().hashCode());
    this.hasHolders = random.nextInt(3) == 0;
    boolean meet = false;
    for (ThreadCode thread : toy.threads()) {
      for (Statement statement : Statements.unrolled(thread.body())) {
        boolean isChange =
            statement instanceof FetchAdd
                || statement instanceof Exchange
                || statement instanceof CompareAndSet;
        if (isChange) {
          changed.add(Statements.references(statement).get(0).name());
        }
        if (statement instanceof Act act && act.object() != null) {
          if (act.verb() == Verb.START) {
            started.add(act.object().name());
          }
          meet |= isOfThread(act.verb());
        }
      }
    }
    for (ThreadCode thread : toy.threads()) {
      if (thread.role() == Role.HOOK) {
        started.add(thread.name());
      }
    }
    this.hasGate = meet || random.nextBoolean();
  }

  private static boolean isOfThread(Verb verb) {
    return switch (verb) {
      case START, JOIN, ALIVE, INTERRUPT, UNPARK -> true;
      default -> false;
    };
  }

  /** Writes a program that is {@link ExpressibleInJava expressible}. */
  static JavaSource of(Toy toy, String name) {
    JavaSource source = new JavaSource(toy, name);
    source.write();
    return source;
  }

  /** The name of the class. */
  String name() {
    return name;
  }

  /** The text of the class. */
  String text() {
    return out.toString();
  }

  /**
   * Whether initialisers of classes run while threads do: those of nested classes, and for an enum
   * the one of the class in which some compilers keep the table of a switch.
   */
  boolean initialisesLate() {
    return hasHolders || hasEnum;
  }

  /**
   * Whether the first thing that threads do is to pass the gate; those that others start do not.
   */
  boolean hasGate(String thread) {
    return hasGate && !started.contains(thread);
  }

  /** The line of the toy program for a line of this one, 0 if there is none. */
  int toyLine(int line) {
    return line >= 1 && line <= toyLines.size() ? toyLines.get(line - 1) : 0;
  }

  Toy toy() {
    return toy;
  }

  // --- writing

  void line(String text, int toyLine) {
    for (String part : text.split("\n")) {
      out.append(part).append('\n');
      toyLines.add(toyLine);
    }
  }

  private void write() {
    line("import java.util.concurrent.*;", 0);
    line("import java.util.concurrent.atomic.*;", 0);
    line("import java.util.concurrent.locks.*;", 0);
    line("public final class " + name + " {", 0);
    line(JavaExpressions.FUNCTIONS, 0);
    for (int i = 0; i <= HOLDERS; i++) {
      members.add(new ArrayList<>());
    }
    toy.globals().stream().filter(each -> each.kind() != GlobalKind.CONDITION).forEach(this::place);
    toy.globals().stream().filter(each -> each.kind() == GlobalKind.CONDITION).forEach(this::place);
    members.get(HOLDERS).forEach(member -> line("  static " + member, 0));
    for (int i = 0; i < HOLDERS; i++) {
      line("  static final class H" + i + " {", 0);
      members.get(i).forEach(member -> line("    static " + member, 0));
      if (i == 0) {
        line("    static final int LINK = H1.link();", 0);
      }
      line("    static int link() { return 1; }", 0);
      line("  }", 0);
    }
    line("  static final ReentrantReadWriteLock GATE = new ReentrantReadWriteLock();", 0);
    for (ThreadCode thread : toy.threads()) {
      line(
          "  static final Thread[] t_" + thread.name() + " = new Thread[" + size(thread) + "];", 0);
    }
    main();
    for (ThreadCode thread : toy.threads()) {
      JavaThread.write(this, thread);
    }
    line("}", 0);
  }

  /**
   * Whether there are more threads of the same code: Java tells the ends of those that are asked
   * after, the toy language those of all.
   */
  static boolean isOneOfSeveral(Toy toy, Ref thread) {
    return toy.threads().stream()
        .anyMatch(code -> code.name().equals(thread.name()) && size(code) > 1);
  }

  static int size(ThreadCode thread) {
    return Math.max(1, thread.size());
  }

  private void place(Global global) {
    boolean canBeLate = global.initial() == 0 || !isBare(global);
    int place = hasHolders && canBeLate && random.nextBoolean() ? random.nextInt(HOLDERS) : HOLDERS;
    String holder = place == HOLDERS ? name : name + ".H" + place;
    if (global.kind() == GlobalKind.CONDITION) {
      conditions(global);
      return;
    }
    places.put(global.name(), holder);
    members.get(place).addAll(declarations(global));
  }

  /** Whether a variable is a field of a number, whose initial value is written. */
  private boolean isBare(Global global) {
    return global.kind() == GlobalKind.SHARED
        || global.kind() == GlobalKind.ATOMIC && global.size() < 0 && !isObject(global.name());
  }

  private List<String> declarations(Global global) {
    String field = "v_" + global.name();
    int size = Math.max(1, global.size());
    String initial = global.initial() == 0 ? ";" : " = " + global.initial() + ";";
    return switch (global.kind()) {
      case ATOMIC -> List.of(atomic(global, field, size, initial));
      case SHARED -> {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          fields.add("int " + plainField(global, i) + initial);
        }
        if (global.size() >= 0) {
          fields.addAll(elementMethods(global));
        }
        yield fields;
      }
      case LOCK ->
          monitors.contains(global.name())
              ? List.of("final Object " + field + " = new Object();")
              : objects(global, "ReentrantLock", "new ReentrantLock()");
      case SEMAPHORE -> objects(global, "Semaphore", "new Semaphore(" + global.initial() + ")");
      case RWLOCK -> objects(global, "ReentrantReadWriteLock", "new ReentrantReadWriteLock()");
      case BARRIER ->
          objects(global, "CyclicBarrier", "new CyclicBarrier(" + global.initial() + ")");
      case CONDITION -> List.of();
    };
  }

  private String atomic(Global global, String field, int size, String initial) {
    if (global.size() >= 0) {
      String values = String.join(", ", java.util.Collections.nCopies(size, "" + global.initial()));
      return "final AtomicIntegerArray "
          + field
          + " = new AtomicIntegerArray(new int[] {"
          + values
          + "});";
    }
    return isObject(global.name())
        ? "final AtomicInteger " + field + " = new AtomicInteger(" + global.initial() + ");"
        : "volatile int " + field + initial;
  }

  /** Whether an atomic variable that is no array is an object. */
  boolean isObject(String variable) {
    return changed.contains(variable) || (variable + toy.name()).hashCode() % 3 == 0;
  }

  private static List<String> objects(Global global, String type, String made) {
    String field = "v_" + global.name();
    if (global.size() < 0) {
      return List.of("final " + type + " " + field + " = " + made + ";");
    }
    String all = String.join(", ", java.util.Collections.nCopies(global.size(), made));
    return List.of("final " + type + "[] " + field + " = {" + all + "};");
  }

  /** The elements of plain arrays are fields, so that each is a location of its own. */
  static String plainField(Global global, int index) {
    return global.size() < 0 ? "v_" + global.name() : "e" + index + "_" + global.name();
  }

  /** Every second program finds the field by the constant of an enum. */
  private List<String> elementMethods(Global global) {
    boolean isEnum = random.nextBoolean();
    hasEnum |= isEnum;
    StringBuilder get = new StringBuilder();
    StringBuilder set = new StringBuilder();
    StringBuilder constants = new StringBuilder();
    for (int i = 0; i < global.size(); i++) {
      String constant = isEnum ? constant(global, i) : String.valueOf(i);
      String field = plainField(global, i);
      constants.append(i == 0 ? "" : ", ").append(constant);
      get.append(" case ").append(constant).append(": return ").append(field).append(";");
      set.append(" case ").append(constant).append(": ").append(field).append(" = v; return;");
    }
    String type = "E_" + global.name();
    String selector = isEnum ? type + ".values()[i]" : "i";
    List<String> all = new ArrayList<>();
    if (isEnum) {
      all.add("enum " + type + " { " + constants + " }");
    }
    String fails = " default: throw new AssertionError(); } }";
    all.add("int get_" + global.name() + "(int i) { switch (" + selector + ") {" + get + fails);
    all.add(
        "void set_" + global.name() + "(int i, int v) { switch (" + selector + ") {" + set + fails);
    return all;
  }

  private static String constant(Global global, int i) {
    return global.name().toUpperCase(java.util.Locale.ROOT) + (char) (FIRST_OF_ENUM + i);
  }

  private void conditions(Global global) {
    for (int i = 0; i < Math.max(1, global.size()); i++) {
      String condition = global.size() < 0 ? global.name() : global.name() + "[" + i + "]";
      Ref lock = conditions.locks().get(condition);
      if (lock != null && !monitors.contains(JavaConditions.name(lock))) {
        String holder = places.getOrDefault(lock.name(), name);
        int place = holder.equals(name) ? HOLDERS : holder.charAt(holder.length() - 1) - '0';
        String field = "c" + i + "_" + global.name();
        places.put(condition, holder);
        String owner = holder + ".v_" + lock.name();
        int index = lock.index() instanceof Toy.Constant constant ? constant.value() : -1;
        String element = index < 0 ? owner : owner + "[" + index + "]";
        members.get(place).add("final Condition " + field + " = " + element + ".newCondition();");
      }
    }
  }

  // --- for the threads

  /** The field of a global. */
  String field(String global) {
    return places.getOrDefault(global, name) + ".v_" + global;
  }

  /** What a method of the elements of a plain array is called. */
  String elementMethod(String verb, String global) {
    return places.getOrDefault(global, name) + "." + verb + "_" + global;
  }

  /** The condition object of a lock that is no monitor. */
  String condition(Ref condition) {
    int index = condition.index() instanceof Toy.Constant constant ? constant.value() : 0;
    String place = places.getOrDefault(JavaConditions.name(condition), name);
    return place + ".c" + index + "_" + condition.name();
  }

  Set<String> monitors() {
    return monitors;
  }

  private void main() {
    line("  public static void main(String[] args) {", 0);
    for (ThreadCode thread : toy.threads()) {
      for (int i = 0; i < size(thread); i++) {
        line(
            "    t_%1$s[%2$d] = new Thread(() -> begin_%1$s(%2$d), \"%1$s_%2$d\");"
                .formatted(thread.name(), i),
            0);
      }
    }
    for (ThreadCode thread : toy.threads()) {
      for (int i = 0; thread.role() != Role.THREAD && i < size(thread); i++) {
        String each = "t_" + thread.name() + "[" + i + "]";
        line(
            thread.role() == Role.DAEMON
                ? "    " + each + ".setDaemon(true);"
                : "    Runtime.getRuntime().addShutdownHook(" + each + ");",
            0);
      }
    }
    if (hasGate) {
      line("    GATE.writeLock().lock();", 0);
    }
    for (ThreadCode thread : toy.threads()) {
      for (int i = 0; !started.contains(thread.name()) && i < size(thread); i++) {
        line("    t_%s[%d].start();".formatted(thread.name(), i), 0);
      }
    }
    if (hasGate) {
      line("    GATE.writeLock().unlock();", 0);
    }
    line("  }", 0);
  }
}
