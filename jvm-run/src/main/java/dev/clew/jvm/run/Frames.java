package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The calls of methods of the program that a thread is in, outermost first: where each stands, and
 * the values it still needs. Told by the code itself, if it was transformed to do so.
 *
 * <p>A frame tells its values before each call, so those below the innermost one are up to date. A
 * frame that was left by a return is gone as soon as its caller tells something, or at once.
 */
final class Frames {
  /** A frame that has told nothing yet. */
  private static final int NOWHERE = -1;

  private int height;
  private int[] point = new int[8];
  private int[] from = new int[8];
  private boolean[] isForeign = new boolean[8];
  private long[] numbers = new long[32];
  private @Nullable Object[] references = new @Nullable Object[32];
  private int top;
  private boolean isTainted;

  /** Whether a method that did not tell when it began has told something. */
  private boolean isUnheard;

  /** A new execution begins. */
  void forget() {
    Arrays.fill(references, 0, Math.min(references.length, top), null);
    height = 0;
    top = 0;
    isTainted = false;
    isUnheard = false;
  }

  /** A method begins; returns the number of its frame. */
  int enter(boolean isLambda) {
    int frame = height;
    if (frame == point.length) {
      point = Arrays.copyOf(point, 2 * frame);
      from = Arrays.copyOf(from, 2 * frame);
      isForeign = Arrays.copyOf(isForeign, 2 * frame);
    }
    isForeign[frame] = frame > 0 && !isCalledDirectly(frame - 1, isLambda);
    point[frame] = NOWHERE;
    from[frame] = top;
    height = frame + 1;
    return frame;
  }

  /** A method comes to a point of its code. */
  void at(int frame, int newPoint) {
    height = frame + 1;
    point[frame] = newPoint;
    top = from[frame];
    isTainted |= FramePoints.get(newPoint).isImpure();
  }

  /** A method has ended. */
  void exit(int frame) {
    height = frame;
    top = from[frame];
  }

  /** Something happened of which the frames know nothing. */
  void taint() {
    isTainted = true;
    isUnheard = true;
  }

  /** Whether the thread has done something that may have left behind what no state shows. */
  boolean isTainted() {
    return isTainted;
  }

  /** A value that the frame still needs. */
  void keep(long number, @Nullable Object reference) {
    if (top == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * top);
      references = Arrays.copyOf(references, 2 * top);
    }
    numbers[top] = number;
    references[top++] = reference;
  }

  /** Whether the code of the program, and nothing of the JDK, called what begins now. */
  private boolean isCalledDirectly(int caller, boolean isLambda) {
    if (point[caller] == NOWHERE) {
      return false;
    }
    FramePoints.Point call = FramePoints.get(point[caller]);
    if (call.receiver() < 0) {
      return call.next() == FramePoints.Next.PROGRAM_CALL;
    }
    Object receiver = references[from[caller] + call.receiver()];
    if (receiver == null) {
      return false;
    }
    if (receiver instanceof Shadowed) {
      return declares(receiver.getClass(), call.method());
    }
    return isLambda && receiver.getClass().isHidden();
  }

  private static boolean declares(Class<?> type, String method) {
    for (Class<?> each = type;
        each != null && Shadowed.class.isAssignableFrom(each);
        each = each.getSuperclass()) {
      for (Method declared : methodsOf(each)) {
        if (method.startsWith(declared.getName())
            && method.equals(declared.getName() + descriptor(declared))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The methods of a class; none if one of them names a class that is not there. */
  private static Method[] methodsOf(Class<?> type) {
    try {
      return type.getDeclaredMethods();
    } catch (LinkageError e) {
      return new Method[0];
    }
  }

  private static String descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .toMethodDescriptorString();
  }

  // --- for who wants to know where the thread stands

  /** Whether each frame is one of the program's own, and told where it is. */
  boolean areKnown() {
    if (isUnheard || height == 0 || FramePoints.areIncomplete()) {
      return false;
    }
    for (int frame = 0; frame < height; frame++) {
      if (isForeign[frame] || point[frame] == NOWHERE) {
        return false;
      }
    }
    return true;
  }

  int height() {
    return height;
  }

  int point(int frame) {
    return point[frame];
  }

  /** Where the values of a frame begin. */
  int from(int frame) {
    return frame < height ? from[frame] : top;
  }

  long number(int k) {
    return numbers[k];
  }

  @Nullable Object reference(int k) {
    return references[k];
  }

  // --- states

  /** Adds where the thread stands, and all values, to what is looked at. */
  void addTo(StateLook look, OpKind kind) {
    if (isTainted || height == 0 || FramePoints.areIncomplete()) {
      look.miss();
      return;
    }
    look.add(height);
    for (int frame = 0; frame < height; frame++) {
      boolean isInnermost = frame == height - 1;
      if (isForeign[frame] || point[frame] == NOWHERE || isInnermost && !isKnown(kind)) {
        look.miss();
        return;
      }
      look.add(point[frame]);
    }
    for (int k = 0; k < top; k++) {
      look.add(numbers[k]);
      look.add(references[k]);
    }
  }

  /** Whether what the innermost frame says is all there is to know of where the thread stands. */
  private boolean isKnown(OpKind kind) {
    return switch (FramePoints.get(point[height - 1]).next()) {
      case ACCESS, KNOWN_CALL -> true;
      case PROGRAM_CALL -> kind == OpKind.LOCK; // what is called has not begun
      case RETURN -> kind == OpKind.UNLOCK;
      case OTHER_CALL -> false;
    };
  }
}
