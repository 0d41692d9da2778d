package dev.clew.testkit.random;

import static dev.clew.testkit.random.Feature.*;

import java.util.Random;

/**
 * How often a random program does what. A program mixes two profiles, so every feature meets every
 * other one, and still often enough meets itself.
 */
enum Profile {
  MEMORY(0, of(READ, 4), of(WRITE, 4), of(ADD, 1), of(SWAP, 1), of(CAS, 2), of(IF, 1)),
  COMPARE_AND_SET(
      0, of(READ, 1), of(WRITE, 2), of(CAS, 5), of(CHOOSE, 1), of(IF, 3), of(ASSERT, 1)),
  PLAIN(
      0,
      of(PLAIN_READ, 4),
      of(PLAIN_WRITE, 4),
      of(READ, 1),
      of(WRITE, 1),
      of(CRITICAL, 3),
      of(IF, 1)),
  PUBLISHING(
      0,
      of(PLAIN_READ, 3),
      of(PLAIN_WRITE, 3),
      of(READ, 3),
      of(WRITE, 3),
      of(IF, 2),
      of(PARK, 1),
      of(ACQUIRE, 1)),
  LOCKS(
      5,
      of(READ, 2),
      of(WRITE, 2),
      of(CAS, 1),
      of(LOCK, 4),
      of(UNLOCK, 2),
      of(TRYLOCK, 2),
      of(CRITICAL, 3)),
  TRYLOCKS(
      10, of(READ, 1), of(WRITE, 1), of(LOCK, 1), of(UNLOCK, 1), of(TRYLOCK, 6), of(CRITICAL, 3)),
  CONDITIONS(
      5,
      of(READ, 1),
      of(WRITE, 1),
      of(LOCK, 1),
      of(UNLOCK, 1),
      of(WAIT, 5),
      of(NOTIFY, 3),
      of(SIGNAL, 3),
      of(NOTIFYALL, 2),
      of(CRITICAL, 1)),
  WAITS(10, of(WAIT, 6), of(NOTIFY, 6), of(NOTIFYALL, 2), of(JOIN, 1)),
  QUEUES(10, of(WAIT, 6), of(SIGNAL, 6), of(NOTIFY, 1), of(NOTIFYALL, 1), of(JOIN, 1)),
  PARKING(5, of(READ, 1), of(WRITE, 1), of(PARK, 5), of(UNPARK, 5), of(JOIN, 1), of(IF, 1)),
  INTERRUPTS(
      5,
      of(PARK, 3),
      of(WAIT, 3),
      of(INTERRUPT, 6),
      of(INTERRUPTED, 2),
      of(NOTIFY, 1),
      of(SIGNAL, 1),
      of(UNPARK, 1),
      of(IF, 1)),
  THREADS(
      10,
      of(READ, 2),
      of(WRITE, 2),
      of(PLAIN_READ, 1),
      of(PLAIN_WRITE, 1),
      of(JOIN, 2),
      of(ALIVE, 4),
      of(IF, 1)),
  SEMAPHORES(
      5,
      of(READ, 1),
      of(WRITE, 1),
      of(PLAIN_WRITE, 1),
      of(ACQUIRE, 5),
      of(RELEASE, 4),
      of(TRYACQUIRE, 3),
      of(IF, 1)),
  CLOSINGS(
      5,
      of(READ, 1),
      of(WRITE, 1),
      of(PLAIN_WRITE, 1),
      of(ACQUIRE, 6),
      of(RELEASE, 3),
      of(TRYACQUIRE, 1),
      of(CLOSE, 3),
      of(IF, 1)),
  RWLOCKS(
      5,
      of(READ, 1),
      of(WRITE, 1),
      of(READLOCK, 3),
      of(READUNLOCK, 1),
      of(WRITELOCK, 5),
      of(WRITEUNLOCK, 1),
      of(TRYREADLOCK, 4),
      of(TRYWRITELOCK, 3),
      of(DOWNGRADE, 1),
      of(PLAIN_READ, 1),
      of(PLAIN_WRITE, 1)),
  BARRIERS(
      0,
      of(READ, 2),
      of(WRITE, 2),
      of(PLAIN_READ, 1),
      of(PLAIN_WRITE, 1),
      of(ARRIVE, 5),
      of(IF, 1)),
  TIMED(
      60,
      of(READ, 1),
      of(WRITE, 1),
      of(LOCK, 3),
      of(WAIT, 3),
      of(PARK, 2),
      of(JOIN, 2),
      of(ACQUIRE, 2),
      of(READLOCK, 1),
      of(WRITELOCK, 2),
      of(NOTIFY, 1),
      of(SIGNAL, 1),
      of(UNPARK, 1),
      of(CRITICAL, 1),
      of(IF, 1)),
  SLEEPS(
      50,
      of(READ, 2),
      of(WRITE, 2),
      of(SLEEP, 8),
      of(CLOCK, 2),
      of(LOCK, 1),
      of(WAIT, 2),
      of(NOTIFY, 1),
      of(JOIN, 2),
      of(ACQUIRE, 2),
      of(PARK, 2),
      of(UNPARK, 1),
      of(IF, 1)),
  CLOCKS(
      30,
      of(READ, 1),
      of(WRITE, 1),
      of(SLEEP, 8),
      of(CLOCK, 5),
      of(JOIN, 2),
      of(ACQUIRE, 1),
      of(IF, 1)),
  CONTROL(
      0,
      of(READ, 3),
      of(WRITE, 2),
      of(ADD, 1),
      of(CHOOSE, 2),
      of(IF, 3),
      of(REPEAT, 2),
      of(WHILE, 2),
      of(ASSERT, 3),
      of(COMPUTE, 2),
      of(YIELD, 1),
      of(FAIL, 1)),
  EVERYTHING(20, everything());

  private final int timedPercent;

  /** Never changed. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Weight[] weights;

  private final int sum;

  Profile(int timedPercent, Weight... weights) {
    this.timedPercent = timedPercent;
    this.weights = weights;
    int total = 0;
    for (Weight weight : weights) {
      total += weight.times;
    }
    this.sum = total;
  }

  private record Weight(Feature feature, int times) {}

  private static Weight of(Feature feature, int times) {
    return new Weight(feature, times);
  }

  private static Weight[] everything() {
    Feature[] features = Feature.values();
    Weight[] all = new Weight[features.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = of(features[i], features[i] == FAIL ? 1 : 4);
    }
    return all;
  }

  /** A feature, as likely as its weight. */
  Feature pick(Random random) {
    int left = random.nextInt(sum);
    for (Weight weight : weights) {
      left -= weight.times;
      if (left < 0) {
        return weight.feature;
      }
    }
    throw new AssertionError("weights do not add up");
  }

  /** How likely a blocking operation is a timed one. */
  int timedPercent() {
    return timedPercent;
  }
}
