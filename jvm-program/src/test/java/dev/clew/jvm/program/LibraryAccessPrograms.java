package dev.clew.jvm.program;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;

/**
 * Programs in which methods of the JDK access elements and fields for a thread, while another one
 * accesses the element with index 1, or the field. The argument names the program.
 */
public final class LibraryAccessPrograms {
  private static int[] elements = new int[3];
  private static int plain;
  private static volatile int shared;

  private int field;

  private LibraryAccessPrograms() {}

  public static void main(String[] args) throws Exception {
    LibraryAccessPrograms object = new LibraryAccessPrograms();
    int[] other = new int[3];
    Field ofStatic = LibraryAccessPrograms.class.getDeclaredField("plain");
    Field ofObject = LibraryAccessPrograms.class.getDeclaredField("field");
    Field ofShared = LibraryAccessPrograms.class.getDeclaredField("shared");
    switch (args[0]) {
      case "copyFrom" -> against(true, () -> System.arraycopy(elements, 0, other, 0, 3));
      case "copyFromElsewhere" -> against(true, () -> System.arraycopy(elements, 2, other, 0, 1));
      case "copyTo" -> against(false, () -> System.arraycopy(other, 0, elements, 0, 3));
      case "copyToElsewhere" -> against(false, () -> System.arraycopy(other, 0, elements, 0, 1));
      case "clone" -> against(true, () -> use(elements.clone()));
      case "copyOf" -> against(true, () -> use(Arrays.copyOf(elements, 2)));
      case "copyOfElsewhere" -> against(true, () -> use(Arrays.copyOf(elements, 1)));
      case "copyOfRange" -> against(true, () -> use(Arrays.copyOfRange(elements, 1, 2)));
      case "fill" -> against(false, () -> Arrays.fill(elements, 7));
      case "fillElsewhere" -> against(false, () -> Arrays.fill(elements, 2, 3, 7));
      case "sort" -> against(false, () -> Arrays.sort(elements));
      case "toString" -> against(true, () -> use(Arrays.toString(elements)));
      case "equals" -> against(true, () -> use(Arrays.equals(other, elements)));
      case "reflectedElement" -> against(true, () -> use(Array.getInt(elements, 1)));
      case "reflectedElementElsewhere" -> against(true, () -> use(Array.getInt(elements, 2)));
      case "reflectedStatic" -> inTwoThreads(() -> ofStatic.setInt(null, 1), () -> plain++);
      case "reflectedField" -> inTwoThreads(() -> ofObject.get(object), () -> object.field++);
      case "reflectedOtherObject" ->
          inTwoThreads(() -> ofObject.get(object), () -> new LibraryAccessPrograms().field++);
      case "reflectedVolatile" -> {
        Thread writer =
            inThread(
                () -> {
                  plain = 1;
                  ofShared.setInt(null, 1);
                });
        if (shared == 1 && plain != 1) {
          throw new AssertionError("not published");
        }
        writer.join();
      }
      case "lostUpdate" -> {
        inTwoThreads(() -> ofShared.setInt(null, ofShared.getInt(null) + 1), () -> shared++);
        if (shared != 2) {
          throw new AssertionError("lost");
        }
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void use(Object result) {
    if (result == null) {
      throw new AssertionError("no result");
    }
  }

  interface Code {
    void run() throws ReflectiveOperationException;
  }

  /** While another thread writes, or reads, the element with index 1. */
  private static void against(boolean isWritten, Code code) throws InterruptedException {
    inTwoThreads(
        code,
        () -> {
          if (isWritten) {
            elements[1] = 5;
          } else {
            plain += elements[1];
          }
        });
  }

  private static void inTwoThreads(Code one, Code two) throws InterruptedException {
    Thread thread = inThread(two);
    run(one);
    thread.join();
  }

  private static Thread inThread(Code code) {
    Thread thread = new Thread(() -> run(code));
    thread.start();
    return thread;
  }

  private static void run(Code code) {
    try {
      code.run();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
