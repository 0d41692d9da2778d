package dev.clew.jvm.program;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Explorations;
import dev.clew.jvm.run.Fields;
import dev.clew.jvm.run.LibraryCall;
import dev.clew.jvm.run.Patience;
import dev.clew.jvm.run.Sites;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;
import org.jspecify.annotations.Nullable;

/**
 * Words for the threads, objects, values and positions of a JVM program, as of the execution that
 * was done last.
 */
final class JvmNames implements Names {
  private static final String EXIT = "the program exited";

  /** How the names of collections end, and of what is like one. */
  private static final List<String> COLLECTIONS =
      List.of("Deque", "List", "Map", "Queue", "Set", "Table", "collection");

  private static final List<Class<?>> MEETINGS =
      List.of(
          CyclicBarrier.class,
          Exchanger.class,
          LinkedTransferQueue.class,
          Phaser.class,
          SynchronousQueue.class);

  private final Execution execution;
  private final SourceFiles sources;
  private final ClassLoader loader;
  private final boolean isFrozen;
  private long namedIn = -1;
  private @Nullable ObjectNames objectNames;
  private List<String> threadNames = List.of();
  private @Nullable EnclosingCalls calls;

  JvmNames(Execution execution, SourceFiles sources, ClassLoader loader) {
    this(execution, sources, loader, false);
  }

  private JvmNames(Execution execution, SourceFiles sources, ClassLoader loader, boolean isFrozen) {
    this.execution = execution;
    this.sources = sources;
    this.loader = loader;
    this.isFrozen = isFrozen;
  }

  @Override
  public Names frozen() {
    JvmNames frozen = new JvmNames(execution, sources, loader, true);
    frozen.name();
    return frozen;
  }

  /** Names what the last execution has, unless this was done. */
  private ObjectNames name() {
    ObjectNames known = objectNames;
    if (known == null || !isFrozen && namedIn != execution.number) {
      known = new ObjectNames(execution, loader);
      objectNames = known;
      threadNames = nameThreads();
      calls = new EnclosingCalls(execution, known);
      namedIn = execution.number;
    }
    return known;
  }

  private EnclosingCalls calls() {
    name();
    return Objects.requireNonNull(calls);
  }

  /** The names of all threads; equal ones of threads that lived get a number. */
  private List<String> nameThreads() {
    Map<String, Integer> used = new HashMap<>();
    List<String> result = new ArrayList<>();
    for (int thread = 0; thread < execution.threads.count(); thread++) {
      String name = execution.threads.name(thread);
      boolean lived = execution.threads.find(thread) != null;
      int number = lived ? used.merge(name, 1, Integer::sum) : 1;
      result.add(number == 1 ? name : name + " (" + number + ")");
    }
    return result;
  }

  @Override
  public @Nullable EnclosingCall call(int event) {
    EnclosingCalls known = calls();
    EnclosingCall around = known.around(event);
    LibraryCall call = known.of(event);
    if (around != null || call == null || call.method().isEmpty()) {
      return around;
    }
    return new EnclosingCall(call.method(), call.object() < 0 ? "" : brief(call.object()));
  }

  @Override
  public @Nullable EnclosingCall callAround(int event) {
    return calls().around(event);
  }

  @Override
  public @Nullable EnclosingCall callAroundBlocked(int thread) {
    return calls().aroundBlocked(thread);
  }

  @Override
  public boolean isBlindWrite(int event) {
    return calls().isBlindWrite(event);
  }

  @Override
  public String thread(int thread) {
    name();
    return thread < threadNames.size() ? threadNames.get(thread) : execution.threads.name(thread);
  }

  @Override
  public String threadKey(int thread) {
    return execution.threads.key(thread);
  }

  @Override
  public String object(int object) {
    ObjectNames known = name();
    String name = known.ofMade(object);
    return name.isEmpty()
        ? execution.objects.name(object, known::of)
        : "the " + execution.objects.kindOf(object) + " " + name;
  }

  @Override
  public String brief(int object) {
    String made = name().ofMade(object);
    if (!made.isEmpty()) {
      return made.substring(made.lastIndexOf('.') + 1);
    }
    String full = object(object);
    String brief = execution.objects.kindOf(object);
    if (brief.isEmpty()) {
      brief = full.substring(full.lastIndexOf('.') + 1);
      return name().isOnlyVariable(full, brief) ? brief : full;
    }
    return name().isOnlyOfKind(object, brief) ? brief : full;
  }

  @Override
  public String objectKey(int object) {
    return execution.objects.key(object);
  }

  @Override
  public String value(int object, int code) {
    int identity = execution.values.identityOf(code);
    if (identity >= 0) {
      return name().of(identity);
    }
    int field = object < 0 ? -1 : execution.objects.fieldOf(object);
    return execution.values.text(code, field < 0 ? "" : Fields.descriptor(field));
  }

  /** As the JDK writes it: {@code tryLock}. */
  @Override
  public String verb(OpKind kind) {
    StringBuilder verb = new StringBuilder();
    for (String word : kind.name().toLowerCase(Locale.ROOT).split("_")) {
      verb.append(
          verb.isEmpty() ? word.substring(0, 1) : word.substring(0, 1).toUpperCase(Locale.ROOT));
      verb.append(word, 1, word.length());
    }
    return verb.toString();
  }

  @Override
  public boolean isLatch(int object) {
    return name().isOf(object, CountDownLatch.class);
  }

  @Override
  public boolean isQueue(int object) {
    return name().isOf(object, BlockingQueue.class);
  }

  @Override
  public boolean isLockedByMethods(int object) {
    return name().isLockedByMethods(object);
  }

  @Override
  public boolean isUpdate(int object) {
    return execution.objects.isUpdate(object);
  }

  @Override
  public boolean isShield(int object) {
    return execution.objects.isUpdateOfAll(object);
  }

  @Override
  public boolean isMeeting(int object) {
    ObjectNames known = name();
    return MEETINGS.stream().anyMatch(type -> known.isOf(object, type));
  }

  @Override
  public String choice(int label) {
    if (label >= Explorations.FIRST_VALUE) {
      return "choose " + (label - Explorations.FIRST_VALUE);
    }
    return switch (label) {
      case Patience.GIVES_UP -> "its time runs out";
      case Patience.WAKES_UP -> "wakes up for no reason";
      default -> "is patient";
    };
  }

  @Override
  public String chosen(int label) {
    if (label >= Explorations.FIRST_VALUE) {
      return "chose " + (label - Explorations.FIRST_VALUE);
    }
    return switch (label) {
      case Patience.GIVES_UP -> "ran out of time";
      case Patience.WAKES_UP -> "woke up for no reason";
      default -> "";
    };
  }

  /** The file as it lies in a source directory: with the directories of the package. */
  @Override
  public String file(int position) {
    String file = Sites.file(position);
    String className = Sites.className(position).replace('.', '/');
    int end = className.lastIndexOf('/');
    return end < 0 || file.isEmpty() ? file : className.substring(0, end + 1) + file;
  }

  @Override
  public int line(int position) {
    return Sites.line(position);
  }

  @Override
  public String text(int position) {
    return sources.line(file(position), Sites.line(position));
  }

  @Override
  public String statement(int position) {
    return text(position);
  }

  @Override
  public String failure(Failure failure) {
    return switch (failure.kind()) {
      case ASSERTION, EXCEPTION, EXHAUSTED -> happens(failure.headline());
      case INVARIANT -> failure.headline().replaceFirst(":.*", "");
      case CRASH -> "crashes the JVM, here or later";
      case HANG, LEAK -> "";
    };
  }

  private static String happens(String headline) {
    return headline.startsWith(EXIT)
        ? "exits" + headline.substring(EXIT.length())
        : "throws " + thrown(headline);
  }

  /** The class of what was thrown, without its package. */
  private static String thrown(String headline) {
    int colon = headline.indexOf(':');
    String className = colon < 0 ? headline : headline.substring(0, colon);
    return className.substring(className.lastIndexOf('.') + 1);
  }

  @Override
  public String raceAdvice(int location) {
    String mended =
        execution.objects.isOfCollections(location)
            ? isCollection(execution.objects.kindOf(location))
                ? "use a collection that is made for several threads."
                : "give each thread one of its own."
            : execution.objects.kindOf(location).isEmpty()
                ? "make " + object(location) + " volatile or atomic."
                : "use an atomic array such as AtomicIntegerArray.";
    return "No lock is held at both, and no start, join, volatile or atomic variable orders the"
        + " two: either may come first. Guard both with the same lock, or "
        + mended;
  }

  /** Whether there are collections of this kind that are made for several threads. */
  private static boolean isCollection(String kind) {
    return COLLECTIONS.stream().anyMatch(kind::endsWith);
  }
}
