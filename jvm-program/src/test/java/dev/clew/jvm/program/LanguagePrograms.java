package dev.clew.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Two threads that add one to a number, in every way Java has to get at it.
 *
 * <p>The argument names the way. Whichever it is, the threads read and write one variable once, so
 * that all ways have as many interleavings.
 */
public final class LanguagePrograms {
  private LanguagePrograms() {}

  static volatile int count;

  /** A way to add one, and what the sum is. */
  public interface Counter {
    void increment();

    default int sum() {
      return count;
    }
  }

  static void add() {
    count++;
  }

  public static void main(String[] args) throws Exception {
    Counter counter = Way.valueOf(args[0]).counter();
    Thread one = new Thread(counter::increment);
    Thread other = new Thread(counter::increment);
    one.start();
    other.start();
    one.join();
    other.join();
    int sum = counter.sum();
    assert sum == 2 : "the sum is " + sum;
  }

  /** How the threads get at the number. */
  enum Way {
    DIRECTLY {
      @Override
      Counter counter() {
        return LanguagePrograms::add;
      }
    },
    FIELD_BY_REFLECTION {
      @Override
      Counter counter() throws ReflectiveOperationException {
        Field field = LanguagePrograms.class.getDeclaredField("count");
        return unchecked(() -> field.setInt(null, field.getInt(null) + 1));
      }
    },
    METHOD_BY_REFLECTION {
      @Override
      Counter counter() throws ReflectiveOperationException {
        Method method = LanguagePrograms.class.getDeclaredMethod("add");
        return unchecked(() -> method.invoke(null));
      }
    },
    METHOD_HANDLE {
      @Override
      Counter counter() throws ReflectiveOperationException {
        MethodHandle handle =
            MethodHandles.lookup()
                .findStatic(LanguagePrograms.class, "add", MethodType.methodType(void.class));
        return unchecked(
            () -> {
              handle.invokeExact();
            });
      }
    },
    FIELD_HANDLES {
      @Override
      Counter counter() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle get = lookup.findStaticGetter(LanguagePrograms.class, "count", int.class);
        MethodHandle set = lookup.findStaticSetter(LanguagePrograms.class, "count", int.class);
        return unchecked(
            () -> {
              set.invokeExact((int) get.invokeExact() + 1);
            });
      }
    },
    FIELD_HANDLES_OF_OBJECT {
      @Override
      Counter counter() throws ReflectiveOperationException {
        Cell cell = new Cell();
        Field field = Cell.class.getDeclaredField("value");
        MethodHandle get = MethodHandles.lookup().unreflectGetter(field);
        MethodHandle set = MethodHandles.lookup().findSetter(Cell.class, "value", int.class);
        Counter counter =
            unchecked(
                () -> {
                  set.invokeExact(cell, (int) get.invokeExact(cell) + 1);
                });
        return new Counter() {
          @Override
          public void increment() {
            counter.increment();
          }

          @Override
          public int sum() {
            return cell.value;
          }
        };
      }
    },
    PROXY {
      @Override
      Counter counter() {
        return (Counter)
            Proxy.newProxyInstance(
                LanguagePrograms.class.getClassLoader(),
                new Class<?>[] {Counter.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("sum")) {
                    return count;
                  }
                  add();
                  return null;
                });
      }
    },
    ENUM_CONSTANT {
      @Override
      Counter counter() {
        return Constant.INSTANCE;
      }
    },
    RECORD {
      @Override
      Counter counter() {
        Pair pair = new Pair(new Cell(), "text");
        assert pair.equals(new Pair(pair.cell, "text")) && pair.toString().contains("text");
        return new Counter() {
          @Override
          public void increment() {
            pair.cell().value++;
          }

          @Override
          public int sum() {
            return pair.cell().value;
          }
        };
      }
    },
    SERIALIZED {
      @Override
      Counter counter() throws IOException, ClassNotFoundException {
        return (Cell) copy(new Cell());
      }
    },
    SERIALIZED_WITHIN {
      @Override
      Counter counter() throws IOException, ClassNotFoundException {
        Cell[] cells = ((Holder) copy(new Holder())).cells;
        return new Counter() {
          @Override
          public void increment() {
            cells[1].increment();
          }

          @Override
          public int sum() {
            return cells[1].sum();
          }
        };
      }
    },
    SERIALIZED_ARRAY {
      @Override
      Counter counter() throws IOException, ClassNotFoundException {
        int[] numbers = ((Holder) copy(new Holder())).numbers;
        VarHandle handle = MethodHandles.arrayElementVarHandle(int[].class);
        return new Counter() {
          @Override
          public void increment() {
            handle.setVolatile(numbers, 1, (int) handle.getVolatile(numbers, 1) + 1);
          }

          @Override
          public int sum() {
            return (int) handle.getVolatile(numbers, 1);
          }
        };
      }
    },
    CLONED {
      @Override
      Counter counter() {
        return new Cell().clone();
      }
    },
    SERVICE {
      @Override
      Counter counter() {
        return ServiceLoader.load(Counter.class).findFirst().orElseThrow();
      }
    },
    RESOURCE {
      @Override
      Counter counter() throws IOException {
        try (InputStream in = LanguagePrograms.class.getResourceAsStream("language.properties");
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, UTF_8))) {
          assert reader.readLine().equals("step=1");
        }
        String bundle = LanguagePrograms.class.getPackageName() + ".language";
        int step = Integer.parseInt(ResourceBundle.getBundle(bundle).getString("step"));
        return () -> count += step;
      }
    },
    CLASS_BY_NAME {
      @Override
      Counter counter() throws ReflectiveOperationException {
        String name = LanguagePrograms.class.getName() + "$Cell";
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return (Counter) Class.forName(name, true, loader).getDeclaredConstructor().newInstance();
      }
    },
    NESTED_LAMBDAS {
      @Override
      Counter counter() {
        Supplier<Supplier<Runnable>> nested = () -> () -> LanguagePrograms::add;
        return () -> nested.get().get().run();
      }
    },
    PATTERNS {
      @Override
      Counter counter() {
        Object shape = new Pair(new Cell(), "1");
        return () -> {
          if (shape instanceof Pair pair) {
            switch (pair.text()) {
              case "1" -> add();
              default -> throw new AssertionError(pair);
            }
          }
        };
      }
    },
    ANNOTATION {
      @Override
      Counter counter() {
        int step = Cell.class.getAnnotation(Step.class).value();
        return () -> count += step;
      }
    },
    EXCEPTION {
      @Override
      Counter counter() {
        return () -> {
          try {
            throw new IllegalStateException("step " + 1);
          } catch (IllegalStateException e) {
            count += String.valueOf(e.getMessage()).length() / 6;
          } finally {
            assert Thread.currentThread().isAlive();
          }
        };
      }
    },
    INNER_CLASS {
      @Override
      Counter counter() {
        class Local implements IntSupplier {
          @Override
          public int getAsInt() {
            return count + 1;
          }
        }
        return () -> count = new Local().getAsInt();
      }
    };

    abstract Counter counter() throws Exception;
  }

  /** A constant with a state, which is new in each execution. */
  enum Constant implements Counter {
    INSTANCE;

    private volatile int value;

    @Override
    public void increment() {
      value++;
    }

    @Override
    public int sum() {
      return value;
    }
  }

  /** What is 1 a step. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Step {
    int value();
  }

  /** A number that can be written to a stream. */
  @Step(1)
  public static final class Cell implements Counter, Serializable, Cloneable {
    private static final long serialVersionUID = 1;
    volatile int value;

    @Override
    public Cell clone() {
      try {
        return (Cell) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void increment() {
      value++;
    }

    @Override
    public int sum() {
      return value;
    }
  }

  /** Two values. */
  record Pair(Cell cell, String text) {}

  /** What refers to others. */
  static final class Holder implements Serializable {
    private static final long serialVersionUID = 1;
    final Cell[] cells = {new Cell(), new Cell()};
    final int[] numbers = new int[2];
  }

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

  /** What may throw anything. */
  private interface Action {
    void run() throws Throwable;
  }

  private static Counter unchecked(Action action) {
    return () -> {
      try {
        action.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    };
  }
}
