package subjects.hooks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Calls of constructors that are replaced. */
public final class Constructors {

  private Constructors() {}

  static final class OwnRandom extends Random {
    private static final long serialVersionUID = 1L;
    final int other;

    OwnRandom() {
      this(3);
    }

    OwnRandom(int other) {
      this.other = other;
    }

    OwnRandom(long seed, boolean isNegative) {
      super(isNegative ? -seed : seed);
      other = 4;
    }
  }

  static final class OwnNumber extends BigDecimal {
    private static final long serialVersionUID = 1L;

    OwnNumber(double value, boolean isExact) {
      super(value, isExact ? MathContext.UNLIMITED : new MathContext(2));
    }

    @Override
    public String toString() {
      return "own " + super.toString();
    }
  }

  /** Whether all generators have the seeds of the replacements. */
  public static Object run() {
    Supplier<Random> maker = Random::new;
    LongFunction<Random> makerWithSeed = Random::new;
    boolean asReplaced =
        starts(new Random(), 42)
            && starts(new Random(new Random(5).nextInt() > 0 ? 6 : 8), value(6) > 0 ? 7 : 9)
            && starts(new OwnRandom(), 42)
            && starts(new OwnRandom(7, true), -6)
            && starts(maker.get(), 42)
            && starts(makerWithSeed.apply(10), 11);
    BigDecimal sum =
        new BigDecimal(12).add(new BigDecimal(new BigDecimal(1).doubleValue() / 3, context()));
    return asReplaced + " " + sum.add(new OwnNumber(0.125, false));
  }

  private static MathContext context() {
    return new MathContext(3);
  }

  /** What a generator with this seed gives, whose constructor is replaced too. */
  private static int value(long seed) {
    return new Random(seed - 1).nextInt();
  }

  private static boolean starts(Random random, long seed) {
    return random.nextInt() == value(seed);
  }
}
