package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Randomness;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomParameters;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sources of random numbers: each thread of a program gets the same ones in every execution. */
final class RandomCalls {
  private RandomCalls() {}

  /** 64 random bits, for the thread that asks. */
  private static long bits() {
    Execution now = Hooks.enter();
    if (now == null) {
      return ThreadLocalRandom.current().nextLong();
    }
    try {
      return Randomness.next(now.current);
    } finally {
      Hooks.leave(now);
    }
  }

  private static double fraction() {
    return (bits() >>> 11) * 0x1.0p-53;
  }

  /** {@code Math}. */
  @Replaces(Math.class)
  public static final class OfMath {
    private OfMath() {}

    /** Instead of {@link Math#random}. */
    public static double random() {
      return fraction();
    }
  }

  /** {@code StrictMath}. */
  @Replaces(StrictMath.class)
  public static final class OfStrictMath {
    private OfStrictMath() {}

    /** Instead of {@link StrictMath#random}. */
    public static double random() {
      return fraction();
    }
  }

  /** {@code Random}. */
  @Replaces(Random.class)
  public static final class OfRandom {
    private OfRandom() {}

    /** For {@link Random#Random()}. */
    @ConstructorArgument
    public static long seed() {
      return bits();
    }
  }

  /** {@code SplittableRandom}. */
  @Replaces(SplittableRandom.class)
  public static final class OfSplittableRandom {
    private OfSplittableRandom() {}

    /** For {@link SplittableRandom#SplittableRandom()}. */
    @ConstructorArgument
    public static long seed() {
      return bits();
    }
  }

  /** Generators by name. */
  @Replaces(RandomGenerator.class)
  public static final class OfRandomGenerator {
    private OfRandomGenerator() {}

    /** Instead of {@link RandomGenerator#getDefault}. */
    public static RandomGenerator getDefault() {
      return RandomCalls.create(OfRandomGeneratorFactory.getDefault());
    }

    /** Instead of {@link RandomGenerator#of}. */
    public static RandomGenerator of(String name) {
      return RandomCalls.create(OfRandomGeneratorFactory.of(name));
    }
  }

  /** Makers of generators. */
  @Replaces(RandomGeneratorFactory.class)
  public static final class OfRandomGeneratorFactory {
    static {
      findAll();
    }

    private OfRandomGeneratorFactory() {}

    /** The JDK looks for them once, where the thread that comes first would look. */
    private static void findAll() {
      Object token = Hooks.suspend();
      Thread self = Thread.currentThread();
      ClassLoader before = self.getContextClassLoader();
      try {
        self.setContextClassLoader(ClassLoader.getSystemClassLoader());
        RandomGeneratorFactory.getDefault();
      } finally {
        self.setContextClassLoader(before);
        Hooks.resume(token);
      }
    }

    /** Instead of {@link RandomGeneratorFactory#getDefault}. */
    public static RandomGeneratorFactory<RandomGenerator> getDefault() {
      return RandomGeneratorFactory.getDefault();
    }

    /** Instead of {@link RandomGeneratorFactory#of}. */
    public static <T extends RandomGenerator> RandomGeneratorFactory<T> of(String name) {
      return RandomGeneratorFactory.of(name);
    }

    /** Instead of {@link RandomGeneratorFactory#all}. */
    public static Stream<RandomGeneratorFactory<RandomGenerator>> all() {
      return RandomGeneratorFactory.all();
    }

    /** Instead of {@link RandomGeneratorFactory#create()}. */
    public static RandomGenerator create(RandomGeneratorFactory<?> factory) {
      return RandomCalls.create(factory);
    }
  }

  private static RandomGenerator create(RandomGeneratorFactory<?> factory) {
    // A generator without seed is the one for secrets.
    return factory.name().equals("SecureRandom")
        ? ProgramSecureRandom.make()
        : factory.create(bits());
  }

  /** {@code Collections}. */
  @Replaces(Collections.class)
  public static final class OfCollections {
    private OfCollections() {}

    /** Instead of {@link Collections#shuffle(List)}. */
    public static void shuffle(List<?> list) {
      Collections.shuffle(list, new Random(bits()));
    }
  }

  /** {@code UUID}. */
  @Replaces(UUID.class)
  public static final class OfUuid {
    private static final long VERSION = 0x4000L;
    private static final long VARIANT = 1L << 63;

    private OfUuid() {}

    /** Instead of {@link UUID#randomUUID}. */
    public static UUID randomUUID() {
      if (!Hooks.isControlled()) {
        return UUID.randomUUID();
      }
      return new UUID((bits() & ~0xF000L) | VERSION, (bits() >>> 2) | VARIANT);
    }
  }

  /** {@code SecureRandom}. */
  @Replaces(SecureRandom.class)
  public static final class OfSecureRandom {
    private OfSecureRandom() {}

    /** For {@link SecureRandom#SecureRandom()}. */
    @ConstructorArgument
    public static byte[] seed() {
      ProgramSecureRandom.install();
      return new byte[8];
    }

    /** For {@link SecureRandom#SecureRandom(byte[])}. */
    @ConstructorArgument
    public static byte[] seed(byte[] given) {
      ProgramSecureRandom.install();
      return given;
    }

    /** Instead of {@link SecureRandom#getInstance(String)}. */
    public static SecureRandom getInstance(String algorithm) throws NoSuchAlgorithmException {
      return Hooks.isControlled()
          ? ProgramSecureRandom.make()
          : SecureRandom.getInstance(algorithm);
    }

    /** Instead of {@link SecureRandom#getInstance(String, String)}. */
    public static SecureRandom getInstance(String algorithm, String provider)
        throws NoSuchAlgorithmException, java.security.NoSuchProviderException {
      return Hooks.isControlled()
          ? ProgramSecureRandom.make()
          : SecureRandom.getInstance(algorithm, provider);
    }

    /** Instead of {@link SecureRandom#getInstance(String, Provider)}. */
    public static SecureRandom getInstance(String algorithm, Provider provider)
        throws NoSuchAlgorithmException {
      return Hooks.isControlled()
          ? ProgramSecureRandom.make()
          : SecureRandom.getInstance(algorithm, provider);
    }

    /** Instead of {@link SecureRandom#getInstance(String, SecureRandomParameters)}. */
    public static SecureRandom getInstance(
        String algorithm, @Nullable SecureRandomParameters parameters)
        throws NoSuchAlgorithmException {
      return Hooks.isControlled()
          ? ProgramSecureRandom.make()
          : SecureRandom.getInstance(algorithm, parameters);
    }

    /** Instead of {@link SecureRandom#getInstanceStrong}. */
    public static SecureRandom getInstanceStrong() throws NoSuchAlgorithmException {
      return Hooks.isControlled() ? ProgramSecureRandom.make() : SecureRandom.getInstanceStrong();
    }
  }
}
