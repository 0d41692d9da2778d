package waiting;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicBoolean;
import shared.Both;

/** Looks again and again for what another thread does. */
public final class Polling {
  private Polling() {}

  public static void sameThread() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    Both.run(
        () -> await().atMost(5, SECONDS).pollInSameThread().until(done::get),
        () -> done.set(true));
  }

  public static void ownThread() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    Both.run(() -> await().atMost(5, SECONDS).until(done::get), () -> done.set(true));
  }

  /** Nobody does it. */
  public static void never() {
    await().atMost(5, SECONDS).until(new AtomicBoolean()::get);
  }
}
