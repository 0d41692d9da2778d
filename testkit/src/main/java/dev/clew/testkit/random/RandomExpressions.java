package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Unary;
import java.util.Random;

/** Random computations on the two locals {@code r} and {@code k}, with values near 1. */
final class RandomExpressions {
  private final Random random;

  RandomExpressions(Random random) {
    this.random = random;
  }

  /** The name of a local. */
  String local() {
    return random.nextInt(3) == 0 ? "k" : "r";
  }

  /** 0, 1 or 2. */
  Expr number() {
    return new Constant(random.nextInt(3));
  }

  /** What a variable is set to. */
  Expr value() {
    return random.nextInt(3) == 0 ? plus(local(), 1) : new Constant(1 + random.nextInt(2));
  }

  /** What a local is set to. */
  Expr computation() {
    return switch (random.nextInt(6)) {
      case 0 -> new Binary("%", new Local("r"), new Constant(2));
      case 1 -> new Binary("*", plus("self", 1), new Constant(2));
      case 2 -> new Unary("-", new Local("k"));
      case 3 -> new Binary("-", new Local("r"), new Local("k"));
      case 4 -> new Binary("/", new Local("r"), new Constant(2));
      default -> plus("k", 1);
    };
  }

  /** What is branched on or asserted. */
  Expr condition() {
    return switch (random.nextInt(8)) {
      case 0 -> new Unary("!", new Local("r"));
      case 1 -> new Binary("&&", new Local("r"), new Local("k"));
      case 2 -> new Binary("||", is("==", "r", 1), is(">", "k", 0));
      case 3 -> is("!=", local(), 1);
      case 4 -> is("<=", local(), 1);
      case 5 -> is(">=", local(), 1);
      case 6 -> is("<", local(), 2);
      default -> is("==", local(), random.nextInt(2));
    };
  }

  static Expr plus(String local, int amount) {
    return new Binary("+", new Local(local), new Constant(amount));
  }

  static Expr is(String comparison, String local, int value) {
    return new Binary(comparison, new Local(local), new Constant(value));
  }
}
