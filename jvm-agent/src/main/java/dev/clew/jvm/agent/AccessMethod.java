package dev.clew.jvm.agent;

import dev.clew.jvm.run.MemoryOrder;
import dev.clew.trace.OpKind;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A method of {@code VarHandle} or {@code Unsafe}, that of programs or that of the JDK, that
 * accesses a variable.
 *
 * @param name its name
 * @param isUnsafe it is one of {@code Unsafe}
 * @param kind what it does
 * @param order what it orders
 * @param values how many values it takes, after what says which variable it is
 */
record AccessMethod(String name, boolean isUnsafe, OpKind kind, MemoryOrder order, int values) {
  private static final Pattern WEAK_ORDER = Pattern.compile("(Plain|Acquire|Release|Volatile)$");
  private static final Map<String, AccessMode> MODES =
      Arrays.stream(AccessMode.values())
          .collect(Collectors.toMap(AccessMode::methodName, Function.identity()));

  /** The method, null if it accesses no variable. */
  static @Nullable AccessMethod of(String owner, String name, String descriptor) {
    return switch (owner) {
      case "java/lang/invoke/VarHandle" -> ofVarHandle(name);
      case "sun/misc/Unsafe" ->
          descriptor.startsWith("(Ljava/lang/Object;J") ? ofUnsafe(name) : null;
      case "jdk/internal/misc/Unsafe" ->
          descriptor.startsWith("(Ljava/lang/Object;J") ? ofInternalUnsafe(name) : null;
      default -> null;
    };
  }

  /** What a fence orders, null if the method is none. */
  static @Nullable MemoryOrder fence(String owner, String name) {
    boolean hasFences =
        owner.equals("java/lang/invoke/VarHandle")
            || owner.equals("sun/misc/Unsafe")
            || owner.equals("jdk/internal/misc/Unsafe");
    return !hasFences
        ? null
        : switch (name) {
          case "fullFence" -> MemoryOrder.VOLATILE;
          case "acquireFence", "loadLoadFence", "loadFence" -> MemoryOrder.ACQUIRE;
          case "releaseFence", "storeStoreFence", "storeFence" -> MemoryOrder.RELEASE;
          default -> null;
        };
  }

  private static @Nullable AccessMethod ofVarHandle(String name) {
    AccessMode mode = MODES.get(name);
    if (mode == null) {
      return null;
    }
    return switch (mode) {
      case GET -> ofVarHandle(name, OpKind.READ, MemoryOrder.PLAIN);
      case GET_OPAQUE -> ofVarHandle(name, OpKind.READ, MemoryOrder.OPAQUE);
      case GET_ACQUIRE -> ofVarHandle(name, OpKind.READ, MemoryOrder.ACQUIRE);
      case GET_VOLATILE -> ofVarHandle(name, OpKind.READ, MemoryOrder.VOLATILE);
      case SET -> ofVarHandle(name, OpKind.WRITE, MemoryOrder.PLAIN);
      case SET_OPAQUE -> ofVarHandle(name, OpKind.WRITE, MemoryOrder.OPAQUE);
      case SET_RELEASE -> ofVarHandle(name, OpKind.WRITE, MemoryOrder.RELEASE);
      case SET_VOLATILE -> ofVarHandle(name, OpKind.WRITE, MemoryOrder.VOLATILE);
      case WEAK_COMPARE_AND_SET_PLAIN ->
          ofVarHandle(name, OpKind.COMPARE_AND_SET, MemoryOrder.OPAQUE);
      case WEAK_COMPARE_AND_SET_ACQUIRE, COMPARE_AND_EXCHANGE_ACQUIRE ->
          ofVarHandle(name, OpKind.COMPARE_AND_SET, MemoryOrder.ACQUIRE);
      case WEAK_COMPARE_AND_SET_RELEASE, COMPARE_AND_EXCHANGE_RELEASE ->
          ofVarHandle(name, OpKind.COMPARE_AND_SET, MemoryOrder.RELEASE);
      case COMPARE_AND_SET, WEAK_COMPARE_AND_SET, COMPARE_AND_EXCHANGE ->
          ofVarHandle(name, OpKind.COMPARE_AND_SET, MemoryOrder.VOLATILE);
      case GET_AND_SET, GET_AND_ADD, GET_AND_BITWISE_OR, GET_AND_BITWISE_AND, GET_AND_BITWISE_XOR ->
          ofVarHandle(name, OpKind.READ_MODIFY_WRITE, MemoryOrder.VOLATILE);
      case GET_AND_SET_ACQUIRE,
          GET_AND_ADD_ACQUIRE,
          GET_AND_BITWISE_OR_ACQUIRE,
          GET_AND_BITWISE_AND_ACQUIRE,
          GET_AND_BITWISE_XOR_ACQUIRE ->
          ofVarHandle(name, OpKind.READ_MODIFY_WRITE, MemoryOrder.ACQUIRE);
      case GET_AND_SET_RELEASE,
          GET_AND_ADD_RELEASE,
          GET_AND_BITWISE_OR_RELEASE,
          GET_AND_BITWISE_AND_RELEASE,
          GET_AND_BITWISE_XOR_RELEASE ->
          ofVarHandle(name, OpKind.READ_MODIFY_WRITE, MemoryOrder.RELEASE);
    };
  }

  private static AccessMethod ofVarHandle(String name, OpKind kind, MemoryOrder order) {
    int values =
        switch (kind) {
          case READ -> 0;
          case COMPARE_AND_SET -> 2;
          default -> 1;
        };
    return new AccessMethod(name, false, kind, order, values);
  }

  private static @Nullable AccessMethod ofUnsafe(String name) {
    boolean isVolatile = name.endsWith("Volatile");
    MemoryOrder order = isVolatile ? MemoryOrder.VOLATILE : MemoryOrder.PLAIN;
    if (name.startsWith("compareAndSwap")) {
      return new AccessMethod(name, true, OpKind.COMPARE_AND_SET, MemoryOrder.VOLATILE, 2);
    }
    if (name.startsWith("getAndAdd") || name.startsWith("getAndSet")) {
      return new AccessMethod(name, true, OpKind.READ_MODIFY_WRITE, MemoryOrder.VOLATILE, 1);
    }
    if (name.startsWith("putOrdered")) {
      return new AccessMethod(name, true, OpKind.WRITE, MemoryOrder.RELEASE, 1);
    }
    if (name.startsWith("put")) {
      return new AccessMethod(name, true, OpKind.WRITE, order, 1);
    }
    return name.startsWith("get") ? new AccessMethod(name, true, OpKind.READ, order, 0) : null;
  }

  private static @Nullable AccessMethod ofInternalUnsafe(String name) {
    if (name.contains("Unaligned")) {
      return null;
    }
    MemoryOrder order =
        name.endsWith("Volatile")
            ? MemoryOrder.VOLATILE
            : name.endsWith("Acquire")
                ? MemoryOrder.ACQUIRE
                : name.endsWith("Release")
                    ? MemoryOrder.RELEASE
                    : name.endsWith("Opaque") ? MemoryOrder.OPAQUE : MemoryOrder.PLAIN;
    MemoryOrder orFull = order == MemoryOrder.PLAIN ? MemoryOrder.VOLATILE : order;
    if (name.startsWith("compareAnd") || name.startsWith("weakCompareAndSet")) {
      MemoryOrder compared = name.endsWith("Plain") ? MemoryOrder.OPAQUE : orFull;
      return new AccessMethod(name, true, OpKind.COMPARE_AND_SET, compared, 2);
    }
    if (name.startsWith("getAnd")) {
      return new AccessMethod(name, true, OpKind.READ_MODIFY_WRITE, orFull, 1);
    }
    if (name.startsWith("put")) {
      return new AccessMethod(name, true, OpKind.WRITE, order, 1);
    }
    return name.startsWith("get") ? new AccessMethod(name, true, OpKind.READ, order, 0) : null;
  }

  /** The name of the method to call: of one that may fail for no reason, its strong form. */
  String strongName() {
    if (!name.startsWith("weakCompareAndSet")) {
      return name;
    }
    String strong = "c" + name.substring("weakC".length());
    return isUnsafe ? WEAK_ORDER.matcher(strong).replaceFirst("") : "compareAndSet";
  }
}
