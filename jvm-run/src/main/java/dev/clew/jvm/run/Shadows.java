package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the shadow of anything a program can have. */
public final class Shadows {
  private static final int MADE_BETWEEN_LOOKS = 1024;
  private static final int PUTS_BETWEEN_LOOKS = 16;
  private static final long MEMORY = Runtime.getRuntime().maxMemory();

  private final Execution execution;
  private final IdentityMap others = new IdentityMap();
  private @Nullable Shadow[] statics = new @Nullable Shadow[16];
  private int madeOutside;

  /** Whether what calls of the JDK give gets its number then. */
  private boolean numbersResults;

  /**
   * How much memory may be in use before we look for objects that only we hold: an execution may
   * make more garbage than there is memory.
   */
  private long mostUsed = MEMORY / 2;

  private int puts;

  public Shadows(Execution execution) {
    this.execution = execution;
    LastingObjects.nameOf(this); // to get ready draws hash codes, which no thread may notice
  }

  public void begin() {
    others.clear();
    mostUsed = MEMORY / 2;
    numbersResults = execution.objects.isVisible(Matter.RESULTS);
  }

  /** A shadow for what the thread that has the turn is making. */
  public Shadow made() {
    ProgramThread maker = execution.current;
    if ((maker.made & (MADE_BETWEEN_LOOKS - 1)) == 0) {
      execution.failures.restoreReserve();
    }
    Shadow shadow =
        maker.initialisers == 0
            ? new Shadow(maker.number, maker.made++)
            : execution.initialisers.made(maker);
    shadow.execution = execution.number;
    return shadow;
  }

  /** A shadow for what was made while nothing was controlled. */
  public Shadow madeOutside() {
    return new Shadow(Objects.OUTSIDE, madeOutside++);
  }

  /** Notes that the thread that has the turn has made this array or this object of the JDK. */
  public Shadow register(Object object, int site) {
    Shadow known = object instanceof Shadowed ? of(object) : others.get(object);
    if (known != null) {
      return known;
    }
    Shadow shadow = made();
    shadow.owner = object;
    shadow.site = site;
    put(object, shadow);
    if (execution.recordsDetails()) {
      noteMade(object, site);
    }
    return shadow;
  }

  /**
   * A call of the JDK gave an object to the thread that has the turn. Each call counts, whether
   * somebody knows the object or not, so that a number says which call it was.
   */
  void received(Object object) {
    if (!numbersResults || object instanceof Shadowed) {
      return;
    }
    ProgramThread self = execution.current;
    Shadow shadow =
        self.initialisers == 0
            ? new Shadow(Objects.OF_RECEIVER - self.number, self.results++)
            : execution.initialisers.made(self);
    IdentityHashes.stepAside(self);
    if (others.get(object) == null && nameOf(object) == null) {
      shadow.owner = object;
      shadow.execution = execution.number;
      put(object, shadow);
    }
    IdentityHashes.stepBack(self);
  }

  /** The monitor of an object is used by code of the program: it needs a number that stays. */
  void demandNumber(Shadow shadow) {
    if (shadow.isMet && shadow.maker != Objects.NAMED && !numbersResults) {
      execution.trace().reveal(execution.objects.of(Matter.RESULTS));
    }
  }

  private void noteMade(Object object, int site) {
    LibraryCall call = LibraryCall.here(execution.positions, -1, null);
    int position = site >= 0 ? site : call.position();
    execution.objects.made().add(object, position, call.method());
  }

  /** Notes an object that is the same for all threads, whichever of them needs it first. */
  public Shadow register(Object object, String name) {
    Shadow shadow = execution.objects.named(name, object);
    shadow.execution = execution.number;
    put(object, shadow);
    return shadow;
  }

  /** Whether an object was made, or met, by the program in this execution. */
  public boolean isKnown(Object object) {
    return object instanceof Shadowed || others.get(object) != null;
  }

  /** The shadow of an object that has one in this execution, null for others. */
  @Nullable Shadow known(Object object) {
    Shadow shadow = object instanceof Shadowed own ? own.$clew$shadow() : others.get(object);
    return shadow == null || shadow.execution != execution.number ? null : shadow;
  }

  /** Whether an object of the program is left of an earlier execution. */
  boolean isLeft(Object object) {
    Shadow shadow = object instanceof Shadowed own ? own.$clew$shadow() : null;
    return shadow != null && shadow.execution != execution.number;
  }

  /** Adds what a race detector remembers of static fields to the state of the program. */
  void addStaticsTo(StateLook look, RaceDetector races) {
    for (int field = 0; field < statics.length; field++) {
      Shadow shadow = statics[field];
      if (shadow != null && shadow.execution == execution.number && shadow.accesses.length > 0) {
        races.addTo(look, shadow, (long) field << Integer.SIZE);
      }
    }
  }

  /** The same for an object that may be one of many of the JVM, all without a hash code yet. */
  public boolean isKnownOfMany(Object object) {
    if (object instanceof Shadowed) {
      return true;
    }
    // One that the program made has a hash code by now.
    IdentityHashes.suspend(execution.current);
    boolean isKnown = others.get(object) != null;
    IdentityHashes.resume(execution.current);
    return isKnown;
  }

  /** What an object uses for all it does has its shadow. */
  void share(Object part, Object whole) {
    if (others.get(part) == null) {
      put(part, of(whole));
    }
  }

  /** The shadow of an object whose field was accessed, which it carries itself. */
  public Shadow carried(Object owner, @Nullable Shadow shadow) {
    if (shadow == null) {
      return of(owner);
    }
    if (shadow.owner != owner) {
      if (shadow.owner != null) {
        return of(owner);
      }
      shadow.owner = owner;
    }
    if (shadow.execution != execution.number) {
      shadow.renew(execution.number);
    }
    return shadow;
  }

  /** The shadow of any object. */
  public Shadow of(Object object) {
    Shadow shadow = object instanceof Shadowed own ? ofShadowed(own) : ofOther(object);
    if (shadow.execution != execution.number) {
      shadow.renew(execution.number);
    }
    return shadow;
  }

  /**
   * The same for one that the JDK may have made: that we ask for its hash code does not change
   * those that the program gets.
   */
  Shadow met(Object object) {
    if (object instanceof Shadowed) {
      return of(object);
    }
    ProgramThread self = execution.current;
    IdentityHashes.stepAside(self);
    Shadow shadow = ofOther(object);
    IdentityHashes.stepBack(self);
    if (shadow.execution != execution.number) {
      shadow.renew(execution.number);
    }
    return shadow;
  }

  private Shadow ofShadowed(Shadowed object) {
    Shadow shadow = object.$clew$shadow();
    if (shadow == null || shadow.owner != null && shadow.owner != object) {
      shadow = made();
      object.$clew$shadow(shadow);
    }
    shadow.owner = object;
    return shadow;
  }

  private Shadow ofOther(Object object) {
    Shadow shadow = others.get(object);
    if (shadow == null) {
      String name = nameOf(object);
      if (name != null) {
        shadow = execution.objects.named(name, object);
        shadow.isMet = !(object instanceof Class) && !isCanonical(object);
      } else {
        ProgramThread self = execution.current;
        shadow =
            self.initialisers == 0
                ? new Shadow(Objects.OF_RECEIVER - self.number, -1 - self.met++)
                : execution.initialisers.made(self);
        shadow.owner = object;
        shadow.isMet = true;
      }
      put(object, shadow);
    }
    return shadow;
  }

  /** The name of an object that is the same in every execution, null for others. */
  private static @Nullable String nameOf(Object object) {
    if (object instanceof Class<?> type) {
      return type.getName() + ".class";
    }
    if (!isCanonical(object)) {
      return LastingObjects.nameOf(object);
    }
    boolean isFile = object instanceof String text && FileKeys.isOne(text);
    return isFile ? object.toString() : object.getClass().getSimpleName() + " " + object;
  }

  private void put(Object object, Shadow shadow) {
    others.put(object, shadow);
    if ((++puts & (PUTS_BETWEEN_LOOKS - 1)) == 0 && used() > mostUsed) {
      others.forgetGarbage();
      mostUsed = Math.max(mostUsed, used() + MEMORY / 10);
    }
  }

  private static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Whether all who have this value have this object: a literal, a cached box. */
  private static boolean isCanonical(Object object) {
    if (object instanceof String text) {
      return new String(text).intern() == object;
    }
    return object instanceof Boolean b && Boolean.valueOf(b) == object
        || object instanceof Integer i && Integer.valueOf(i) == object
        || object instanceof Long l && Long.valueOf(l) == object
        || object instanceof Short s && Short.valueOf(s) == object
        || object instanceof Byte y && Byte.valueOf(y) == object
        || object instanceof Character c && Character.valueOf(c) == object;
  }

  /** The shadow of a static field. */
  public Shadow ofStatic(int field) {
    if (field >= statics.length) {
      statics = Arrays.copyOf(statics, Math.max(2 * statics.length, field + 1));
    }
    Shadow shadow = statics[field];
    if (shadow == null) {
      shadow = new Shadow(Objects.OUTSIDE, -1 - field);
      statics[field] = shadow;
    }
    if (shadow.execution != execution.number) {
      shadow.renew(execution.number);
    }
    return shadow;
  }
}
