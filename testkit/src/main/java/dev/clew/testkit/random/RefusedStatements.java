package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.Unary;
import dev.clew.testkit.toy.Toy.Verb;
import java.util.Random;

/** Random statements that fail their thread, always or for some values of its locals. */
final class RefusedStatements {
  private final Random random;
  private final Scenery scenery;

  RefusedStatements(Random random, Scenery scenery) {
    this.random = random;
    this.scenery = scenery;
  }

  Statement next(Position at) {
    return switch (random.nextInt(6)) {
      case 0 -> new Act(Verb.UNLOCK, null, scenery.object(GlobalKind.LOCK), null, false, at);
      case 1 -> new Act(Verb.READUNLOCK, null, scenery.object(GlobalKind.RWLOCK), null, false, at);
      case 2 ->
          new Toy.Wait(
              null,
              scenery.object(GlobalKind.CONDITION),
              scenery.object(GlobalKind.LOCK),
              false,
              at);
      case 3 -> new Toy.Assign("k", new Binary("/", new Constant(1), new Local("r")), at);
      case 4 ->
          new Act(
              Verb.RELEASE,
              null,
              scenery.object(GlobalKind.SEMAPHORE),
              new Unary("-", new Local("r")),
              false,
              at);
      default -> new Toy.Assert(new Constant(0), "never", at);
    };
  }
}
