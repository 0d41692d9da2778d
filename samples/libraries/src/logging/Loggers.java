package logging;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import shared.Both;

/** Messages of the default configuration, which asks for the name of the host and of the process. */
public final class Loggers {
  private Loggers() {}

  public static void oneThread() {
    LogManager.getLogger("one").error("a message");
  }

  public static void twoThreads() throws InterruptedException {
    Logger logger = LogManager.getLogger("two");
    Both.run(() -> logger.error("a message"), () -> logger.error("another message"));
  }
}
