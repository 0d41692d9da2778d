package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Programs with other statements in the place of those that C cannot express, so that what is left
 * of a random program meets what it met: one permit for several, any waiter for the longest one, a
 * value for a choice or an answer, some time for any, and to give way for what there is not.
 *
 * <p>A program may still not be {@link Expressible}.
 */
final class NearestInC {
  /** What becomes of any time. */
  private static final int SOME_TIME = 1000;

  private NearestInC() {}

  static Toy of(Toy toy) {
    List<ThreadCode> threads =
        toy.threads().stream().map(thread -> thread.withBody(block(thread.body()))).toList();
    return new Toy(toy.name(), toy.globals(), threads, toy.patience());
  }

  private static List<Statement> block(List<Statement> body) {
    return body.stream().map(NearestInC::statement).toList();
  }

  private static Statement statement(Statement statement) {
    if (statement instanceof If branch) {
      return new If(
          branch.condition(), block(branch.then()), block(branch.otherwise()), branch.at());
    } else if (statement instanceof While loop) {
      return new While(loop.condition(), block(loop.body()), loop.at());
    } else if (statement instanceof Repeat loop) {
      return new Repeat(loop.times(), block(loop.body()), loop.at());
    } else if (statement instanceof Choose choose) {
      return value(choose.result(), choose.count() - 1, choose.at());
    } else if (statement instanceof Act act) {
      int within = within(act.timed(), act.within());
      return act(
          new Act(
              act.verb(), act.result(), act.object(), act.amount(), act.timed(), within, act.at()));
    } else if (statement instanceof Wait wait) {
      int within = within(wait.timed(), wait.within());
      return new Wait(
          wait.result(), wait.condition(), wait.lock(), wait.timed(), within, wait.at());
    }
    return statement;
  }

  private static int within(boolean timed, int within) {
    return timed && within == 0 ? SOME_TIME : within;
  }

  private static Statement act(Act act) {
    return switch (act.verb()) {
      case SIGNAL -> new Act(Verb.NOTIFY, null, act.object(), null, false, act.at());
      case UNPARK, INTERRUPT, CLOSE -> givingWay(act.at());
      case PARK -> act.timed() ? act : givingWay(act.at());
      case INTERRUPTED -> value(act.result(), 0, act.at());
      case ALIVE -> value(act.result(), 1, act.at());
      case ACQUIRE, TRYACQUIRE, RELEASE ->
          new Act(
              act.verb(), act.result(), act.object(), null, act.timed(), act.within(), act.at());
      case ARRIVE -> new Act(Verb.ARRIVE, null, act.object(), null, false, act.at());
      case LOCK, UNLOCK, TRYLOCK, NOTIFY, NOTIFYALL, START, JOIN, YIELD -> act;
      case EXIT, HALT -> withStatus(act);
      case SLEEP, CLOCK -> act;
      case READLOCK, TRYREADLOCK, READUNLOCK, WRITELOCK, TRYWRITELOCK, WRITEUNLOCK -> act;
    };
  }

  private static Statement value(@Nullable String local, int value, Position at) {
    return local == null ? givingWay(at) : new Assign(local, new Constant(value), at);
  }

  /** A status that C has. */
  private static Statement withStatus(Act act) {
    Expr status = act.amount() == null || act.amount() instanceof Constant ? act.amount() : null;
    return new Act(act.verb(), null, null, status, false, act.at());
  }

  private static Statement givingWay(Position at) {
    return new Act(Verb.YIELD, null, null, null, false, at);
  }
}
