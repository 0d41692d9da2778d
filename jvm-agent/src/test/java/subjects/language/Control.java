package subjects.language;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Exceptions, loops and monitors, entangled. */
public class Control {
  private final StringBuilder log = new StringBuilder();
  private final Object lock = new Object();
  private int depth;

  private final class Resource implements AutoCloseable {
    private final String name;

    Resource(String name) {
      this.name = name;
      log.append("+").append(name);
    }

    @Override
    public void close() throws Exception {
      log.append("-").append(name);
      if (name.startsWith("!")) {
        throw new Exception("closing " + name);
      }
    }
  }

  private synchronized int guarded(int mode) throws Exception {
    depth++;
    try {
      synchronized (lock) {
        try (Resource a = new Resource("a" + mode);
            Resource b = new Resource(mode == 2 ? "!b" : "b")) {
          switch (mode) {
            case 0:
              return depth;
            case 1:
              throw new IllegalStateException("mode " + mode);
            case 2:
              log.append(a.name).append(b.name);
              break;
            case 3:
              throw new Error("error");
            default:
              return guarded(mode - 4);
          }
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
          log.append("caught ").append(e.getMessage());
          return -depth;
        } finally {
          log.append("finally").append(depth);
          if (mode == 3) {
            return 33;
          }
        }
      }
    } finally {
      depth--;
      log.append(';');
    }
    return 100;
  }

  private int loops() {
    int sum = 0;
    List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4, 5));
    for (Iterator<Integer> each = numbers.iterator(); each.hasNext(); ) {
      synchronized (numbers) {
        int number = each.next();
        if (number == 2) {
          continue;
        }
        if (number == 4) {
          break;
        }
        sum += number;
      }
    }
    outer:
    for (int i = 0, k = 10; i < k; i++, k--) {
      do {
        try {
          if (i % 3 == 0) {
            continue outer;
          }
          if (sum > 60) {
            break outer;
          }
          sum += i * k;
        } finally {
          sum++;
        }
      } while (sum % 2 == 0);
    }
    return sum;
  }

  private static int recursive(int n) {
    return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
  }

  private String nested() {
    synchronized (this) {
      synchronized (lock) {
        synchronized (this) {
          try {
            synchronized (Control.class) {
              throw new UnsupportedOperationException("deep");
            }
          } catch (UnsupportedOperationException e) {
            return e.getMessage();
          }
        }
      }
    }
  }

  private static synchronized String classwide(Object... values) {
    return values.length == 0 ? "" : values[0] + classwide((Object[]) rest(values));
  }

  private static Object[] rest(Object... values) {
    return java.util.Arrays.copyOfRange(values, 1, values.length);
  }

  public static String run() {
    Control control = new Control();
    for (int mode = 0; mode < 7; mode++) {
      try {
        control.log.append(control.guarded(mode));
      } catch (Exception e) {
        control.log.append(e.getMessage());
        control.log.append(e.getSuppressed().length);
      }
    }
    assert control.depth == 0 : control.depth;
    return control.log.toString()
        + control.loops()
        + recursive(15)
        + control.nested()
        + classwide(1, "b", 2.5, 'd', null)
        + control.depth;
  }
}
