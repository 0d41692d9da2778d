package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.Verb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The random code of one thread.
 *
 * <p>It remembers what it locked, gives most of it back, and mostly checks the result of a try
 * before it does so; the rest makes deadlocks and failures.
 */
final class RandomBody {
  private static final int[] CHOICES = {1, 2, 2, 2, 2, 2, 3};
  private static final int[] TIMES = {1, 300, 600, 999, 1000, 1300, 2000};
  private static final int DEEPEST = 2;

  private final Random random;
  private final Scenery scenery;
  private final RandomExpressions expressions;
  private final Toy.ThreadCode self;
  private final Profile first;
  private final Profile second;
  private final IntSupplier nextLine;
  private final Deque<Statement> releases = new ArrayDeque<>();
  private int budget;
  private int depth;

  /**
   * A body of about {@code budget} visible operations.
   *
   * @param self the thread it is for
   * @param nextLine gives every statement a line of its own
   */
  RandomBody(
      Random random,
      Scenery scenery,
      Toy.ThreadCode self,
      Profile first,
      Profile second,
      int budget,
      IntSupplier nextLine) {
    this.random = random;
    this.scenery = scenery;
    this.expressions = new RandomExpressions(random);
    this.self = self;
    this.first = first;
    this.second = second;
    this.budget = budget;
    this.nextLine = nextLine;
  }

  /** Writes the body, as a list that can grow. */
  List<Statement> write() {
    List<Statement> out = new ArrayList<>();
    int attempts = 4 * budget;
    while (budget > 0 && attempts-- > 0) {
      addSomething(out);
    }
    while (!releases.isEmpty()) {
      Statement release = releases.pop();
      if (random.nextInt(5) != 0) {
        out.add(release);
      }
    }
    return out;
  }

  private void addSomething(List<Statement> out) {
    Optional<Scenery.Answer> answer = scenery.answer();
    if (answer.isPresent()) {
      op(out, act(answer.get().verb(), null, answer.get().object()));
      return;
    }
    Profile profile = random.nextBoolean() ? first : second;
    add(profile.pick(random), profile, out);
  }

  private void add(Feature feature, Profile profile, List<Statement> out) {
    switch (feature) {
      case READ ->
          op(out, new Toy.Read(expressions.local(), scenery.object(GlobalKind.ATOMIC), at()));
      case WRITE ->
          op(out, new Toy.Write(scenery.object(GlobalKind.ATOMIC), expressions.value(), at()));
      case ADD ->
          op(
              out,
              new Toy.FetchAdd(
                  maybe(), scenery.object(GlobalKind.ATOMIC), expressions.number(), at()));
      case SWAP ->
          op(
              out,
              new Toy.Exchange(
                  maybe(), scenery.object(GlobalKind.ATOMIC), expressions.value(), at()));
      case CAS -> addCompareAndSet(out);
      case PLAIN_READ ->
          op(out, new Toy.Read(expressions.local(), scenery.object(GlobalKind.SHARED), at()));
      case PLAIN_WRITE ->
          op(out, new Toy.Write(scenery.object(GlobalKind.SHARED), expressions.value(), at()));
      case LOCK -> addLock(profile, Verb.LOCK, Verb.UNLOCK, GlobalKind.LOCK, out);
      case READLOCK -> addLock(profile, Verb.READLOCK, Verb.READUNLOCK, GlobalKind.RWLOCK, out);
      case WRITELOCK -> addLock(profile, Verb.WRITELOCK, Verb.WRITEUNLOCK, GlobalKind.RWLOCK, out);
      case UNLOCK, READUNLOCK, WRITEUNLOCK -> addRelease(out);
      case TRYLOCK -> addTry(Verb.TRYLOCK, Verb.UNLOCK, GlobalKind.LOCK, out);
      case TRYREADLOCK -> addTry(Verb.TRYREADLOCK, Verb.READUNLOCK, GlobalKind.RWLOCK, out);
      case TRYWRITELOCK -> addTry(Verb.TRYWRITELOCK, Verb.WRITEUNLOCK, GlobalKind.RWLOCK, out);
      case CRITICAL -> addCritical(out);
      case WAIT -> addWait(profile, out);
      case NOTIFY -> addNotify(Verb.NOTIFY, out);
      case NOTIFYALL -> addNotify(Verb.NOTIFYALL, out);
      case SIGNAL -> addNotify(Verb.SIGNAL, out);
      case PARK -> {
        awaitWakeup(Verb.UNPARK, scenery.reference(self));
        addBlocking(profile, Verb.PARK, null, null, out);
        addTestOfInterrupt(out);
      }
      case UNPARK -> op(out, act(Verb.UNPARK, null, scenery.thread()));
      case INTERRUPT -> op(out, act(Verb.INTERRUPT, null, scenery.thread()));
      case INTERRUPTED -> op(out, act(Verb.INTERRUPTED, expressions.local(), null));
      case JOIN -> addBlocking(profile, Verb.JOIN, otherThread(), null, out);
      case ALIVE -> op(out, act(Verb.ALIVE, expressions.local(), otherThread()));
      case ACQUIRE -> addAcquire(profile, out);
      case RELEASE -> op(out, permits(Verb.RELEASE, null, scenery.object(GlobalKind.SEMAPHORE)));
      case CLOSE -> {
        if (depth == 0) {
          op(out, act(Verb.CLOSE, null, scenery.object(GlobalKind.SEMAPHORE)));
        }
      }
      case TRYACQUIRE -> addTryAcquire(out);
      case DOWNGRADE -> addBothHolds(out);
      case ARRIVE -> {
        Ref barrier = scenery.object(GlobalKind.BARRIER);
        scenery.await(Verb.ARRIVE, barrier);
        op(out, act(Verb.ARRIVE, maybe(), barrier));
      }
      case CHOOSE ->
          op(
              out,
              new Toy.Choose(expressions.local(), CHOICES[random.nextInt(CHOICES.length)], at()));
      case YIELD -> op(out, act(Verb.YIELD, null, null));
      case SLEEP -> op(out, new Act(Verb.SLEEP, null, null, null, false, time(), at()));
      case CLOCK -> {
        String local = expressions.local();
        out.add(act(Verb.CLOCK, local, null));
        if (random.nextBoolean()) {
          Ref variable = scenery.object(GlobalKind.ATOMIC);
          op(out, new Toy.Write(variable, new Local(local), at()));
        }
      }
      case COMPUTE -> out.add(new Toy.Assign(expressions.local(), expressions.computation(), at()));
      case IF -> addIf(out);
      case REPEAT -> addLoop(out, false);
      case WHILE -> addLoop(out, true);
      case ASSERT -> out.add(new Toy.Assert(expressions.condition(), "holds", at()));
      case FAIL -> op(out, new RefusedStatements(random, scenery).next(at()));
    }
  }

  private void addCompareAndSet(List<Statement> out) {
    Ref variable = scenery.object(GlobalKind.ATOMIC);
    op(
        out,
        new Toy.CompareAndSet(maybe(), variable, expressions.number(), expressions.value(), at()));
  }

  private void addLock(
      Profile profile, Verb take, Verb give, GlobalKind kind, List<Statement> out) {
    if (releases.size() >= 2) {
      addRelease(out);
      return;
    }
    Ref lock = scenery.object(kind);
    Statement release = act(give, null, lock);
    if (isTimed(profile)) {
      op(out, new Act(take, "r", lock, null, true, within(), at()));
      addReleaseIfTaken(release, out);
      return;
    }
    op(out, act(take, null, lock));
    if (depth > 0) {
      if (random.nextInt(4) != 0) {
        op(out, release);
      }
    } else if (random.nextInt(10) != 0) {
      releases.push(release);
    }
  }

  /** Gives back what was taken last, or something it has not. */
  private void addRelease(List<Statement> out) {
    if (depth == 0 && !releases.isEmpty()) {
      op(out, releases.pop());
    } else if (random.nextInt(12) == 0) {
      op(out, act(Verb.UNLOCK, null, scenery.object(GlobalKind.LOCK)));
    }
  }

  private void addTry(Verb attempt, Verb give, GlobalKind kind, List<Statement> out) {
    Ref lock = scenery.object(kind);
    op(out, act(attempt, "r", lock));
    if (random.nextInt(4) != 0) {
      addReleaseIfTaken(act(give, null, lock), out);
    }
  }

  private void addReleaseIfTaken(Statement release, List<Statement> out) {
    List<Statement> then = new ArrayList<>();
    if (depth < DEEPEST && random.nextInt(3) == 0) {
      addNested(then, 1);
    }
    then.add(release);
    budget--;
    out.add(new Toy.If(new Local("r"), List.copyOf(then), List.of(), at()));
  }

  private void addCritical(List<Statement> out) {
    Ref lock = scenery.object(GlobalKind.LOCK);
    GlobalKind kind = random.nextInt(3) == 0 ? GlobalKind.SHARED : GlobalKind.ATOMIC;
    op(out, act(Verb.LOCK, null, lock));
    if (random.nextBoolean()) {
      op(out, new Toy.Read(expressions.local(), scenery.object(kind), at()));
    } else {
      op(out, new Toy.Write(scenery.object(kind), expressions.value(), at()));
    }
    op(out, act(Verb.UNLOCK, null, lock));
  }

  private void addWait(Profile profile, List<Statement> out) {
    Ref lock = scenery.object(GlobalKind.LOCK);
    boolean timed = isTimed(profile);
    boolean twice = random.nextInt(10) == 0;
    op(out, act(Verb.LOCK, null, lock));
    if (twice) {
      out.add(act(Verb.LOCK, null, lock));
    }
    Ref condition = scenery.object(GlobalKind.CONDITION);
    awaitWakeup(random.nextBoolean() ? Verb.NOTIFY : Verb.NOTIFYALL, condition);
    Statement wait = new Toy.Wait(maybe(), condition, lock, timed, timed ? within() : 0, at());
    budget--;
    if (random.nextInt(4) == 0) {
      op(out, new Toy.Read("k", scenery.object(GlobalKind.ATOMIC), at()));
      out.add(new Toy.If(RandomExpressions.is("==", "k", 0), List.of(wait), List.of(), at()));
    } else {
      out.add(wait);
    }
    if (twice) {
      out.add(act(Verb.UNLOCK, null, lock));
    }
    if (random.nextInt(6) != 0) {
      op(out, act(Verb.UNLOCK, null, lock));
    }
    addTestOfInterrupt(out);
  }

  /** Lets another thread end a wait of this one, sometimes by an interrupt. */
  private void awaitWakeup(Verb verb, Ref object) {
    if (random.nextInt(4) == 0) {
      scenery.await(Verb.INTERRUPT, scenery.reference(self));
    } else {
      scenery.await(verb, object);
    }
  }

  private void addTestOfInterrupt(List<Statement> out) {
    if (random.nextInt(8) == 0) {
      op(out, act(Verb.INTERRUPTED, expressions.local(), null));
    }
  }

  private void addNotify(Verb verb, List<Statement> out) {
    Statement wake = act(verb, null, scenery.object(GlobalKind.CONDITION));
    if (random.nextInt(3) != 0) {
      op(out, wake);
      return;
    }
    Ref lock = scenery.object(GlobalKind.LOCK);
    op(out, act(Verb.LOCK, null, lock));
    if (random.nextInt(4) == 0) {
      op(out, new Toy.Write(scenery.object(GlobalKind.ATOMIC), new Constant(1), at()));
    }
    op(out, wake);
    op(out, act(Verb.UNLOCK, null, lock));
  }

  private void addAcquire(Profile profile, List<Statement> out) {
    Ref semaphore = scenery.object(GlobalKind.SEMAPHORE);
    @Nullable Expr amount = amount();
    scenery.await(Verb.RELEASE, semaphore);
    addBlocking(profile, Verb.ACQUIRE, semaphore, amount, out);
    if (depth == 0 && random.nextInt(3) != 0) {
      releases.push(new Act(Verb.RELEASE, null, semaphore, amount, false, at()));
    }
  }

  private void addTryAcquire(List<Statement> out) {
    Ref semaphore = scenery.object(GlobalKind.SEMAPHORE);
    op(out, permits(Verb.TRYACQUIRE, "r", semaphore));
    if (random.nextBoolean()) {
      addReleaseIfTaken(permits(Verb.RELEASE, null, semaphore), out);
    }
  }

  /** Holds a read-write lock both ways: downgraded, or upgraded, which waits for ever or fails. */
  private void addBothHolds(List<Statement> out) {
    Ref lock = scenery.object(GlobalKind.RWLOCK);
    boolean upgrade = random.nextInt(3) == 0;
    op(out, act(upgrade ? Verb.READLOCK : Verb.WRITELOCK, null, lock));
    Verb second = random.nextInt(2) == 0 ? Verb.WRITELOCK : Verb.TRYWRITELOCK;
    op(out, act(upgrade ? second : Verb.READLOCK, null, lock));
    op(out, act(Verb.WRITEUNLOCK, null, lock));
    op(out, act(Verb.READUNLOCK, null, lock));
  }

  private void addBlocking(
      Profile profile,
      Verb verb,
      @Nullable Ref object,
      @Nullable Expr amount,
      List<Statement> out) {
    boolean timed = isTimed(profile);
    int within = timed ? within() : 0;
    op(out, new Act(verb, timed ? maybe() : null, object, amount, timed, within, at()));
  }

  private void addIf(List<Statement> out) {
    if (depth == DEEPEST) {
      return;
    }
    List<Statement> then = new ArrayList<>();
    List<Statement> otherwise = new ArrayList<>();
    addNested(then, 1 + random.nextInt(2));
    if (random.nextInt(3) == 0) {
      int before = budget;
      addNested(otherwise, 1);
      budget = before;
    }
    if (!then.isEmpty() || !otherwise.isEmpty()) {
      out.add(new Toy.If(expressions.condition(), List.copyOf(then), List.copyOf(otherwise), at()));
    }
  }

  private void addLoop(List<Statement> out, boolean counted) {
    if (depth > 0) {
      return;
    }
    List<Statement> body = new ArrayList<>();
    int before = budget;
    addNested(body, 1);
    budget -= before - budget;
    if (body.isEmpty()) {
      return;
    }
    if (counted) {
      body.add(new Toy.Assign("i", RandomExpressions.plus("i", 1), at()));
      out.add(new Toy.Assign("i", new Constant(0), at()));
      out.add(new Toy.While(RandomExpressions.is("<", "i", 2), List.copyOf(body), at()));
    } else {
      out.add(new Toy.Repeat(2, List.copyOf(body), at()));
    }
  }

  private void addNested(List<Statement> out, int count) {
    depth++;
    for (int i = 0; i < count; i++) {
      addSomething(out);
    }
    depth--;
  }

  // Small parts.

  /** A thread, rarely this one. */
  private Ref otherThread() {
    Ref thread = scenery.thread();
    return thread.name().equals(self.name()) ? scenery.thread() : thread;
  }

  private void op(List<Statement> out, Statement statement) {
    out.add(statement);
    budget--;
  }

  private Act act(Verb verb, @Nullable String result, @Nullable Ref object) {
    return new Act(verb, result, object, null, false, at());
  }

  private Act permits(Verb verb, @Nullable String result, Ref semaphore) {
    return new Act(verb, result, semaphore, amount(), false, at());
  }

  private @Nullable Expr amount() {
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> new Constant(2);
      case 3 -> new Constant(3);
      case 4 -> new Constant(0);
      default -> null;
    };
  }

  /** After which time to give up, sometimes after any. */
  private int within() {
    return random.nextInt(3) == 0 ? 0 : time();
  }

  /** Some time: short ones add up to long ones, and some come out the same. */
  private int time() {
    return TIMES[random.nextInt(TIMES.length)];
  }

  private boolean isTimed(Profile profile) {
    return random.nextInt(100) < profile.timedPercent();
  }

  private Position at() {
    return new Position(nextLine.getAsInt(), 1);
  }

  private @Nullable String maybe() {
    return random.nextInt(4) == 0 ? null : expressions.local();
  }
}
