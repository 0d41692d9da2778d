package samples;

import java.util.concurrent.CountDownLatch;

/**
 * The main thread waits for two loaders. The one that fails counts down twice, so that the main
 * thread can go on before the other one has begun.
 *
 * <p>Finds: the assertion.
 */
public final class LatchCount {
  private final CountDownLatch done = new CountDownLatch(2);
  private volatile boolean hasTexts;

  private void loadTexts() {
    hasTexts = true;
    done.countDown();
  }

  private void loadImages() {
    try {
      throw new IllegalStateException("there are no images");
    } catch (IllegalStateException e) {
      done.countDown(); // go on without images
    } finally {
      done.countDown();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LatchCount page = new LatchCount();
    Thread texts = new Thread(page::loadTexts, "texts");
    Thread images = new Thread(page::loadImages, "images");
    texts.start();
    images.start();
    page.done.await();
    if (!page.hasTexts) {
      throw new AssertionError("a page without texts");
    }
  }
}
