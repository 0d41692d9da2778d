package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.ToySymbols.Symbol;
import org.jspecify.annotations.Nullable;

/**
 * What can stand around a verb.
 *
 * @param takesObject whether it acts on something named
 * @param kind the kind of that object, null for a thread
 * @param takesAmount whether a number of permits or a status can follow
 * @param givesResult whether its result can go into a local
 * @param canBeTimed whether it can give up
 */
record ToyVerbRules(
    boolean takesObject,
    @Nullable GlobalKind kind,
    boolean takesAmount,
    boolean givesResult,
    boolean canBeTimed) {

  static ToyVerbRules of(Verb verb) {
    return switch (verb) {
      case LOCK -> on(GlobalKind.LOCK, true, true);
      case UNLOCK -> on(GlobalKind.LOCK, false, false);
      case TRYLOCK -> on(GlobalKind.LOCK, true, false);
      case NOTIFY, NOTIFYALL, SIGNAL -> on(GlobalKind.CONDITION, false, false);
      case PARK -> new ToyVerbRules(false, null, false, true, true);
      case INTERRUPTED, CLOCK -> new ToyVerbRules(false, null, false, true, false);
      case YIELD, SLEEP -> new ToyVerbRules(false, null, false, false, false);
      case EXIT, HALT -> new ToyVerbRules(false, null, true, false, false);
      case UNPARK, INTERRUPT, START -> on(null, false, false);
      case JOIN -> on(null, true, true);
      case ALIVE -> on(null, true, false);
      case ACQUIRE -> new ToyVerbRules(true, GlobalKind.SEMAPHORE, true, true, true);
      case TRYACQUIRE -> new ToyVerbRules(true, GlobalKind.SEMAPHORE, true, true, false);
      case RELEASE -> new ToyVerbRules(true, GlobalKind.SEMAPHORE, true, false, false);
      case CLOSE -> on(GlobalKind.SEMAPHORE, false, false);
      case READLOCK, WRITELOCK -> on(GlobalKind.RWLOCK, true, true);
      case TRYREADLOCK, TRYWRITELOCK -> on(GlobalKind.RWLOCK, true, false);
      case READUNLOCK, WRITEUNLOCK -> on(GlobalKind.RWLOCK, false, false);
      case ARRIVE -> on(GlobalKind.BARRIER, true, false);
    };
  }

  /** The kind of object with an article, for messages. */
  String objectWanted() {
    return Symbol.described(kind);
  }

  private static ToyVerbRules on(
      @Nullable GlobalKind kind, boolean givesResult, boolean canBeTimed) {
    return new ToyVerbRules(true, kind, false, givesResult, canBeTimed);
  }
}
