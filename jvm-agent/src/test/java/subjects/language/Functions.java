package subjects.language;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lambdas, method references, generics and streams. */
public class Functions {
  private int calls;
  private final List<String> words = Arrays.asList("delta", "alpha", "charlie", "bravo");

  interface Visitor<R> {
    R visit(Node<?> node);
  }

  static class Node<T extends Comparable<T>> implements Comparable<Node<T>>, Cloneable {
    T value;
    Node<T> left;
    Node<T> right;

    Node(T value) {
      this.value = value;
    }

    void add(T added) {
      if (added.compareTo(value) < 0) {
        if (left == null) {
          left = new Node<>(added);
        } else {
          left.add(added);
        }
      } else if (right == null) {
        right = new Node<>(added);
      } else {
        right.add(added);
      }
    }

    <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public int compareTo(Node<T> other) {
      return value.compareTo(other.value);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected Node<T> clone() {
      try {
        return (Node<T>) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private int count(int by) {
    return calls += by;
  }

  private static String join(Node<?> node) {
    return node == null ? "" : join(node.left) + node.value + join(node.right);
  }

  private Function<Integer, Function<Integer, Supplier<Integer>>> curried() {
    return a -> b -> () -> count(a) + count(b) + a * b;
  }

  private static <T> T call(Callable<? extends T> task) {
    try {
      return task.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private String references() {
    Function<Integer, int[]> arrays = int[]::new;
    Supplier<Functions> maker = Functions::new;
    BiFunction<Functions, Integer, Integer> unbound = Functions::count;
    Function<Integer, Integer> bound = this::count;
    Function<String, Integer> parse = Integer::parseInt;
    UnaryOperator<String> upper = String::toUpperCase;
    IntBinaryOperator max = Math::max;
    Callable<char[]> chars = "text"::toCharArray;
    Function<String, StringBuilder> builders = StringBuilder::new;
    Supplier<Integer> sizes = words::size;
    return ""
        + arrays.apply(3).length
        + maker.get().calls
        + unbound.apply(this, 2)
        + bound.apply(3)
        + parse.andThen(bound).apply("4")
        + upper.apply("up")
        + max.applyAsInt(1, 2)
        + call(chars).length
        + sizes.get()
        + builders.apply("built").reverse();
  }

  private String streams() {
    Map<Integer, List<String>> byLength =
        words.stream()
            .peek(word -> calls++)
            .sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()))
            .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
    int[] squares = IntStream.range(0, 5).map(x -> x * x + calls).toArray();
    Optional<String> longest = words.stream().max(Comparator.comparingInt(String::length));
    String[] array = Stream.of("x", "y").map(s -> s + calls++).toArray(String[]::new);
    return byLength + Arrays.toString(squares) + longest.orElse("") + String.join(",", array);
  }

  public static String run() {
    Functions functions = new Functions();
    Node<String> tree = new Node<>("m");
    Stream.of("c", "x", "a", "p").forEach(tree::add);
    Node<String> copy = tree.clone();
    copy.value = "n";
    copy.left.value = "b";
    return functions.curried().apply(3).apply(4).get()
        + functions.references()
        + functions.streams()
        + tree.accept(Functions::join)
        + copy.<String>accept(node -> "<" + join(node) + ">")
        + tree.compareTo(copy)
        + functions.calls;
  }
}
