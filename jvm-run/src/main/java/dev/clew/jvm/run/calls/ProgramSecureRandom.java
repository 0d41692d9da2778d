package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Randomness;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.List;
import java.util.Map;

/**
 * Random numbers for secrets: for a program under control the same in every execution, for
 * everybody else those of the JVM.
 *
 * <p>It is a provider, because nothing else can change what {@code new SecureRandom()} makes.
 */
final class ProgramSecureRandom extends Provider {
  private static final long serialVersionUID = 1L;
  private static final String NAME = "ProgramRandom";
  private static final String TYPE = "SecureRandom";

  /** Made while nothing has changed yet. */
  private static final SecureRandom REAL = new SecureRandom();

  private static final ProgramSecureRandom PROVIDER = new ProgramSecureRandom();
  private static boolean isInstalled;

  private ProgramSecureRandom() {
    super(NAME, "1", "random numbers that are the same in every execution");
    putService(
        new Service(
            this, TYPE, NAME, Bytes.class.getName(), List.of(), Map.of("ThreadSafe", "true")) {
          @Override
          public Object newInstance(Object parameter) {
            return new Bytes();
          }
        });
  }

  /** From now on {@code new SecureRandom()} makes such ones. */
  static void install() {
    Object token = Hooks.suspend();
    try {
      if (!isInstalled) {
        isInstalled = true;
        Security.insertProviderAt(PROVIDER, 1);
      }
    } finally {
      Hooks.resume(token);
    }
  }

  /** Makes one. */
  static SecureRandom make() {
    Object token = Hooks.suspend();
    try {
      return SecureRandom.getInstance(NAME, PROVIDER);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    } finally {
      Hooks.resume(token);
    }
  }

  /** Where the bytes come from. */
  private static final class Bytes extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    @Override
    protected void engineSetSeed(byte[] seed) {
      // It only adds to what cannot be foreseen.
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      Execution now = Hooks.enter();
      if (now == null) {
        REAL.nextBytes(bytes);
        return;
      }
      try {
        fill(bytes, now);
      } finally {
        Hooks.leave(now);
      }
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      byte[] seed = new byte[count];
      engineNextBytes(seed);
      return seed;
    }

    private static void fill(byte[] bytes, Execution now) {
      long bits = 0;
      for (int i = 0; i < bytes.length; i++) {
        bits = i % Long.BYTES == 0 ? Randomness.next(now.current) : bits >>> Byte.SIZE;
        bytes[i] = (byte) bits;
      }
    }
  }
}
