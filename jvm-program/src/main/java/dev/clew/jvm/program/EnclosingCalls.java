package dev.clew.jvm.program;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Fields;
import dev.clew.jvm.run.LibraryCall;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.trace.EnclosingCall;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the JDK by which a program came to its operations, in words: {@code pool.submit()}.
 */
final class EnclosingCalls {
  /** Methods of collections that replace what is there, whatever it is. */
  private static final Set<String> BLIND_WRITES = Set.of("put", "set", "remove");

  /** Methods by which synchronizers of the program use the state that they inherit. */
  private static final Set<String> STATE_ACCESSES =
      Set.of("getState", "setState", "compareAndSetState");

  private final Objects objects;
  private final ObjectNames names;
  private final @Nullable LibraryCall[] calls;
  private final Map<Integer, EnclosingCall> blocked = new HashMap<>();

  /** The calls of the execution that was done last. */
  EnclosingCalls(Execution execution, ObjectNames names) {
    this.objects = execution.objects;
    this.names = names;
    this.calls = execution.details.calls();
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread thread = execution.threads.find(t);
      LibraryCall call = thread == null ? null : thread.call;
      if (call != null && isInside(call)) {
        blocked.put(t, inWords(call));
      }
    }
  }

  /** The call around the operation that a thread stands at, null if there is none. */
  @Nullable EnclosingCall aroundBlocked(int thread) {
    return blocked.get(thread);
  }

  /** The call around an event, null if there is none. */
  @Nullable EnclosingCall around(int event) {
    LibraryCall call = of(event);
    return call == null || !isInside(call) ? null : inWords(call);
  }

  /** The call that an event is, or is inside of; null if that is not known. */
  @Nullable LibraryCall of(int event) {
    return event < calls.length ? calls[event] : null;
  }

  boolean isBlindWrite(int event) {
    LibraryCall call = of(event);
    return call != null && !isInside(call) && BLIND_WRITES.contains(call.method());
  }

  /** Whether an operation in a call is on something that the program knows nothing of. */
  private boolean isInside(LibraryCall call) {
    return isFieldOfJdk(call.object()) && !STATE_ACCESSES.contains(call.method())
        || (call.isInside() || isArrayInside(call)) && !names.isOfProgram(call.object());
  }

  /** Whether a method of the JDK uses an array. */
  private boolean isArrayInside(LibraryCall call) {
    Object owner = names.ownerOf(call.object());
    return owner != null && owner.getClass().isArray() && !call.method().isEmpty();
  }

  private boolean isFieldOfJdk(int object) {
    int field = object < 0 ? -1 : objects.fieldOf(object);
    String type = field < 0 ? "" : Fields.declaringClass(field).replace('/', '.');
    return type.startsWith("java.") || type.startsWith("jdk.");
  }

  // --- words

  private EnclosingCall inWords(LibraryCall call) {
    String object = nameOfCalled(call);
    if (object.isEmpty() && call.isRun()) {
      Object whole = wholeOf(call.object());
      return new EnclosingCall("", whole == null ? "" : names.nameOf(whole));
    }
    return new EnclosingCall(call.method(), object);
  }

  /** The name of the object on which the method was called; empty if that is not known. */
  private String nameOfCalled(LibraryCall call) {
    Class<?> type = call.type();
    if (type != null && call.isStatic()) {
      return ObjectNames.simpleName(type);
    }
    Object whole = wholeOf(call.object());
    if (whole != null && (type == null || isCalledOn(whole, type, call.method()))) {
      return names.nameOf(whole);
    }
    if (type == null || call.isRun()) {
      return "";
    }
    List<String> fitting =
        names
            .told()
            .filter(each -> isCalledOn(each, type, call.method()))
            .map(names::nameOf)
            .distinct()
            .toList();
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    boolean isKnown =
        Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers());
    return isKnown ? ObjectNames.simpleName(type) : "";
  }

  private @Nullable Object wholeOf(int object) {
    return isFieldOfJdk(object) ? names.ownerOf(object) : names.wholeOf(object);
  }

  /** Whether a method of a class can have been called on an object, or on what only wraps it. */
  private static boolean isCalledOn(Object object, Class<?> type, String method) {
    return type.isInstance(object)
        || interfacesOf(type).anyMatch(each -> each.isInstance(object) && has(each, method));
  }

  private static boolean has(Class<?> type, String method) {
    try {
      return Arrays.stream(type.getMethods()).anyMatch(each -> each.getName().equals(method));
    } catch (LinkageError e) {
      return false; // a signature names a class that is not there
    }
  }

  private static Stream<Class<?>> interfacesOf(@Nullable Class<?> type) {
    return type == null
        ? Stream.empty()
        : Stream.concat(Arrays.stream(type.getInterfaces()), interfacesOf(type.getSuperclass()));
  }
}
