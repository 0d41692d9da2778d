package dev.clew.jvm.run;

import dev.clew.trace.Meanings;
import dev.clew.trace.StableIds;

/**
 * What the numbers of threads and objects mean, as bits that are the same in all virtual machines
 * that run the program: of the names of classes, fields and positions, and of who made what as its
 * n-th. It is what {@link ProgramNumberExchange} tells, in short.
 */
public final class ProgramMeanings implements Meanings {
  private static final int OF_OBJECT = 1;
  private static final int OF_DECLARED = 2;
  private static final int OF_THREAD = 3;
  private static final int OF_MADE = 4;
  private static final int OF_NAME = 5;
  private static final int OF_FIELD = 6;
  private static final int OF_INITIALISER = 7;
  private static final int OF_RECEIVER = 8;
  private static final int OF_ENTRY = 9;
  private static final int OF_UPDATE = 10;
  private static final int OF_OTHERS = 11;

  private final ProgramThreads threads;
  private final Objects objects;

  /** The meanings of the numbers of a program that is executed here. */
  public ProgramMeanings(Execution execution) {
    this.threads = execution.threads;
    this.objects = execution.objects;
  }

  @Override
  public long ofThread(int thread) {
    return thread < 0 ? thread : bits(threads.key(thread));
  }

  /** As in {@link ProgramNumberExchange#label}. */
  @Override
  public long ofLabel(int thread, int object, int label) {
    boolean isThread = object >= 0 || thread == Execution.CLOCK;
    return isThread ? ofThread(label) : label;
  }

  @Override
  public long ofObject(int object) {
    if (object < 0) {
      return object;
    }
    int maker = objects.parts().maker(object);
    int part = objects.parts().ordinal(object);
    if (maker >= 0) {
      return bits(OF_OBJECT, ofIdentity(maker), ofPart(part));
    }
    if (maker <= Objects.OF_FIELD) {
      return bits(OF_DECLARED, bits(objects.key(object)), 0);
    }
    if (maker <= Objects.OF_THREAD) {
      return bits(OF_THREAD, ofThread(Objects.OF_THREAD - maker), part);
    }
    return bits(OF_OTHERS, maker, part);
  }

  private long ofPart(int part) {
    if (part <= Objects.UPDATES) {
      return bits(OF_UPDATE, bits(objects.keys().word(Objects.UPDATES - part)), 0);
    }
    if (part <= Objects.ENTRIES) {
      return bits(OF_ENTRY, bits(objects.keys().word(Objects.ENTRIES - part)), 0);
    }
    return part;
  }

  private long ofIdentity(int identity) {
    StableIds identities = objects.identities();
    int maker = identities.maker(identity);
    int ordinal = identities.ordinal(identity);
    if (maker >= 0) {
      return bits(OF_MADE, ofThread(maker), ordinal);
    }
    if (maker <= Objects.OF_RECEIVER) {
      return bits(OF_RECEIVER, ofThread(Objects.OF_RECEIVER - maker), ordinal);
    }
    if (maker <= Initialisers.OF_INITIALISER) {
      String name = Classes.name(Initialisers.OF_INITIALISER - maker);
      return bits(OF_INITIALISER, bits(name), ordinal);
    }
    if (maker == Objects.NAMED) {
      return bits(OF_NAME, bits(objects.names().get(ordinal)), 0);
    }
    if (maker == Objects.OUTSIDE && ordinal < 0) {
      return bits(OF_FIELD, bits(ObjectKeys.ofField(-1 - ordinal)), 0);
    }
    return bits(OF_OTHERS, maker, ordinal);
  }

  private static long bits(String word) {
    long bits = word.length();
    for (int i = 0; i < word.length(); i++) {
      bits = bits(OF_NAME, bits, word.charAt(i));
    }
    return bits;
  }

  private static long bits(int what, long first, long second) {
    long bits = (first * 31 + second) * 31 + what;
    bits = (bits ^ bits >>> 32) * 0x9E3779B97F4A7C15L;
    return bits ^ bits >>> 29;
  }
}
