package subjects.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Things that are written and read again. */
@SuppressWarnings("serial")
public final class Saved {

  /** Nothing of it is initialised statically. */
  public static class Plain implements Serializable {
    int number = 3;
    protected transient String skipped = "skipped";
    List<String> names = new ArrayList<>(List.of("a"));

    synchronized int next() {
      return number++;
    }
  }

  /** With an initialiser, private members and an inherited version. */
  public static class Child extends Plain {
    private static final Object LOCK = new Object();
    private static int made;
    public static final int CONSTANT = 3;
    private volatile long ticks = 5;

    public Child() {
      made++;
    }

    private static Object lock() {
      return LOCK;
    }
  }

  /** Says its version. */
  public static class Versioned implements Serializable {
    private static final long serialVersionUID = 77L;
    int[] values = {1, 2};
  }

  /** Writes itself. */
  public static class External implements Externalizable {
    int value;

    public External() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(value + 1);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      value = in.readInt();
    }
  }

  /** An enum. */
  public enum Kind {
    ONE,
    TWO
  }

  /** A record. */
  public record Pair(int left, Kind right) implements Serializable {}

  /** A function that can be written. */
  public interface Transform extends Function<Integer, Integer>, Serializable {}

  private Saved() {}

  private static Object copy(Object original) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  public static String run() throws Exception {
    Child child = new Child();
    child.next();
    Child again = (Child) copy(child);
    int added = child.number;
    Transform transform = x -> x + added;
    External external = new External();
    return again.next()
        + again.skipped
        + again.names
        + again.ticks
        + Child.made
        + (Child.lock() == Child.LOCK)
        + ((Versioned) copy(new Versioned())).values.length
        + ((External) copy(external)).value
        + (copy(Kind.TWO) == Kind.TWO)
        + copy(new Pair(1, Kind.ONE))
        + ((Transform) copy(transform)).apply(10);
  }
}
