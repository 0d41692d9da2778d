package dev.clew.foreign.c;

import dev.clew.foreign.Keys;
import dev.clew.foreign.Numbers;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.WakeWords;
import java.util.List;
import java.util.Map;

/** Words for the threads, objects, values and positions of a C program. */
public final class CNames implements Names {
  /** What the runtime tells as the value of a mutex, condition and so on from then on. */
  private static final int DESTROYED = -1;

  private static final int MAIN = 0;

  /** The alternatives of a thread that waits: labels as patience.c has them. */
  private static final int GIVES_UP = 1;

  private static final int WAKES_UP = 2;

  /** What std::thread begins with, whatever the function of the user. */
  private static final String CPP_THREAD = "execute_native_thread_routine";

  private static final WakeWords WORDS =
      new WakeWords(
          "signalled", "signals", "waits for a signal", "sent a signal", "sends it a signal");

  /** What to do about races of functions of the library, by the variables that stand for them. */
  private static final Map<String, String> LIBRARY =
      Map.of(
          "result_of_localtime",
          "localtime, gmtime and ctime leave their result in memory that all threads share: call"
              + " localtime_r, gmtime_r, ctime_r.",
          "result_of_asctime",
          "asctime and ctime leave their result in memory that all threads share: call asctime_r,"
              + " ctime_r.",
          "rest_of_words",
          "strtok keeps where it goes on in memory that all threads share: call strtok_r.",
          "environment_of_program",
          "No thread may change the environment while another one looks at it: change it before"
              + " threads begin, or lock a mutex at both.");

  private final Numbers numbers;
  private final Symbols symbols;
  private final SourceText sources = new SourceText();
  private final Positions positions;
  private final ObjectNames objects;

  /** Words for what the numbers mean in the executable with these names. */
  public CNames(Numbers numbers, Symbols symbols) {
    this.numbers = numbers;
    this.symbols = symbols;
    this.positions = new Positions(numbers, symbols);
    this.objects = new ObjectNames(numbers, symbols, positions, this::thread);
  }

  // --- threads and objects

  @Override
  public String thread(int thread) {
    if (thread == MAIN) {
      return "main";
    }
    if (thread == Keys.CLOCK_THREAD) {
      return "clock";
    }
    String name = function(thread);
    int number = 1;
    for (int other = 0; other < thread; other++) {
      if (other != MAIN && other != Keys.CLOCK_THREAD && function(other).equals(name)) {
        number++;
      }
    }
    return number == 1 ? name : name + " " + number;
  }

  /** The name of the function that a thread begins with. */
  private String function(int thread) {
    String name = Functions.brief(symbols.functionAt(numbers.startAddress(thread)));
    return name.isEmpty() || name.equals(CPP_THREAD) ? "thread" : name;
  }

  @Override
  public String threadKey(int thread) {
    return Keys.ofThread(numbers, thread);
  }

  @Override
  public String object(int object) {
    return objects.full(object);
  }

  @Override
  public String brief(int object) {
    return objects.brief(object);
  }

  @Override
  public String objectKey(int object) {
    return Keys.ofObject(numbers, object);
  }

  /** A number; or, if it is the address of something that has one, a name. */
  @Override
  public String value(int object, int code) {
    long value = numbers.value(code);
    if (object >= 0 && Matter.of(numbers.matter(object)) != Matter.VARIABLE && value == DESTROYED) {
      return "destroyed";
    }
    if (object < 0 || numbers.size(object) != Long.BYTES || value == 0) {
      return Long.toString(value);
    }
    if (Memory.isPointer(value)) {
      return "&" + objects.at(value, 1, false);
    }
    return symbols
        .variableAt(value)
        .filter(variable -> variable.address() == value)
        .map(variable -> "&" + variable.name())
        .orElse(Long.toString(value));
  }

  // --- operations

  /** The part of the name of the function of the library that says what it does. */
  @Override
  public String verb(OpKind kind) {
    return switch (kind) {
      case TRY_LOCK -> "trylock";
      case READ_LOCK -> "rdlock";
      case TRY_READ_LOCK -> "tryrdlock";
      case WRITE_LOCK -> "wrlock";
      case TRY_WRITE_LOCK -> "trywrlock";
      case READ_UNLOCK, WRITE_UNLOCK -> "unlock";
      case NOTIFY -> "signal";
      case NOTIFY_ALL -> "broadcast";
      case ACQUIRE -> "sem_wait";
      case TRY_ACQUIRE -> "sem_trywait";
      case RELEASE -> "sem_post";
      case PARK -> "sigwait";
      case UNPARK -> "send a signal to";
      default -> Names.super.verb(kind);
    };
  }

  @Override
  public WakeWords wakeWords() {
    return WORDS;
  }

  @Override
  public String choice(int label) {
    return switch (label) {
      case GIVES_UP -> "its time runs out";
      case WAKES_UP -> "wakes up for no reason";
      default -> "is patient";
    };
  }

  @Override
  public String chosen(int label) {
    return switch (label) {
      case GIVES_UP -> "ran out of time";
      case WAKES_UP -> "woke up for no reason";
      default -> "";
    };
  }

  @Override
  public String failure(Failure failure) {
    String headline = failure.headline();
    return switch (failure.kind()) {
      case ASSERTION -> "assertion fails";
      case CRASH, EXCEPTION, EXHAUSTED -> headline.replaceFirst("[:(].*", "").strip();
      case LEAK -> "leaks memory";
      case INVARIANT, HANG -> "";
    };
  }

  @Override
  public String raceAdvice(int location) {
    String variable = object(location).replaceFirst("\\W.*", "");
    if (LIBRARY.containsKey(variable)) {
      return LIBRARY.get(variable);
    }
    return "No mutex is locked at both, and no pthread_create, pthread_join, condition, semaphore or"
        + " atomic variable orders the two: either may come first. Lock the same mutex at both, or"
        + " make "
        + object(location)
        + " _Atomic (std::atomic in C++).";
  }

  // --- positions

  @Override
  public String file(int position) {
    return positions.file(positions.place(position));
  }

  @Override
  public int line(int position) {
    return positions.place(position).line();
  }

  @Override
  public String text(int position) {
    return sources.line(positions.place(position));
  }

  @Override
  public String statement(int position) {
    return text(position);
  }

  @Override
  public List<String> calls(int position) {
    return positions.calls(position).stream().map(positions::words).toList();
  }
}
